// lib.Base.in(int)
import lib.Base
import lib.Box
import lib.Leaf
import lib.Node
import lib.Utils

fun test(p0: Array<Base>, p1: Base) {
    val result: Any = Box<Base>(Utils.first<Base>(p0)).orElse(p1::self).`in`(Box<Node<Leaf>>().value.depth())
}

// lib.Base.in(int)
import lib.Base
import lib.Box
import lib.Leaf
import lib.Node
import lib.Utils

fun test(p0: Array<Base>, p1: Base) {
    val result: Any = Box<Base>(Utils.first<Base>(p0)).orElse(p1::self).`in`((Box<Node<Leaf>>().value.depth() as Int))
}

// lib.Base.in(int)
import lib.Base
import lib.Box
import lib.Leaf
import lib.Node
import lib.Utils

fun test(p0: Array<Base>, p1: Base) {
    val result: Any = Box(Utils.first(p0)).orElse(p1::self).`in`(Box<Node<Leaf>>().value.depth())
}

// lib.Base.type
import lib.Base
import lib.Box
import lib.Kind
import lib.Utils

fun test(p0: Array<Base>, p1: Base) {
    val result: Kind = Box<Base>(Utils.first<Base>(p0)).orElse(p1::self).type
}

// lib.Base.type
import lib.Base
import lib.Box
import lib.Kind
import lib.Utils

fun test(p0: Array<Base>, p1: Base) {
    val result: Kind = Box(Utils.first(p0)).orElse(p1::self).type
}

// lib.Box.map(java.util.function.Function<? super T, ? extends R>)
import java.util.function.Function
import java.util.function.Supplier
import lib.Box

fun test(p0: Box<Runnable>, p1: Boolean) {
    val v0: Box<Supplier<Array<Runnable>>> = Box.of<Supplier<Array<Runnable>>>(Supplier<Array<Runnable>>(p0::toArray), Supplier<Array<Runnable>>(p0::toArray))
    val result: Box<Any> = v0.map<Any>(Function<Supplier<Array<Runnable>>, Any> { x0 -> (if (p1) ((x0 as Any)) else ((x0 as Any))) })
}

// lib.Box.map(java.util.function.Function<? super T, ? extends R>)
import java.util.function.Function
import java.util.function.Supplier
import lib.Box

fun test(p0: Box<Runnable>, p1: Boolean) {
    val v0 = Box.of<Supplier<Array<Runnable>>>(Supplier<Array<Runnable>>(p0::toArray), Supplier<Array<Runnable>>(p0::toArray))
    val result: Box<Any> = v0.map(Function<Supplier<Array<Runnable>>, Any> { x0 -> (if (p1) ((x0 as Any)) else ((x0 as Any))) })
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

fun test(p0: Box<Leaf>) {
    val result: Any = p0.orElse(Box<Supplier<Leaf>>().get())
}

// lib.Box.orElse(java.util.function.Supplier<? extends T>)
import java.util.function.Supplier
import lib.Box
import lib.Leaf

fun test(p0: Box<Leaf>) {
    val result: Any = p0.orElse((Box<Supplier<Leaf>>().get() as Supplier<Leaf>))
}

// lib.Box.orElse(java.util.function.Supplier<? extends T>)
import java.util.function.Supplier
import lib.Box
import lib.Leaf

fun test(p0: Box<Leaf>) {
    val result = p0.orElse(Box<Supplier<Leaf>>().get())
}

// lib.Box.toArray()
import java.util.function.Function
import lib.Box
import lib.Outer

fun test(p0: Outer<Long>, p1: Box<Char>, p2: Boolean) {
    val result: Any = (if (p2) Box<Outer<Long>>(p0).map<Char>(Function<Outer<Long>, Char> { x0 -> 'a' }) else p1).toArray()
}

// lib.Box.toArray()
import java.util.function.Function
import lib.Box
import lib.Outer

fun test(p0: Outer<Long>, p1: Box<Char>, p2: Boolean) {
    val result = (if (p2) Box(p0).map<Char>(Function<Outer<Long>, Char> { x0 -> 'a' }) else p1).toArray()
}

// lib.Mark.value()
import lib.Box
import lib.Mark
import lib.Utils

fun test(p0: Mark, p1: Boolean, p2: Array<Mark>) {
    val v0: Mark = p0
    val result: CharSequence = Box.of<Mark>(p0, (if (p1) p0 else p0), v0, (if (p1) p0 else p0)).orElse(Utils.first<Mark>(p2)).value
}

// lib.Mark.value()
import lib.Box
import lib.Mark
import lib.Utils

fun test(p0: Mark, p1: Boolean, p2: Array<Mark>) {
    val v0: Mark = p0
    val result = Box.of(p0, (if (p1) p0 else p0), v0, (if (p1) p0 else p0)).orElse(Utils.first<Mark>(p2)).value
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

fun test(p0: MutableList<Char>, p1: ToLongFunction<in Char>) {
    val result: Any = Outer.Nested<Char>(Sorted<Char>().max(), Utils.sort<Char>(Utils.sort<Char>(p0, ToLongFunction<Char> { x0 -> 1L }), p1))
}

// lib.Outer.Nested.new(T, java.util.List<T>)
import java.util.function.ToLongFunction
import lib.Outer
import lib.Sorted
import lib.Utils

fun test(p0: MutableList<Char>, p1: ToLongFunction<in Char>) {
    val result: Any = Outer.Nested<Char>((Sorted<Char>().max() as Char), (Utils.sort<Char>(Utils.sort<Char>(p0, ToLongFunction<Char> { x0 -> 1L }), p1) as MutableList<Char>))
}

// lib.Outer.Nested.new(T, java.util.List<T>)
import java.util.function.ToLongFunction
import lib.Outer
import lib.Sorted
import lib.Utils

fun test(p0: MutableList<Char>, p1: ToLongFunction<in Char>) {
    val result = Outer.Nested(Sorted<Char>().max(), Utils.sort<Char>(Utils.sort(p0, ToLongFunction<Char> { x0 -> 1L }), p1))
}

// lib.Sorted.by(java.util.function.Function<? super T, ? extends K>)
import java.util.function.Function
import lib.Leaf
import lib.Node
import lib.Sorted
import lib.Utils

fun test(p0: Function<in String, out Int>, p1: Boolean, p2: Function<Int, Node<Leaf>>) {
    val result: Sorted<Char> = (if (p1) Sorted<String>().by<Int>(p0) else Sorted<Int>().put(1)).by<Char>(Utils.compose<Int, Node<Leaf>, Char>(p2, Function<Node<Leaf>, Char> { x0: Node<Leaf> -> 'a' }))
}

// lib.Sorted.by(java.util.function.Function<? super T, ? extends K>)
import java.util.function.Function
import lib.Leaf
import lib.Node
import lib.Sorted
import lib.Utils

fun test(p0: Function<in String, out Int>, p1: Boolean, p2: Function<Int, Node<Leaf>>) {
    val result: Sorted<Char> = (if (p1) Sorted<String>().by<Int>(p0) else Sorted<Int>().put(1)).by<Char>((Utils.compose<Int, Node<Leaf>, Char>(p2, Function<Node<Leaf>, Char> { x0: Node<Leaf> -> 'a' }) as Function<Int, Char>))
}

// lib.Sorted.by(java.util.function.Function<? super T, ? extends K>)
import java.util.function.Function
import lib.Leaf
import lib.Node
import lib.Sorted
import lib.Utils

fun test(p0: Function<in String, out Int>, p1: Boolean, p2: Function<Int, Node<Leaf>>) {
    val result = (if (p1) Sorted<String>().by<Int>(p0) else Sorted<Int>().put(1)).by(Utils.compose<Int, Node<Leaf>, Char>(p2, Function<Node<Leaf>, Char> { x0: Node<Leaf> -> 'a' }))
}

// lib.Utils.compose(java.util.function.Function<A, B>, java.util.function.Function<? super B, ? extends C>)
import java.util.function.Consumer
import java.util.function.Function
import lib.Leaf
import lib.Utils

fun test(p0: Function<Char, Float>) {
    val result: Function<Char, out Consumer<Leaf>> = Utils.compose<Char, Float, Consumer<Leaf>>(p0, Utils.compose<Float, Int, Consumer<Leaf>>(Function<Float, Int> { x0 -> 1 }, Function<Int, Consumer<Leaf>> { x0 -> Consumer<Leaf> { x1 ->  } }))
}

// lib.Utils.compose(java.util.function.Function<A, B>, java.util.function.Function<? super B, ? extends C>)
import java.util.function.Consumer
import java.util.function.Function
import lib.Leaf
import lib.Utils

fun test(p0: Function<Char, Float>) {
    val result: Function<Char, out Consumer<Leaf>> = Utils.compose<Char, Float, Consumer<Leaf>>((p0 as Function<Char, Float>), (Utils.compose<Float, Int, Consumer<Leaf>>(Function<Float, Int> { x0 -> 1 }, Function<Int, Consumer<Leaf>> { x0 -> Consumer<Leaf> { x1 ->  } }) as Function<Float, Consumer<Leaf>>))
}

// lib.Utils.compose(java.util.function.Function<A, B>, java.util.function.Function<? super B, ? extends C>)
import java.util.function.Consumer
import java.util.function.Function
import lib.Leaf
import lib.Utils

fun test(p0: Function<Char, Float>) {
    val result: Function<Char, out Consumer<Leaf>> = Utils.compose(p0, Utils.compose<Float, Int, Consumer<Leaf>>(Function<Float, Int> { x0 -> 1 }, Function<Int, Consumer<Leaf>> { x0 -> Consumer<Leaf> { x1 ->  } }))
}

// lib.Utils.copy(java.util.List<? super T>, java.util.List<? extends T>)
import java.util.function.Supplier
import java.util.function.ToLongFunction
import lib.Box
import lib.Utils

fun test(p0: Array<MutableList<Char>>, p1: Supplier<out MutableList<Char>>, p2: MutableList<Char>) {
    Utils.copy<Char>(Box<MutableList<Char>>(Utils.first<MutableList<Char>>(p0)).orElse(p1), Utils.sort<Char>(Utils.sort<Char>(p2, ToLongFunction<Char> { x0 -> 1L }), ToLongFunction<Char> { x0 -> 1L }))
}

// lib.Utils.copy(java.util.List<? super T>, java.util.List<? extends T>)
import java.util.function.Supplier
import java.util.function.ToLongFunction
import lib.Box
import lib.Utils

fun test(p0: Array<MutableList<Char>>, p1: Supplier<out MutableList<Char>>, p2: MutableList<Char>) {
    Utils.copy<Char>((Box<MutableList<Char>>(Utils.first<MutableList<Char>>(p0)).orElse(p1) as MutableList<Char>), (Utils.sort<Char>(Utils.sort<Char>(p2, ToLongFunction<Char> { x0 -> 1L }), ToLongFunction<Char> { x0 -> 1L }) as MutableList<Char>))
}

// lib.Utils.copy(java.util.List<? super T>, java.util.List<? extends T>)
import java.util.function.Supplier
import java.util.function.ToLongFunction
import lib.Box
import lib.Utils

fun test(p0: Array<MutableList<Char>>, p1: Supplier<out MutableList<Char>>, p2: MutableList<Char>) {
    Utils.copy(Box(Utils.first(p0)).orElse(p1), Utils.sort(Utils.sort(p2, ToLongFunction<Char> { x0 -> 1L }), ToLongFunction<Char> { x0 -> 1L }))
}

// lib.Utils.join(java.lang.String, java.lang.Object...)
import lib.Box
import lib.Utils

fun test(p0: Any) {
    val result: Any = Utils.join(Utils.join("a", Utils.over(p0), Utils.over(p0)), *Box<Any>().toArray())
}

// lib.Utils.join(java.lang.String, java.lang.Object...)
import lib.Box
import lib.Utils

fun test(p0: Any) {
    val result: Any = Utils.join((Utils.join("a", Utils.over(p0), Utils.over(p0)) as String), *((Box<Any>().toArray() as Array<Any>)))
}

// lib.Utils.matrix(double[][], byte, short, float, char, boolean)
import lib.Utils

fun test(p0: Array<DoubleArray>, p1: Array<Byte>) {
    val v0: Float = 1.0f
    val result: DoubleArray = Utils.matrix(p0, Utils.first<Byte>(p1), Utils.DEPTH, v0, 'a', true)
}

// lib.Utils.matrix(double[][], byte, short, float, char, boolean)
import lib.Utils

fun test(p0: Array<DoubleArray>, p1: Array<Byte>) {
    val v0: Float = 1.0f
    val result: DoubleArray = Utils.matrix((p0 as Array<DoubleArray>), (Utils.first<Byte>(p1) as Byte), (Utils.DEPTH as Short), (v0 as Float), (('a') as Char), ((true) as Boolean))
}

// lib.Utils.matrix(double[][], byte, short, float, char, boolean)
import lib.Utils

fun test(p0: Array<DoubleArray>, p1: Array<Byte>) {
    val v0: Float = 1.0f
    val result = Utils.matrix(p0, Utils.first(p1), Utils.DEPTH, v0, 'a', true)
}

// lib.Utils.run(java.lang.Runnable)
import lib.Utils

fun test(p0: Runnable) {
    Utils.run(p0)
}

// lib.Utils.run(java.lang.Runnable)
import lib.Utils

fun test(p0: Runnable) {
    Utils.run((p0 as Runnable))
}

// lib.Utils.sum(int...)
import lib.Box
import lib.Utils

fun test() {
    val result: Int = Utils.sum(*Box<IntArray>().get())
}

// lib.Utils.sum(int...)
import lib.Box
import lib.Utils

fun test() {
    val result: Int = Utils.sum(*((Box<IntArray>().get() as IntArray)))
}

// lib.Utils.sum(int...)
import lib.Box
import lib.Utils

fun test() {
    val result = Utils.sum(*Box<IntArray>().get())
}

