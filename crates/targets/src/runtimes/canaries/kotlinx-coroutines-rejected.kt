import kotlinx.coroutines.*
import kotlinx.coroutines.channels.*
import kotlinx.coroutines.selects.*

fun main() {
    runBlocking<Unit> {
        val c1 = Channel<Int>()
        launch(Dispatchers.Default) {
            c1.send("abc")
        }
        c1.receive()
        c1.receive()
    }
    println("ok")
}
