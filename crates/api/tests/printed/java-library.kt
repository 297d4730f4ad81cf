// lib.Base.in(int)
import lib.Base
import lib.Outer
import lib.Utils

fun test(p0: Boolean) {
    val v0: Int = 1
    val result: Outer<Base> = Outer<Base>(Utils.over(Base()).`in`((if (p0) (1) else v0)))
}

// lib.Base.in(int)
import lib.Base
import lib.Outer
import lib.Utils

fun test(p0: Boolean) {
    val v0: Int = 1
    val result: Outer<Base> = Outer<Base>((Utils.over(Base()).`in`((if (p0) (1) else v0)) as Base))
}

// lib.Base.in(int)
import lib.Base
import lib.Outer
import lib.Utils

fun test(p0: Boolean) {
    val v0: Int = 1
    val result: Outer<Base> = Outer(Utils.over(Base()).`in`((if (p0) (1) else v0)))
}

// lib.Base.type
import lib.Base
import lib.Kind
import lib.Utils

fun test(p0: Array<Double>) {
    val result: MutableMap<Kind, Double> = Utils.entry<Kind, Double>(Utils.over(Base()).type, Utils.first<Double>(p0))
}

// lib.Base.type
import lib.Base
import lib.Kind
import lib.Utils

fun test(p0: Array<Double>) {
    val result: MutableMap<Kind, Double> = Utils.entry<Kind, Double>((Utils.over(Base()).type as Kind), (Utils.first<Double>(p0) as Double))
}

// lib.Base.type
import lib.Base
import lib.Kind
import lib.Utils

fun test(p0: Array<Double>) {
    val result: MutableMap<Kind, Double> = Utils.entry(Utils.over(Base()).type, Utils.first(p0))
}

// lib.Box.map(java.util.function.Function<? super T, ? extends R>)
import java.util.function.Function
import java.util.function.Supplier
import lib.Box
import lib.Utils

fun test(p0: Box<Runnable>) {
    val v0: Box<Supplier<Array<Runnable>>> = Box.of<Supplier<Array<Runnable>>>(Supplier<Array<Runnable>>(p0::toArray), Supplier<Array<Runnable>>(p0::toArray))
    val v1: Function<in Supplier<Array<Runnable>>, out Any> = Function<Supplier<Array<Runnable>>, Any>(Utils::over)
    val result: Box<Any> = v0.map<Any>(v1)
}

// lib.Box.map(java.util.function.Function<? super T, ? extends R>)
import java.util.function.Function
import java.util.function.Supplier
import lib.Box
import lib.Utils

fun test(p0: Box<Runnable>) {
    val v0: Box<Supplier<Array<Runnable>>> = Box.of<Supplier<Array<Runnable>>>(Supplier<Array<Runnable>>(p0::toArray), Supplier<Array<Runnable>>(p0::toArray))
    val v1: Function<in Supplier<Array<Runnable>>, out Any> = Function<Supplier<Array<Runnable>>, Any>(Utils::over)
    val result: Box<Any> = v0.map<Any>((v1 as Function<in Supplier<Array<Runnable>>, out Any>))
}

// lib.Box.new(T)
import lib.Box
import lib.Sorted

fun test() {
    val result: Any = Box<Char>(Sorted<Char>().max())
}

// lib.Box.new(T)
import lib.Box
import lib.Sorted

fun test() {
    val result: Any = Box<Char>((Sorted<Char>().max() as Char))
}

// lib.Box.new(T)
import lib.Box
import lib.Sorted

fun test() {
    val result: Any = Box(Sorted<Char>().max())
}

// lib.Box.orElse(java.util.function.Supplier<? extends T>)
import java.util.function.Supplier
import lib.Box
import lib.Leaf

fun test(p0: Box<Leaf>, p1: Supplier<Leaf>) {
    val result: Leaf = p0.orElse(p1)
}

// lib.Box.orElse(java.util.function.Supplier<? extends T>)
import java.util.function.Supplier
import lib.Box
import lib.Leaf

fun test(p0: Box<Leaf>, p1: Supplier<Leaf>) {
    val result: Leaf = p0.orElse((p1 as Supplier<Leaf>))
}

// lib.Box.orElse(java.util.function.Supplier<? extends T>)
import java.util.function.Supplier
import lib.Box
import lib.Leaf

fun test(p0: Box<Leaf>, p1: Supplier<Leaf>) {
    val result = p0.orElse(p1)
}

// lib.Box.toArray()
import java.util.function.Function
import lib.Box
import lib.Outer

fun test(p0: Outer<Long>, p1: Box<Char>, p2: Boolean) {
    val result: Any = (if (p2) Box<Outer<Long>>(p0).map<Char>(Function<Outer<Long>, Char> { x0 -> Box<Char>().get() }) else p1).toArray()
}

// lib.Box.toArray()
import java.util.function.Function
import lib.Box
import lib.Outer

fun test(p0: Outer<Long>, p1: Box<Char>, p2: Boolean) {
    val v0: Any = (if (p2) Box<Outer<Long>>(p0).map<Char>(Function<Outer<Long>, Char> { x0 -> Box<Char>().get() }) else p1).toArray()
    val result: Any = v0
}

// lib.Box.toArray()
import java.util.function.Function
import lib.Box
import lib.Outer

fun test(p0: Outer<Long>, p1: Box<Char>, p2: Boolean) {
    val result = (if (p2) Box(p0).map(Function<Outer<Long>, Char> { x0 -> Box<Char>().get() }) else p1).toArray()
}

// lib.Mark.value()
import lib.Box
import lib.Mark
import lib.Outer

fun test(p0: Mark, p1: Boolean) {
    val result: Outer<String> = Outer<String>(Box.of<Mark>(p0, p0, (if (p1) p0 else p0), p0).orElse(p0).value)
}

// lib.Mark.value()
import lib.Box
import lib.Mark
import lib.Outer

fun test(p0: Mark, p1: Boolean) {
    val result: Outer<String> = Outer<String>((Box.of<Mark>(p0, p0, (if (p1) p0 else p0), p0).orElse(p0).value as String))
}

// lib.Mark.value()
import lib.Box
import lib.Mark
import lib.Outer

fun test(p0: Mark, p1: Boolean) {
    val result: Outer<String> = Outer(Box.of(p0, p0, (if (p1) p0 else p0), p0).orElse(p0).value)
}

// lib.Outer.Inner.new(B)
import lib.Outer
import lib.Utils

fun test(p0: Array<Char>) {
    val result: Any = Outer<Char>(Utils.first<Char>(p0)).Inner<Float>(1.0f)
}

// lib.Outer.Inner.new(B)
import lib.Outer
import lib.Utils

fun test(p0: Array<Char>) {
    val result: Any = Outer<Char>(Utils.first<Char>(p0)).Inner<Float>(((1.0f) as Float))
}

// lib.Outer.Inner.new(B)
import lib.Outer
import lib.Utils

fun test(p0: Array<Char>) {
    val result: Any = Outer(Utils.first(p0)).Inner(1.0f)
}

// lib.Outer.Nested.new(T, java.util.List<T>)
import java.util.function.ToLongFunction
import lib.Outer
import lib.Sorted
import lib.Utils

fun test(p0: MutableList<Char>, p1: Boolean) {
    val result: Any = Outer.Nested<Char>(Sorted<Char>().max(), Utils.sort<Char>((if (p1) p0 else p0), ToLongFunction<Char> { x0 -> 1L }))
}

// lib.Outer.Nested.new(T, java.util.List<T>)
import java.util.function.ToLongFunction
import lib.Outer
import lib.Sorted
import lib.Utils

fun test(p0: MutableList<Char>, p1: Boolean) {
    val result: Any = Outer.Nested<Char>((Sorted<Char>().max() as Char), (Utils.sort<Char>((if (p1) p0 else p0), ToLongFunction<Char> { x0 -> 1L }) as MutableList<Char>))
}

// lib.Outer.Nested.new(T, java.util.List<T>)
import java.util.function.ToLongFunction
import lib.Outer
import lib.Sorted
import lib.Utils

fun test(p0: MutableList<Char>, p1: Boolean) {
    val result: Any = Outer.Nested(Sorted<Char>().max(), Utils.sort((if (p1) p0 else p0), ToLongFunction<Char> { x0 -> 1L }))
}

// lib.Sorted.by(java.util.function.Function<? super T, ? extends K>)
import java.util.function.Function
import lib.Box
import lib.Sorted

fun test(p0: Function<in String, out Int>, p1: Boolean) {
    val result: Sorted<*> = (if (p1) Sorted<String>().by<Int>(p0) else Sorted<Int>().put(1)).by<Char>(Box<Function<in Int, out Char>>().get())
}

// lib.Sorted.by(java.util.function.Function<? super T, ? extends K>)
import java.util.function.Function
import lib.Box
import lib.Sorted

fun test(p0: Function<in String, out Int>, p1: Boolean) {
    val result: Sorted<*> = (if (p1) Sorted<String>().by<Int>(p0) else Sorted<Int>().put(1)).by<Char>((Box<Function<in Int, out Char>>().get() as Function<in Int, out Char>))
}

// lib.Sorted.by(java.util.function.Function<? super T, ? extends K>)
import java.util.function.Function
import lib.Box
import lib.Sorted

fun test(p0: Function<in String, out Int>, p1: Boolean) {
    val result = (if (p1) Sorted<String>().by<Int>(p0) else Sorted<Int>().put(1)).by<Char>(Box<Function<in Int, out Char>>().get())
}

// lib.Utils.compose(java.util.function.Function<A, B>, java.util.function.Function<? super B, ? extends C>)
import java.util.function.Consumer
import java.util.function.Function
import lib.Leaf
import lib.Utils

fun test(p0: Function<Char, Float>, p1: Boolean, p2: Function<in Int, out Consumer<Leaf>>) {
    val result: Function<Char, Consumer<Leaf>> = Utils.compose<Char, Float, Consumer<Leaf>>(p0, Utils.compose<Float, Int, Consumer<Leaf>>(Function<Float, Int> { x0 -> (if (p1) (1) else (1)) }, p2))
}

// lib.Utils.compose(java.util.function.Function<A, B>, java.util.function.Function<? super B, ? extends C>)
import java.util.function.Consumer
import java.util.function.Function
import lib.Leaf
import lib.Utils

fun test(p0: Function<Char, Float>, p1: Boolean, p2: Function<in Int, out Consumer<Leaf>>) {
    val result: Function<Char, Consumer<Leaf>> = Utils.compose<Char, Float, Consumer<Leaf>>((p0 as Function<Char, Float>), (Utils.compose<Float, Int, Consumer<Leaf>>(Function<Float, Int> { x0 -> (if (p1) (1) else (1)) }, p2) as Function<Float, Consumer<Leaf>>))
}

// lib.Utils.compose(java.util.function.Function<A, B>, java.util.function.Function<? super B, ? extends C>)
import java.util.function.Consumer
import java.util.function.Function
import lib.Leaf
import lib.Utils

fun test(p0: Function<Char, Float>, p1: Boolean, p2: Function<in Int, out Consumer<Leaf>>) {
    val result: Function<Char, Consumer<Leaf>> = Utils.compose(p0, Utils.compose<Float, Int, Consumer<Leaf>>(Function<Float, Int> { x0 -> (if (p1) (1) else (1)) }, p2))
}

// lib.Utils.copy(java.util.List<? super T>, java.util.List<? extends T>)
import java.util.function.ToLongFunction
import lib.Utils

fun test(p0: MutableList<Char>, p1: ToLongFunction<in Char>, p2: ToLongFunction<Char>, p3: Boolean) {
    Utils.copy<Char>(Utils.sort<Char>(Utils.sort<Char>(p0, p1), (if (p3) p2 else p2)), Utils.sort<Char>(Utils.sort<Char>(p0, ToLongFunction<Char> { x0: Char -> p2.applyAsLong(x0) }), ToLongFunction<Char> { x0 -> (if (p3) (1L) else (1L)) }))
}

// lib.Utils.copy(java.util.List<? super T>, java.util.List<? extends T>)
import java.util.function.ToLongFunction
import lib.Utils

fun test(p0: MutableList<Char>, p1: ToLongFunction<in Char>, p2: ToLongFunction<Char>, p3: Boolean) {
    Utils.copy<Char>((Utils.sort<Char>(Utils.sort<Char>(p0, p1), (if (p3) p2 else p2)) as MutableList<Char>), (Utils.sort<Char>(Utils.sort<Char>(p0, ToLongFunction<Char> { x0: Char -> p2.applyAsLong(x0) }), ToLongFunction<Char> { x0 -> (if (p3) (1L) else (1L)) }) as MutableList<Char>))
}

// lib.Utils.copy(java.util.List<? super T>, java.util.List<? extends T>)
import java.util.function.ToLongFunction
import lib.Utils

fun test(p0: MutableList<Char>, p1: ToLongFunction<in Char>, p2: ToLongFunction<Char>, p3: Boolean) {
    Utils.copy(Utils.sort(Utils.sort<Char>(p0, p1), (if (p3) p2 else p2)), Utils.sort(Utils.sort(p0, ToLongFunction<Char> { x0: Char -> p2.applyAsLong(x0) }), ToLongFunction<Char> { x0 -> (if (p3) (1L) else (1L)) }))
}

// lib.Utils.join(java.lang.String, java.lang.Object...)
import java.util.function.Supplier
import lib.Box
import lib.Utils

fun test(p0: Array<Any>) {
    val result: String = Utils.join(Utils.run(Supplier<Box<String>> {  Box<String>("a") }).get(), *p0)
}

// lib.Utils.join(java.lang.String, java.lang.Object...)
import java.util.function.Supplier
import lib.Box
import lib.Utils

fun test(p0: Array<Any>) {
    val result: String = Utils.join((Utils.run(Supplier<Box<String>> {  Box<String>("a") }).get() as String), *((p0 as Array<Any>)))
}

// lib.Utils.join(java.lang.String, java.lang.Object...)
import java.util.function.Supplier
import lib.Box
import lib.Utils

fun test(p0: Array<Any>) {
    val result = Utils.join(Utils.run(Supplier<Box<String>> {  Box("a") }).get(), *p0)
}

// lib.Utils.matrix(double[][], byte, short, float, char, boolean)
import lib.Box
import lib.Utils

fun test(p0: Array<DoubleArray>, p1: Boolean) {
    val v0: Byte = 1.toByte()
    val v1: Float = 1.0f
    val result: DoubleArray = Utils.matrix(Box.of<DoubleArray>(Utils.matrix(p0, 1.toByte(), 1, 1.0f, 'a', true), Utils.matrix(p0, 1, 1.toShort(), 1.0f, 'a', true)).toArray(), (if (p1) v0 else v0), Utils.DEPTH, (if (p1) Box.of<Float>(1.0f, 1.0f, 1.0f).orElse(1.0f) else v1), 'a', true)
}

// lib.Utils.matrix(double[][], byte, short, float, char, boolean)
import lib.Box
import lib.Utils

fun test(p0: Array<DoubleArray>, p1: Boolean) {
    val v0: Byte = 1.toByte()
    val v1: Float = 1.0f
    val result: DoubleArray = Utils.matrix((Box.of<DoubleArray>(Utils.matrix(p0, 1.toByte(), 1, 1.0f, 'a', true), Utils.matrix(p0, 1, 1.toShort(), 1.0f, 'a', true)).toArray() as Array<DoubleArray>), ((if (p1) v0 else v0) as Byte), (Utils.DEPTH as Short), ((if (p1) Box.of<Float>(1.0f, 1.0f, 1.0f).orElse(1.0f) else v1) as Float), (('a') as Char), ((true) as Boolean))
}

// lib.Utils.matrix(double[][], byte, short, float, char, boolean)
import lib.Box
import lib.Utils

fun test(p0: Array<DoubleArray>, p1: Boolean) {
    val v0 = 1.toByte()
    val v1: Float = 1.0f
    val result = Utils.matrix(Box.of<DoubleArray>(Utils.matrix(p0, 1.toByte(), 1, 1.0f, 'a', true), Utils.matrix(p0, 1, 1.toShort(), 1.0f, 'a', true)).toArray(), (if (p1) v0 else v0), Utils.DEPTH, (if (p1) Box.of(1.0f, 1.0f, 1.0f).orElse(1.0f) else v1), 'a', true)
}

// lib.Utils.run(java.lang.Runnable)
import lib.Box
import lib.Utils

fun test(p0: Runnable) {
    Utils.run(Box.of<Runnable>(p0, Runnable {   }).value)
}

// lib.Utils.run(java.lang.Runnable)
import lib.Box
import lib.Utils

fun test(p0: Runnable) {
    Utils.run((Box.of<Runnable>(p0, Runnable {   }).value as Runnable))
}

// lib.Utils.sum(int...)
import lib.Utils

fun test(p0: IntArray) {
    val result: Int = Utils.sum(*p0)
}

// lib.Utils.sum(int...)
import lib.Utils

fun test(p0: IntArray) {
    val result: Int = Utils.sum(*((p0 as IntArray)))
}

// lib.Utils.sum(int...)
import lib.Utils

fun test(p0: IntArray) {
    val result = Utils.sum(*p0)
}

