import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.atomic.AtomicLong
import java.util.concurrent.ThreadLocalRandom
import kotlinx.coroutines.experimental.*
import kotlinx.coroutines.experimental.channels.*
import kotlinx.coroutines.experimental.selects.*
import kotlinx.coroutines.experimental.sync.*

suspend fun f1(jobs: ConcurrentLinkedQueue<Job>, balance: AtomicLong, c1: Channel<Int>, c2: Channel<Boolean>) {
    c1.send(42)
    balance.addAndGet(42L)
    val x2 = c2.receive()
    balance.addAndGet(-2L * (if (x2) 2 else 1))
    if (x2) {
        jobs.add(launch(CommonPool) {
        })
    } else {
    }
}

fun main() {
    val jobs = ConcurrentLinkedQueue<Job>()
    val balance = AtomicLong()
    runBlocking<Unit> {
        val c1 = Channel<Int>()
        val c2 = Channel<Boolean>()
        val c3 = Channel<String>(2)
        val c4 = Channel<Unit>()
        val c5 = Channel<Int>()
        val c6 = Channel<Int>()
        val m1 = Mutex()
        jobs.add(launch(CommonPool) {
            f1(jobs, balance, c1, c2)
        })
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
        jobs.add(launch(CommonPool) {
            c3.send("abc")
            balance.addAndGet(9L)
            jobs.add(launch(CommonPool) {
                c4.send(Unit)
                balance.addAndGet(4L)
            })
        })
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
        jobs.add(launch(CommonPool) {
            val x7 = c5.receive()
            balance.addAndGet(-5L * x7)
        })
        select<Unit> {
            c5.onSend(7) {
                balance.addAndGet(35L)
            }
        }
        jobs.add(launch(CommonPool) {
            c6.send(1)
            balance.addAndGet(6L)
            c6.close()
        })
        for (x8 in c6) {
            balance.addAndGet(-6L * x8)
        }
        jobs.add(launch(CommonPool) {
            m1.withLock {
            }
        })
        m1.withLock {
        }
        var job = jobs.poll()
        while (job != null) {
            job.join()
            job = jobs.poll()
        }
    }
    val n = balance.get()
    println(if (n == 0L) "ok" else "balance $n")
}
