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

fun test(p0: Function2<Byte, Float, Leaf>, p1: Boolean) {
    val result: Leaf = lib.ext.combine<Byte, Float, Leaf>(p0, Pair<Byte, Float>(1.toByte(), (if (p1) (1.0f) else (1.0f))))
}

// lib.ext.combine(kotlin.Function2<A, B, C>, kotlin.Pair<A, B>)
import kotlin.Function2
import kotlin.Pair
import lib.Leaf

fun test(p0: Function2<Byte, Float, Leaf>, p1: Boolean) {
    val result: Leaf = lib.ext.combine<Byte, Float, Leaf>((p0 as Function2<Byte, Float, Leaf>), (Pair<Byte, Float>(1.toByte(), (if (p1) (1.0f) else (1.0f))) as Pair<Byte, Float>))
}

// lib.ext.combine(kotlin.Function2<A, B, C>, kotlin.Pair<A, B>)
import kotlin.Function2
import kotlin.Pair
import lib.Leaf

fun test(p0: Function2<Byte, Float, Leaf>, p1: Boolean) {
    val result: Leaf = lib.ext.combine(p0, Pair(1.toByte(), (if (p1) (1.0f) else (1.0f))))
}

// lib.ext.filterNotNull() on kotlin.collections.Iterable<T?>
import java.util.function.Consumer
import kotlin.collections.Collection
import kotlin.collections.Iterable
import lib.Utils
import lib.ext.filterNotNull

fun test(p0: Iterable<Consumer<Char>?>, p1: Boolean, p2: Array<Iterable<Iterable<Consumer<Char>?>?>>) {
    val result: Collection<Consumer<Char>> = (if (p1) (if (p1) p0 else p0) else Utils.first<Iterable<Iterable<Consumer<Char>?>?>>(p2).filterNotNull<Iterable<Consumer<Char>?>>().get(1)).filterNotNull<Consumer<Char>>()
}

// lib.ext.filterNotNull() on kotlin.collections.Iterable<T?>
import java.util.function.Consumer
import kotlin.collections.Collection
import kotlin.collections.Iterable
import lib.Utils
import lib.ext.filterNotNull

fun test(p0: Iterable<Consumer<Char>?>, p1: Boolean, p2: Array<Iterable<Iterable<Consumer<Char>?>?>>) {
    val v0: Collection<Consumer<Char>> = (if (p1) (if (p1) p0 else p0) else Utils.first<Iterable<Iterable<Consumer<Char>?>?>>(p2).filterNotNull<Iterable<Consumer<Char>?>>().get(1)).filterNotNull<Consumer<Char>>()
    val result: Collection<Consumer<Char>> = v0
}

// lib.ext.filterNotNull() on kotlin.collections.Iterable<T?>
import java.util.function.Consumer
import kotlin.collections.Collection
import kotlin.collections.Iterable
import lib.Utils
import lib.ext.filterNotNull

fun test(p0: Iterable<Consumer<Char>?>, p1: Boolean, p2: Array<Iterable<Iterable<Consumer<Char>?>?>>) {
    val result: Collection<Consumer<Char>> = (if (p1) (if (p1) p0 else p0) else Utils.first(p2).filterNotNull<Iterable<Consumer<Char>?>>().get(1)).filterNotNull()
}

// lib.ext.handle(lib.Handler<java.lang.String>)
import lib.Box
import lib.Handler

fun test(p0: Handler<String>) {
    val result: Comparable<Boolean> = lib.ext.handle(Box.of<Handler<String>>(p0, Handler<String> { x0 -> x0.toString() }).orElse(p0))
}

// lib.ext.handle(lib.Handler<java.lang.String>)
import lib.Box
import lib.Handler

fun test(p0: Handler<String>) {
    val result: Comparable<Boolean> = lib.ext.handle((Box.of<Handler<String>>(p0, Handler<String> { x0 -> x0.toString() }).orElse(p0) as Handler<String>))
}

// lib.ext.handle(lib.Handler<java.lang.String>)
import lib.Box
import lib.Handler

fun test(p0: Handler<String>) {
    val result = lib.ext.handle(Box.of<Handler<String>>(p0, Handler<String> { x0 -> x0.toString() }).orElse(p0))
}

// lib.ext.last on java.lang.String
import lib.Box
import lib.ext.last

fun test() {
    val result: MutableIterable<Char> = Box<Char>("a".last)
}

// lib.ext.last on java.lang.String
import lib.Box
import lib.ext.last

fun test() {
    val result: MutableIterable<Char> = Box<Char>(("a".last as Char))
}

// lib.ext.last on java.lang.String
import lib.Box
import lib.ext.last

fun test() {
    val result: MutableIterable<Char> = Box("a".last)
}

// lib.ext.listOf(T...)
import kotlin.Pair
import kotlin.collections.Iterable
import lib.Box

fun test(p0: LongArray, p1: Boolean) {
    val result: Iterable<Byte> = lib.ext.listOf<Byte>((if (p1) Box.of<Byte>(1.toByte(), 1.toByte()).orElse(1.toByte()) else Pair<Byte, LongArray>(1.toByte(), p0).first))
}

// lib.ext.listOf(T...)
import kotlin.Pair
import kotlin.collections.Iterable
import lib.Box

fun test(p0: LongArray, p1: Boolean) {
    val result: Iterable<Byte> = lib.ext.listOf<Byte>(((if (p1) Box.of<Byte>(1.toByte(), 1.toByte()).orElse(1.toByte()) else Pair<Byte, LongArray>(1.toByte(), p0).first) as Byte))
}

// lib.ext.listOf(T...)
import kotlin.Pair
import kotlin.collections.Iterable
import lib.Box

fun test(p0: LongArray, p1: Boolean) {
    val result: Iterable<Byte> = lib.ext.listOf((if (p1) Box.of(1.toByte(), 1.toByte()).orElse(1.toByte()) else Pair(1.toByte(), p0).first))
}

