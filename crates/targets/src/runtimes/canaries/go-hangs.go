package main

import (
	"fmt"
	"sync"
)

func main() {
	wg := new(sync.WaitGroup)
	c1 := make(chan int)
	wg.Add(1)
	go func() {
		defer wg.Done()
		c1 <- 1
	}()
	<-c1
	<-c1
	wg.Wait()
	fmt.Println("ok")
}
