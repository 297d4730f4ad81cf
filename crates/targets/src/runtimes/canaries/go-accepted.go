package main

import (
	"fmt"
	"math/rand"
	"sync"
	"sync/atomic"
)

func f1(wg *sync.WaitGroup, balance *int64, c1 chan int, c2 chan bool) {
	c1 <- 42
	atomic.AddInt64(balance, 42)
	x2 := <-c2
	if x2 {
		atomic.AddInt64(balance, -4)
	} else {
		atomic.AddInt64(balance, -2)
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
	balance := new(int64)
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
	atomic.AddInt64(balance, -1 * int64(x1))
	if x1 <= 50 {
		c2 <- true
		atomic.AddInt64(balance, 4)
	} else {
		if rand.Intn(2) == 0 {
			c2 <- false
			atomic.AddInt64(balance, 2)
		} else {
			c2 <- true
			atomic.AddInt64(balance, 4)
		}
	}
	wg.Add(1)
	go func() {
		defer wg.Done()
		c3 <- "abc"
		atomic.AddInt64(balance, 9)
		wg.Add(1)
		go func() {
			defer wg.Done()
			c4 <- struct{}{}
			atomic.AddInt64(balance, 4)
		}()
	}()
	select {
	case x4 := <-c3:
		atomic.AddInt64(balance, -3 * int64(len(x4)))
		<-c4
		atomic.AddInt64(balance, -4)
	case <-c4:
		atomic.AddInt64(balance, -4)
		x5 := <-c3
		atomic.AddInt64(balance, -3 * int64(len(x5)))
	default:
		x6 := <-c3
		atomic.AddInt64(balance, -3 * int64(len(x6)))
		<-c4
		atomic.AddInt64(balance, -4)
	}
	wg.Add(1)
	go func() {
		defer wg.Done()
		x7 := <-c5
		atomic.AddInt64(balance, -5 * int64(x7))
	}()
	select {
	case c5 <- 7:
		atomic.AddInt64(balance, 35)
	}
	wg.Add(1)
	go func() {
		defer wg.Done()
		c6 <- 1
		atomic.AddInt64(balance, 6)
		close(c6)
	}()
	for x8 := range c6 {
		atomic.AddInt64(balance, -6 * int64(x8))
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
	if n := atomic.LoadInt64(balance); n != 0 {
		fmt.Println("balance", n)
	} else {
		fmt.Println("ok")
	}
}
