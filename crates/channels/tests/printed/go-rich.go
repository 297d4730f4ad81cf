package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

func f1(wg *sync.WaitGroup, balance *atomic.Int64, c1 chan int, c2 chan bool) {
	c1 <- 42
	balance.Add(42)
	x2 := <-c2
	if x2 {
		balance.Add(-4)
	} else {
		balance.Add(-2)
	}
	if x2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
		}()
	}
}

func main() {
	wg := new(sync.WaitGroup)
	balance := new(atomic.Int64)
	c1 := make(chan int)
	c2 := make(chan bool)
	c3 := make(chan string, 2)
	c4 := make(chan struct{})
	c5 := make(chan int)
	c6 := make(chan int)
	m1 := new(sync.Mutex)
	w1 := new(sync.WaitGroup)
	wg.Add(1)
	go func() {
		defer wg.Done()
		f1(wg, balance, c1, c2)
	}()
	d1 := c1
	x1 := <-d1
	balance.Add(-1 * int64(x1))
	if x1 <= 100 {
		c2 <- true
		balance.Add(4)
	} else {
		c2 <- false
		balance.Add(2)
	}
	wg.Add(1)
	go func() {
		defer wg.Done()
		c3 <- "abc"
		balance.Add(9)
		wg.Add(1)
		go func() {
			defer wg.Done()
			c4 <- struct{}{}
			balance.Add(4)
		}()
	}()
	select {
	case x4 := <-c3:
		balance.Add(-3 * int64(len(x4)))
		<-c4
		balance.Add(-4)
	case <-c4:
		balance.Add(-4)
		x5 := <-c3
		balance.Add(-3 * int64(len(x5)))
	default:
		x6 := <-c3
		balance.Add(-3 * int64(len(x6)))
		<-c4
		balance.Add(-4)
	}
	wg.Add(1)
	go func() {
		defer wg.Done()
		x7 := <-c5
		balance.Add(-5 * int64(x7))
	}()
	select {
	case c5 <- 7:
		balance.Add(35)
	}
	wg.Add(1)
	go func() {
		defer wg.Done()
		c6 <- 1
		balance.Add(6)
		close(c6)
	}()
	for x8 := range c6 {
		balance.Add(-6 * int64(x8))
	}
	wg.Add(1)
	go func() {
		defer wg.Done()
		m1.Lock()
		m1.Unlock()
	}()
	m1.Lock()
	m1.Unlock()
	w1.Add(1)
	wg.Add(1)
	go func() {
		defer wg.Done()
		w1.Done()
	}()
	w1.Wait()
	wg.Wait()
	if n := balance.Load(); n != 0 {
		fmt.Println("balance", n)
	} else {
		fmt.Println("ok")
	}
}
