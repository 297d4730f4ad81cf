import java.util.concurrent.atomic.AtomicLong
import java.util.concurrent.ThreadLocalRandom
import kotlinx.coroutines.*
import kotlinx.coroutines.channels.*
import kotlinx.coroutines.selects.*
import kotlinx.coroutines.sync.*

suspend fun f1(scope: CoroutineScope, balance: AtomicLong, c1: Channel<Int>, c2: Channel<Boolean>) {
    c1.send(42)
    balance.addAndGet(42L)
    val x2 = c2.receive()
    balance.addAndGet(-2L * (if (x2) 2 else 1))
    if (x2) {
        scope.launch(Dispatchers.Default) {
        }
    } else {
    }
}

fun main() {
    val balance = AtomicLong()
    runBlocking<Unit> {
        val c1 = Channel<Int>()
        val c2 = Channel<Boolean>()
        val c3 = Channel<String>(2)
        val c4 = Channel<Unit>()
        val c5 = Channel<Int>()
        val c6 = Channel<Int>()
        val m1 = Mutex()
        launch(Dispatchers.Default) {
            f1(this, balance, c1, c2)
        }
        val d1 = c1
        val x1 = d1.receive()
        balance.addAndGet(-1L * x1)
        if (x1 <= 50) {
            c2.send(true)
            balance.addAndGet(4L)
        } else {
            if (ThreadLocalRandom.current().nextBoolean()) {
                c2.send(false)
                balance.addAndGet(2L)
            } else {
                c2.send(true)
                balance.addAndGet(4L)
            }
        }
        launch(Dispatchers.Default) {
            c3.send("abc")
            balance.addAndGet(9L)
            launch(Dispatchers.Default) {
                c4.send(Unit)
                balance.addAndGet(4L)
            }
        }
        select<Unit> {
            c3.onReceive { x4 ->
                balance.addAndGet(-3L * x4.length)
                c4.receive()
                balance.addAndGet(-4L)
            }
            c4.onReceive {
                balance.addAndGet(-4L)
                val x5 = c3.receive()
                balance.addAndGet(-3L * x5.length)
            }
        }
        launch(Dispatchers.Default) {
            val x7 = c5.receive()
            balance.addAndGet(-5L * x7)
        }
        select<Unit> {
            c5.onSend(7) {
                balance.addAndGet(35L)
            }
        }
        launch(Dispatchers.Default) {
            c6.send(1)
            balance.addAndGet(6L)
            c6.close()
        }
        for (x8 in c6) {
            balance.addAndGet(-6L * x8)
        }
        launch(Dispatchers.Default) {
            m1.withLock {
            }
        }
        m1.withLock {
        }
    }
    val n = balance.get()
    println(if (n == 0L) "ok" else "balance $n")
}
