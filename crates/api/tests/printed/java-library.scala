// lib.Base.in(int)
import java.lang.Integer
import java.lang.Iterable
import java.lang.Object
import java.util.Iterator
import lib.Base
import lib.Box
import lib.Text
import lib.Utils

object Main {
  def test(p0: Iterable[Integer]): Unit = {
    val result: Object = Utils.entry[Base, Iterator[Integer]](Utils.over(new Base()).in(Text.MAX), (new Box[Iterable[Integer]]()).orElse(p0).iterator())
  }
}

// lib.Base.in(int)
import java.lang.Integer
import java.lang.Iterable
import java.lang.Object
import java.util.Iterator
import lib.Base
import lib.Box
import lib.Text
import lib.Utils

object Main {
  def test(p0: Iterable[Integer]): Unit = {
    val result: Object = Utils.entry[Base, Iterator[Integer]]((Utils.over(new Base()).in(Text.MAX): Base), ((new Box[Iterable[Integer]]()).orElse(p0).iterator(): Iterator[Integer]))
  }
}

// lib.Base.in(int)
import java.lang.Integer
import java.lang.Iterable
import lib.Base
import lib.Box
import lib.Text
import lib.Utils

object Main {
  def test(p0: Iterable[Integer]): Unit = {
    val result = Utils.entry(Utils.over(new Base()).in(Text.MAX), (new Box[Iterable[Integer]]()).orElse(p0).iterator())
  }
}

// lib.Base.type
import java.lang.Cloneable
import java.lang.Object
import java.util.Map
import lib.Base
import lib.Kind
import lib.Outer
import lib.Utils

object Main {
  def test(p0: java.lang.Double, p1: Outer[Cloneable], p2: Object): Unit = {
    val result: Map[Kind, ? >: Outer[Cloneable]] = Utils.entry[Kind, Outer[Cloneable]](Utils.over(new Base()).`type`, Utils.entry[java.lang.Double, Outer[Cloneable]](p0, p1).get(p2))
  }
}

// lib.Base.type
import java.lang.Cloneable
import java.lang.Object
import java.util.Map
import lib.Base
import lib.Kind
import lib.Outer
import lib.Utils

object Main {
  def test(p0: java.lang.Double, p1: Outer[Cloneable], p2: Object): Unit = {
    val result: Map[Kind, ? >: Outer[Cloneable]] = Utils.entry[Kind, Outer[Cloneable]]((Utils.over(new Base()).`type`: Kind), (Utils.entry[java.lang.Double, Outer[Cloneable]](p0, p1).get(p2): Outer[Cloneable]))
  }
}

// lib.Base.type
import java.lang.Cloneable
import java.lang.Object
import lib.Base
import lib.Outer
import lib.Utils

object Main {
  def test(p0: java.lang.Double, p1: Outer[Cloneable], p2: Object): Unit = {
    val result = Utils.entry(Utils.over(new Base()).`type`, Utils.entry[java.lang.Double, Outer[Cloneable]](p0, p1).get(p2))
  }
}

// lib.Box.map(java.util.function.Function<? super T, ? extends R>)
import java.lang.Character
import java.lang.Object
import java.util.Map
import lib.Base
import lib.Box
import lib.Shape
import lib.Utils

object Main {
  def test(p0: Box[Int], p1: Boolean, p2: Shape[Map[Base, Character]]): Unit = {
    val result: Object = (if p1 then p0 else p0).map[Byte](Utils.compose[Int, Double, Byte]((if p1 then ((x0) => p2.area()) else ((x0) => p2.area())), (x0) => (if p1 then (1.toByte) else (1.toByte))))
  }
}

// lib.Box.map(java.util.function.Function<? super T, ? extends R>)
import java.lang.Character
import java.lang.Object
import java.util.Map
import java.util.function.Function
import lib.Base
import lib.Box
import lib.Shape
import lib.Utils

object Main {
  def test(p0: Box[Int], p1: Boolean, p2: Shape[Map[Base, Character]]): Unit = {
    val result: Object = (if p1 then p0 else p0).map[Byte]((Utils.compose[Int, Double, Byte]((if p1 then ((x0) => p2.area()) else ((x0) => p2.area())), (x0) => (if p1 then (1.toByte) else (1.toByte))): Function[Int, Byte]))
  }
}

// lib.Box.map(java.util.function.Function<? super T, ? extends R>)
import java.lang.Character
import java.lang.Object
import java.util.Map
import lib.Base
import lib.Box
import lib.Shape
import lib.Utils

object Main {
  def test(p0: Box[Int], p1: Boolean, p2: Shape[Map[Base, Character]]): Unit = {
    val result: Object = (if p1 then p0 else p0).map(Utils.compose[Int, Double, Byte]((if p1 then ((x0) => p2.area()) else ((x0) => p2.area())), (x0) => (if p1 then (1.toByte) else (1.toByte))))
  }
}

// lib.Box.new(T)
import java.lang.Character
import java.lang.Object
import java.util.function.Function
import lib.Box
import lib.Utils

object Main {
  def test(p0: Function[Boolean, Float], p1: Function[? >: Float, ? <: Character], p2: Character, p3: Boolean): Unit = {
    val result: Object = new Box[Character]((if p3 then Utils.compose[Boolean, Float, Character](p0, p1).apply(true) else (if p3 then p2 else p2)))
  }
}

// lib.Box.new(T)
import java.lang.Character
import java.lang.Object
import java.util.function.Function
import lib.Box
import lib.Utils

object Main {
  def test(p0: Function[Boolean, Float], p1: Function[? >: Float, ? <: Character], p2: Character, p3: Boolean): Unit = {
    val result: Object = new Box[Character](((if p3 then Utils.compose[Boolean, Float, Character](p0, p1).apply(true) else (if p3 then p2 else p2)): Character))
  }
}

// lib.Box.new(T)
import java.lang.Character
import java.util.function.Function
import lib.Box
import lib.Utils

object Main {
  def test(p0: Function[Boolean, Float], p1: Function[? >: Float, ? <: Character], p2: Character, p3: Boolean): Unit = {
    val result = new Box((if p3 then Utils.compose[Boolean, Float, Character](p0, p1).apply(true) else (if p3 then p2 else p2)))
  }
}

// lib.Box.orElse(java.util.function.Supplier<? extends T>)
import java.lang.Character
import java.util.function.Supplier
import lib.Box

object Main {
  def test(p0: Box[Supplier[Character]], p1: Supplier[Character]): Unit = {
    val result: Supplier[Character] = p0.orElse(((() => p1): Supplier[Supplier[Character]]))
  }
}

// lib.Box.orElse(java.util.function.Supplier<? extends T>)
import java.lang.Character
import java.util.function.Supplier
import lib.Box

object Main {
  def test(p0: Box[Supplier[Character]], p1: Supplier[Character]): Unit = {
    val v0: Supplier[Character] = p0.orElse(((() => p1): Supplier[Supplier[Character]]))
    val result: Supplier[Character] = v0
  }
}

// lib.Box.toArray()
import java.lang.Character
import java.util.function.Function
import lib.Box

object Main {
  def test(p0: Character, p1: Boolean): Unit = {
    val v0: Function[? >: Float, ? <: Character] = (x0) => (if p1 then p0 else p0)
    val result: Array[Character] = (new Box[Float](1.0f)).map[Character](v0).toArray()
  }
}

// lib.Box.toArray()
import java.lang.Character
import java.util.function.Function
import lib.Box

object Main {
  def test(p0: Character, p1: Boolean): Unit = {
    val v0: Function[? >: Float, ? <: Character] = (x0) => (if p1 then p0 else p0)
    val v1: Array[Character] = (new Box[Float](1.0f)).map[Character](v0).toArray()
    val result: Array[Character] = v1
  }
}

// lib.Box.toArray()
import java.lang.Character
import java.util.function.Function
import lib.Box

object Main {
  def test(p0: Character, p1: Boolean): Unit = {
    val v0: Function[? >: Float, ? <: Character] = (x0) => (if p1 then p0 else p0)
    val result = (new Box[Float](1.0f)).map[Character](v0).toArray()
  }
}

// lib.Mark.value()
import java.lang.Comparable
import java.lang.Object
import java.lang.String
import lib.Mark
import lib.Outer
import lib.Utils

object Main {
  def test(p0: Comparable[Float], p1: Boolean, p2: java.lang.Double, p3: Mark, p4: Object): Unit = {
    val result: Outer[String] = new Outer[String](Utils.entry[Comparable[Float], Mark]((if p1 then p0 else p0), Utils.entry[java.lang.Double, Mark](p2, p3).get(p4)).put(p0, (if p1 then p3 else p3)).value())
  }
}

// lib.Mark.value()
import java.lang.Comparable
import java.lang.Object
import java.lang.String
import lib.Mark
import lib.Outer
import lib.Utils

object Main {
  def test(p0: Comparable[Float], p1: Boolean, p2: java.lang.Double, p3: Mark, p4: Object): Unit = {
    val result: Outer[String] = new Outer[String]((Utils.entry[Comparable[Float], Mark]((if p1 then p0 else p0), Utils.entry[java.lang.Double, Mark](p2, p3).get(p4)).put(p0, (if p1 then p3 else p3)).value(): String))
  }
}

// lib.Mark.value()
import java.lang.Comparable
import java.lang.Object
import lib.Mark
import lib.Outer
import lib.Utils

object Main {
  def test(p0: Comparable[Float], p1: Boolean, p2: java.lang.Double, p3: Mark, p4: Object): Unit = {
    val result = new Outer(Utils.entry[Comparable[Float], Mark]((if p1 then p0 else p0), Utils.entry[java.lang.Double, Mark](p2, p3).get(p4)).put(p0, (if p1 then p3 else p3)).value())
  }
}

// lib.Outer.Inner.new(B): scala cannot call it

// lib.Outer.Nested.new(T, java.util.List<T>): scala cannot call it

// lib.Sorted.by(java.util.function.Function<? super T, ? extends K>)
import java.lang.Character
import java.lang.Integer
import java.lang.String
import lib.Sorted
import lib.Utils

object Main {
  def test(p0: Integer, p1: Boolean, p2: Sorted[Integer], p3: java.lang.Boolean, p4: Array[Float], p5: Character): Unit = {
    val v0: Sorted[Integer] = p2
    val result: Sorted[Character] = (if p1 then (new Sorted[String]()).by[Integer]((x0) => (if p1 then p0 else p0)) else v0).by[Character](Utils.compose[Integer, java.lang.Boolean, Character](Utils.compose[Integer, Integer, java.lang.Boolean]((x0) => v0.max(), (x0) => (if p1 then p3 else p3)), (x0: java.lang.Boolean) => Utils.entry[Array[Float], Character](p4, p5).put(p4, p5)))
  }
}

// lib.Sorted.by(java.util.function.Function<? super T, ? extends K>)
import java.lang.Character
import java.lang.Integer
import java.lang.String
import java.util.function.Function
import lib.Sorted
import lib.Utils

object Main {
  def test(p0: Integer, p1: Boolean, p2: Sorted[Integer], p3: java.lang.Boolean, p4: Array[Float], p5: Character): Unit = {
    val v0: Sorted[Integer] = p2
    val result: Sorted[Character] = (if p1 then (new Sorted[String]()).by[Integer]((x0) => (if p1 then p0 else p0)) else v0).by[Character]((Utils.compose[Integer, java.lang.Boolean, Character](Utils.compose[Integer, Integer, java.lang.Boolean]((x0) => v0.max(), (x0) => (if p1 then p3 else p3)), (x0: java.lang.Boolean) => Utils.entry[Array[Float], Character](p4, p5).put(p4, p5)): Function[Integer, Character]))
  }
}

// lib.Sorted.by(java.util.function.Function<? super T, ? extends K>)
import java.lang.Character
import java.lang.Integer
import java.lang.String
import lib.Sorted
import lib.Utils

object Main {
  def test(p0: Integer, p1: Boolean, p2: Sorted[Integer], p3: java.lang.Boolean, p4: Array[Float], p5: Character): Unit = {
    val v0: Sorted[Integer] = p2
    val result = (if p1 then (new Sorted[String]()).by[Integer]((x0) => (if p1 then p0 else p0)) else v0).by(Utils.compose(Utils.compose[Integer, Integer, java.lang.Boolean]((x0) => v0.max(), (x0) => (if p1 then p3 else p3)), (x0: java.lang.Boolean) => Utils.entry[Array[Float], Character](p4, p5).put(p4, p5)))
  }
}

// lib.Utils.compose(java.util.function.Function<A, B>, java.util.function.Function<? super B, ? extends C>)
import java.lang.Character
import java.lang.Comparable
import java.lang.String
import java.util.Iterator
import java.util.function.Consumer
import java.util.function.Function
import lib.Leaf
import lib.Node
import lib.Utils

object Main {
  def test(p0: Function[Character, Node[Leaf]], p1: Function[Consumer[? >: Comparable[Float]], Iterator[String]]): Unit = {
    val v0: Function[? >: Node[Leaf], ? <: Consumer[? >: Comparable[Float]]] = (x0: Node[Leaf]) => (x1) => ()
    val result: Function[Character, Iterator[String]] = Utils.compose[Character, Consumer[? >: Comparable[Float]], Iterator[String]](Utils.compose[Character, Node[Leaf], Consumer[? >: Comparable[Float]]](p0, v0), p1)
  }
}

// lib.Utils.compose(java.util.function.Function<A, B>, java.util.function.Function<? super B, ? extends C>)
import java.lang.Character
import java.lang.Comparable
import java.lang.String
import java.util.Iterator
import java.util.function.Consumer
import java.util.function.Function
import lib.Leaf
import lib.Node
import lib.Utils

object Main {
  def test(p0: Function[Character, Node[Leaf]], p1: Function[Consumer[? >: Comparable[Float]], Iterator[String]]): Unit = {
    val v0: Function[? >: Node[Leaf], ? <: Consumer[? >: Comparable[Float]]] = (x0: Node[Leaf]) => (x1) => ()
    val result: Function[Character, Iterator[String]] = Utils.compose[Character, Consumer[? >: Comparable[Float]], Iterator[String]]((Utils.compose[Character, Node[Leaf], Consumer[? >: Comparable[Float]]](p0, v0): Function[Character, Consumer[? >: Comparable[Float]]]), (p1: Function[Consumer[? >: Comparable[Float]], Iterator[String]]))
  }
}

// lib.Utils.compose(java.util.function.Function<A, B>, java.util.function.Function<? super B, ? extends C>)
import java.lang.Character
import java.lang.Comparable
import java.lang.String
import java.util.Iterator
import java.util.function.Consumer
import java.util.function.Function
import lib.Leaf
import lib.Node
import lib.Utils

object Main {
  def test(p0: Function[Character, Node[Leaf]], p1: Function[Consumer[? >: Comparable[Float]], Iterator[String]]): Unit = {
    val v0: Function[? >: Node[Leaf], ? <: Consumer[? >: Comparable[Float]]] = (x0: Node[Leaf]) => (x1) => ()
    val result = Utils.compose[Character, Consumer[? >: Comparable[Float]], Iterator[String]](Utils.compose[Character, Node[Leaf], Consumer[? >: Comparable[Float]]](p0, v0), p1)
  }
}

// lib.Utils.copy(java.util.List<? super T>, java.util.List<? extends T>)
import java.lang.Character
import java.util.List
import java.util.function.ToLongFunction
import lib.Utils

object Main {
  def test(p0: List[Character], p1: List[ToLongFunction[? >: Character]]): Unit = {
    Utils.copy[Character](Utils.sort[Character](Utils.sort[Character](p0, (x0) => 1L), Utils.sort[ToLongFunction[? >: Character]](p1, (x0: ToLongFunction[? >: Character]) => 1L).set(1, (x0) => 1L)), p0)
  }
}

// lib.Utils.copy(java.util.List<? super T>, java.util.List<? extends T>)
import java.lang.Character
import java.util.List
import java.util.function.ToLongFunction
import lib.Utils

object Main {
  def test(p0: List[Character], p1: List[ToLongFunction[? >: Character]]): Unit = {
    Utils.copy[Character]((Utils.sort[Character](Utils.sort[Character](p0, (x0) => 1L), Utils.sort[ToLongFunction[? >: Character]](p1, (x0: ToLongFunction[? >: Character]) => 1L).set(1, (x0) => 1L)): List[Character]), (p0: List[Character]))
  }
}

// lib.Utils.copy(java.util.List<? super T>, java.util.List<? extends T>)
import java.lang.Character
import java.util.List
import java.util.function.ToLongFunction
import lib.Utils

object Main {
  def test(p0: List[Character], p1: List[ToLongFunction[? >: Character]]): Unit = {
    Utils.copy(Utils.sort[Character](Utils.sort(p0, (x0) => 1L), Utils.sort(p1, (x0: ToLongFunction[? >: Character]) => 1L).set(1, (x0) => 1L)), p0)
  }
}

// lib.Utils.join(java.lang.String, java.lang.Object...)
import java.lang.Object
import java.lang.String
import lib.Box
import lib.Leaf
import lib.Node
import lib.Utils

object Main {
  def test(p0: Node[Leaf], p1: Object, p2: Box[Object]): Unit = {
    val result: String = Utils.join(Utils.entry[Int, String](p0.depth(), String.valueOf(p1)).get(Utils.over(p1)), p2.toArray()*)
  }
}

// lib.Utils.join(java.lang.String, java.lang.Object...)
import java.lang.Object
import java.lang.String
import lib.Box
import lib.Leaf
import lib.Node
import lib.Utils

object Main {
  def test(p0: Node[Leaf], p1: Object, p2: Box[Object]): Unit = {
    val result: String = Utils.join((Utils.entry[Int, String](p0.depth(), String.valueOf(p1)).get(Utils.over(p1)): String), ((p2.toArray(): Array[Object]))*)
  }
}

// lib.Utils.matrix(double[][], byte, short, float, char, boolean)
import lib.Box
import lib.Utils

object Main {
  def test(p0: Array[Array[Double]], p1: Boolean): Unit = {
    val v0: Byte = 1
    val v1: Byte = 1.toByte
    val result: Array[Double] = Utils.matrix(Box.of[Array[Double]](Utils.matrix(p0, 1.toByte, 1, 1.0f, 1, true), Utils.matrix(p0, 1, 1, 1, 1, true)).toArray(), (if p1 then v0 else v1), Utils.DEPTH, 1.0f, 'a', p1)
  }
}

// lib.Utils.matrix(double[][], byte, short, float, char, boolean)
import lib.Box
import lib.Utils

object Main {
  def test(p0: Array[Array[Double]], p1: Boolean): Unit = {
    val v0: Byte = 1
    val v1: Byte = 1.toByte
    val result: Array[Double] = Utils.matrix((Box.of[Array[Double]](Utils.matrix(p0, 1.toByte, 1, 1.0f, 1, true), Utils.matrix(p0, 1, 1, 1, 1, true)).toArray(): Array[Array[Double]]), ((if p1 then v0 else v1): Byte), (Utils.DEPTH: Short), ((1.0f): Float), (('a'): Char), (p1: Boolean))
  }
}

// lib.Utils.matrix(double[][], byte, short, float, char, boolean)
import lib.Box
import lib.Utils

object Main {
  def test(p0: Array[Array[Double]], p1: Boolean): Unit = {
    val v0: Byte = 1
    val v1 = 1.toByte
    val result: Array[Double] = Utils.matrix(Box.of[Array[Double]](Utils.matrix(p0, 1.toByte, 1, 1.0f, 1, true), Utils.matrix(p0, 1, 1, 1, 1, true)).toArray(), (if p1 then v0 else v1), Utils.DEPTH, 1.0f, 'a', p1)
  }
}

// lib.Utils.run(java.lang.Runnable)
import java.lang.Runnable
import java.util.function.Supplier
import lib.Box
import lib.Utils

object Main {
  def test(p0: Runnable, p1: Supplier[Runnable], p2: Boolean): Unit = {
    Utils.run(Box.of[Runnable](p0, () => ()).orElse((if p2 then p1 else p1)))
  }
}

// lib.Utils.run(java.lang.Runnable)
import java.lang.Runnable
import java.util.function.Supplier
import lib.Box
import lib.Utils

object Main {
  def test(p0: Runnable, p1: Supplier[Runnable], p2: Boolean): Unit = {
    Utils.run((Box.of[Runnable](p0, () => ()).orElse((if p2 then p1 else p1)): Runnable))
  }
}

// lib.Utils.sum(int...)
import java.lang.Cloneable
import lib.Box
import lib.Utils

object Main {
  def test(p0: Array[Int], p1: Array[Array[Double]]): Unit = {
    val result: Int = Utils.sum(Utils.compose[Array[Double], Char, Array[Int]](Utils.compose[Array[Double], Cloneable, Char]((x0) => x0, (x0) => x0.toString().charAt(1)), (x0: Char) => (new Box[Array[Int]]()).orElse(p0)).apply(Utils.matrix(p1, 1, 1, 1.0f, 'a', true))*)
  }
}

// lib.Utils.sum(int...)
import java.lang.Cloneable
import lib.Box
import lib.Utils

object Main {
  def test(p0: Array[Int], p1: Array[Array[Double]]): Unit = {
    val result: Int = Utils.sum(((Utils.compose[Array[Double], Char, Array[Int]](Utils.compose[Array[Double], Cloneable, Char]((x0) => x0, (x0) => x0.toString().charAt(1)), (x0: Char) => (new Box[Array[Int]]()).orElse(p0)).apply(Utils.matrix(p1, 1, 1, 1.0f, 'a', true)): Array[Int]))*)
  }
}

// lib.Utils.sum(int...)
import java.lang.Cloneable
import lib.Box
import lib.Utils

object Main {
  def test(p0: Array[Int], p1: Array[Array[Double]]): Unit = {
    val result = Utils.sum(Utils.compose[Array[Double], Char, Array[Int]](Utils.compose[Array[Double], Cloneable, Char]((x0) => x0, (x0) => x0.toString().charAt(1)), (x0: Char) => (new Box[Array[Int]]()).orElse(p0)).apply(Utils.matrix(p1, 1, 1, 1.0f, 'a', true))*)
  }
}

