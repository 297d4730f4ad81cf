// lib.Registry.register(java.lang.String)
import lib.Registry

fun test() {
    Registry.register("a")
}

// lib.Registry.register(java.lang.String)
import lib.Registry

fun test() {
    Registry.register(("a" as String))
}

// lib.ext.combine(kotlin.Function2<A, B, C>, kotlin.Pair<A, B>)
import kotlin.Function2
import kotlin.Pair
import lib.Leaf

fun test(p0: Function2<Byte, Float, Leaf>, p1: CharSequence, p2: Boolean) {
    val result: Leaf = lib.ext.combine<Byte, Float, Leaf>(p0, Pair<Byte, Float>(Pair<CharSequence, Byte>(p1, 1.toByte()).second, (if (p2) (1.0f) else (1.0f))))
}

// lib.ext.combine(kotlin.Function2<A, B, C>, kotlin.Pair<A, B>)
import kotlin.Function2
import kotlin.Pair
import lib.Leaf

fun test(p0: Function2<Byte, Float, Leaf>, p1: CharSequence, p2: Boolean) {
    val result: Leaf = lib.ext.combine<Byte, Float, Leaf>((p0 as Function2<Byte, Float, Leaf>), (Pair<Byte, Float>(Pair<CharSequence, Byte>(p1, 1.toByte()).second, (if (p2) (1.0f) else (1.0f))) as Pair<Byte, Float>))
}

// lib.ext.combine(kotlin.Function2<A, B, C>, kotlin.Pair<A, B>)
import kotlin.Function2
import kotlin.Pair
import lib.Leaf

fun test(p0: Function2<Byte, Float, Leaf>, p1: CharSequence, p2: Boolean) {
    val result = lib.ext.combine(p0, Pair(Pair(p1, 1.toByte()).second, (if (p2) (1.0f) else (1.0f))))
}

// lib.ext.filterNotNull() on kotlin.collections.Iterable<T?>
import java.util.function.Consumer
import kotlin.Function0
import kotlin.collections.Iterable
import kotlin.collections.List
import lib.Utils
import lib.ext.filterNotNull
import lib.ext.getOrPut

fun test(p0: Iterable<Consumer<Char>?>, p1: Function0<Iterable<Consumer<Char>?>>, p2: Boolean) {
    val result: List<Consumer<Char>> = (if (p2) p0 else Utils.entry<Double, Iterable<Consumer<Char>?>>(1.0, p0).getOrPut<Double, Iterable<Consumer<Char>?>>(1.0, p1)).filterNotNull<Consumer<Char>>()
}

// lib.ext.filterNotNull() on kotlin.collections.Iterable<T?>
import java.util.function.Consumer
import kotlin.Function0
import kotlin.collections.Iterable
import lib.Utils
import lib.ext.filterNotNull
import lib.ext.getOrPut

fun test(p0: Iterable<Consumer<Char>?>, p1: Function0<Iterable<Consumer<Char>?>>, p2: Boolean) {
    val result = (if (p2) p0 else Utils.entry(1.0, p0).getOrPut(1.0, p1)).filterNotNull<Consumer<Char>>()
}

// lib.ext.handle(lib.Handler<java.lang.String>)
import lib.Box
import lib.Handler

fun test(p0: Array<Box<Handler<String>>>) {
    val v0: Int = 1
    val result: Boolean = lib.ext.handle(lib.ext.listOf<Box<Handler<String>>>(*p0).get(v0).orElse(Handler<String> { x0 ->  }))
}

// lib.ext.handle(lib.Handler<java.lang.String>)
import lib.Box
import lib.Handler

fun test(p0: Array<Box<Handler<String>>>) {
    val v0: Int = 1
    val result: Boolean = lib.ext.handle((lib.ext.listOf<Box<Handler<String>>>(*p0).get(v0).orElse(Handler<String> { x0 ->  }) as Handler<String>))
}

// lib.ext.handle(lib.Handler<java.lang.String>)
import lib.Box
import lib.Handler

fun test(p0: Array<Box<Handler<String>>>) {
    val v0: Int = 1
    val result = lib.ext.handle(lib.ext.listOf(*p0).get(v0).orElse(Handler<String> { x0 ->  }))
}

// lib.ext.last on java.lang.String
import lib.ext.last

fun test() {
    val result: Any = "a".last
}

// lib.ext.last on java.lang.String
import lib.ext.last

fun test() {
    val result = "a".last
}

// lib.ext.listOf(T...)
import kotlin.collections.Collection

fun test() {
    val result: Collection<Byte> = lib.ext.listOf<Byte>(1.toByte())
}

// lib.ext.listOf(T...)
import kotlin.collections.Collection

fun test() {
    val result: Collection<Byte> = lib.ext.listOf<Byte>(((1.toByte()) as Byte))
}

// lib.ext.listOf(T...)
import kotlin.collections.Collection

fun test() {
    val result: Collection<Byte> = lib.ext.listOf(1.toByte())
}

