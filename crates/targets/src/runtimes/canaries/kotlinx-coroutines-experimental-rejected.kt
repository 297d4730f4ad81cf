import java.util.concurrent.ConcurrentLinkedQueue
import kotlinx.coroutines.experimental.*
import kotlinx.coroutines.experimental.channels.*
import kotlinx.coroutines.experimental.selects.*

fun main() {
    val jobs = ConcurrentLinkedQueue<Job>()
    runBlocking<Unit> {
        val c1 = Channel<Int>()
        jobs.add(launch(CommonPool) {
            c1.send("abc")
        })
        c1.receive()
        c1.receive()
        var job = jobs.poll()
        while (job != null) {
            job.join()
            job = jobs.poll()
        }
    }
    println("ok")
}
