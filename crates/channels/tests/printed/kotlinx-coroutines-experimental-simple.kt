import java.util.concurrent.ConcurrentLinkedQueue
import kotlinx.coroutines.experimental.*
import kotlinx.coroutines.experimental.channels.*
import kotlinx.coroutines.experimental.selects.*

fun main() {
    val jobs = ConcurrentLinkedQueue<Job>()
    runBlocking<Unit> {
        val c1 = Channel<Unit>()
        val c2 = Channel<Unit>()
        val c3 = Channel<Unit>()
        jobs.add(launch(CommonPool) {
            c1.send(Unit)
        })
        jobs.add(launch(CommonPool) {
            c3.send(Unit)
        })
        jobs.add(launch(CommonPool) {
            c2.send(Unit)
        })
        select<Unit> {
            c2.onReceive {
                c1.receive()
                c3.receive()
            }
            c1.onReceive {
                c2.receive()
                c3.receive()
            }
        }
        var job = jobs.poll()
        while (job != null) {
            job.join()
            job = jobs.poll()
        }
    }
    println("ok")
}
