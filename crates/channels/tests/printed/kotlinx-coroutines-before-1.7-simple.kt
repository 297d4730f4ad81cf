import kotlinx.coroutines.*
import kotlinx.coroutines.channels.*
import kotlinx.coroutines.selects.*

fun main() {
    runBlocking<Unit> {
        val c1 = Channel<Unit>()
        val c2 = Channel<Unit>()
        val c3 = Channel<Unit>()
        launch(Dispatchers.Default) {
            c1.send(Unit)
        }
        launch(Dispatchers.Default) {
            c3.send(Unit)
        }
        launch(Dispatchers.Default) {
            c2.send(Unit)
        }
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
    }
    println("ok")
}
