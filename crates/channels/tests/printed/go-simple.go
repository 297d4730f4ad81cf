package main

import (
	"fmt"
	"sync"
)

func main() {
	wg := new(sync.WaitGroup)
	c1 := make(chan struct{})
	c2 := make(chan struct{})
	c3 := make(chan struct{})
	wg.Add(1)
	go func() {
		defer wg.Done()
		c1 <- struct{}{}
	}()
	wg.Add(1)
	go func() {
		defer wg.Done()
		c3 <- struct{}{}
	}()
	wg.Add(1)
	go func() {
		defer wg.Done()
		c2 <- struct{}{}
	}()
	select {
	case <-c2:
		<-c1
		<-c3
	case <-c1:
		<-c2
		<-c3
	}
	wg.Wait()
	fmt.Println("ok")
}
