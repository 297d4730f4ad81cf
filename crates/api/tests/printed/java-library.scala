// lib.Base.in(int)
import java.util.List
import java.util.Map
import lib.Base
import lib.Box
import lib.Text
import lib.Utils

object Main {
  def test(p0: Box[java.lang.Long]): Unit = {
    val result: Map[Base, ? >: java.lang.Long] = Utils.entry[Base, java.lang.Long](Utils.over(new Base()).in(Text.MAX), List.of[Box[java.lang.Long]](p0, p0).set(1, p0).value)
  }
}

// lib.Base.in(int)
import java.util.List
import java.util.Map
import lib.Base
import lib.Box
import lib.Text
import lib.Utils

object Main {
  def test(p0: Box[java.lang.Long]): Unit = {
    val result: Map[Base, ? >: java.lang.Long] = Utils.entry[Base, java.lang.Long]((Utils.over(new Base()).in(Text.MAX): Base), (List.of[Box[java.lang.Long]](p0, p0).set(1, p0).value: java.lang.Long))
  }
}

// lib.Base.in(int)
import java.util.List
import lib.Base
import lib.Box
import lib.Text
import lib.Utils

object Main {
  def test(p0: Box[java.lang.Long]): Unit = {
    val result = Utils.entry(Utils.over(new Base()).in(Text.MAX), List.of[Box[java.lang.Long]](p0, p0).set(1, p0).value)
  }
}

// lib.Base.type
import java.util.Map
import lib.Base
import lib.Kind
import lib.Utils

object Main {
  def test(p0: Array[java.lang.Double]): Unit = {
    val result: Map[Kind, java.lang.Double] = Utils.entry[Kind, java.lang.Double](Utils.over(new Base()).`type`, Utils.first[java.lang.Double](p0))
  }
}

// lib.Base.type
import java.util.Map
import lib.Base
import lib.Kind
import lib.Utils

object Main {
  def test(p0: Array[java.lang.Double]): Unit = {
    val result: Map[Kind, java.lang.Double] = Utils.entry[Kind, java.lang.Double]((Utils.over(new Base()).`type`: Kind), (Utils.first[java.lang.Double](p0): java.lang.Double))
  }
}

// lib.Base.type
import java.util.Map
import lib.Base
import lib.Kind
import lib.Utils

object Main {
  def test(p0: Array[java.lang.Double]): Unit = {
    val result: Map[Kind, java.lang.Double] = Utils.entry(Utils.over(new Base()).`type`, Utils.first(p0))
  }
}

// lib.Box.map(java.util.function.Function<? super T, ? extends R>)
import java.lang.Character
import java.lang.Class
import java.lang.Iterable
import java.lang.Object
import java.lang.Runnable
import java.util.Collection
import java.util.function.Predicate
import lib.Box
import lib.Utils

object Main {
  def test(p0: Collection[Array[Runnable]], p1: Class[Character]): Unit = {
    val v0: Box[Predicate[Array[Runnable]]] = Box.of[Predicate[Array[Runnable]]](p0.add, (x0) => p0.equals(x0))
    val result: Iterable[Object] = v0.map[Object](Utils.compose[Predicate[Array[Runnable]], Class[Character], Object]((x0) => p1, (x0: Class[Character]) => p0.toString()))
  }
}

// lib.Box.map(java.util.function.Function<? super T, ? extends R>)
import java.lang.Character
import java.lang.Class
import java.lang.Iterable
import java.lang.Object
import java.lang.Runnable
import java.util.Collection
import java.util.function.Function
import java.util.function.Predicate
import lib.Box
import lib.Utils

object Main {
  def test(p0: Collection[Array[Runnable]], p1: Class[Character]): Unit = {
    val v0: Box[Predicate[Array[Runnable]]] = Box.of[Predicate[Array[Runnable]]](p0.add, (x0) => p0.equals(x0))
    val result: Iterable[Object] = v0.map[Object]((Utils.compose[Predicate[Array[Runnable]], Class[Character], Object]((x0) => p1, (x0: Class[Character]) => p0.toString()): Function[Predicate[Array[Runnable]], Object]))
  }
}

// lib.Box.map(java.util.function.Function<? super T, ? extends R>)
import java.lang.Character
import java.lang.Class
import java.lang.Iterable
import java.lang.Object
import java.lang.Runnable
import java.util.Collection
import java.util.function.Predicate
import lib.Box
import lib.Utils

object Main {
  def test(p0: Collection[Array[Runnable]], p1: Class[Character]): Unit = {
    val v0: Box[Predicate[Array[Runnable]]] = Box.of[Predicate[Array[Runnable]]](p0.add, (x0) => p0.equals(x0))
    val result: Iterable[Object] = v0.map(Utils.compose[Predicate[Array[Runnable]], Class[Character], Object]((x0) => p1, (x0: Class[Character]) => p0.toString()))
  }
}

// lib.Box.new(T)
import java.lang.Character
import java.lang.Object
import java.util.List
import lib.Box

object Main {
  def test(p0: Box[Character], p1: Character, p2: Boolean): Unit = {
    val result: Object = new Box[Character]((if p2 then List.of[Box[Character]](p0, p0).set(1, p0).value else p1))
  }
}

// lib.Box.new(T)
import java.lang.Character
import java.lang.Object
import java.util.List
import lib.Box

object Main {
  def test(p0: Box[Character], p1: Character, p2: Boolean): Unit = {
    val result: Object = new Box[Character](((if p2 then List.of[Box[Character]](p0, p0).set(1, p0).value else p1): Character))
  }
}

// lib.Box.new(T)
import java.lang.Character
import java.util.List
import lib.Box

object Main {
  def test(p0: Box[Character], p1: Character, p2: Boolean): Unit = {
    val result = new Box((if p2 then List.of[Box[Character]](p0, p0).set(1, p0).value else p1))
  }
}

// lib.Box.orElse(java.util.function.Supplier<? extends T>)
import java.lang.Object
import java.util.function.Supplier
import lib.Box
import lib.Leaf
import lib.Utils

object Main {
  def test(p0: Box[Leaf], p1: Supplier[Leaf], p2: Object): Unit = {
    val result: Leaf = p0.orElse(Utils.entry[Object, Supplier[Leaf]](p0, p1).get(p2))
  }
}

// lib.Box.orElse(java.util.function.Supplier<? extends T>)
import java.lang.Object
import java.util.function.Supplier
import lib.Box
import lib.Leaf
import lib.Utils

object Main {
  def test(p0: Box[Leaf], p1: Supplier[Leaf], p2: Object): Unit = {
    val result: Leaf = p0.orElse((Utils.entry[Object, Supplier[Leaf]](p0, p1).get(p2): Supplier[Leaf]))
  }
}

// lib.Box.orElse(java.util.function.Supplier<? extends T>)
import java.lang.Object
import java.util.function.Supplier
import lib.Box
import lib.Leaf
import lib.Utils

object Main {
  def test(p0: Box[Leaf], p1: Supplier[Leaf], p2: Object): Unit = {
    val result = p0.orElse(Utils.entry[Object, Supplier[Leaf]](p0, p1).get(p2))
  }
}

// lib.Box.toArray()
import java.lang.Character
import lib.Box
import lib.Leaf
import lib.Node
import lib.Outer
import lib.Utils

object Main {
  def test(p0: Outer[java.lang.Long], p1: Node[Leaf], p2: Character, p3: Box[Character], p4: Boolean): Unit = {
    val result: Array[Character] = (if p4 then (new Box[Outer[java.lang.Long]](p0)).map[Character]((x0) => Utils.entry[Node[Leaf], Character](p1, p2).get(p2)) else p3.filter((x0) => p3.iterator().hasNext())).toArray()
  }
}

// lib.Box.toArray()
import java.lang.Character
import lib.Box
import lib.Leaf
import lib.Node
import lib.Outer
import lib.Utils

object Main {
  def test(p0: Outer[java.lang.Long], p1: Node[Leaf], p2: Character, p3: Box[Character], p4: Boolean): Unit = {
    val v0: Array[Character] = (if p4 then (new Box[Outer[java.lang.Long]](p0)).map[Character]((x0) => Utils.entry[Node[Leaf], Character](p1, p2).get(p2)) else p3.filter((x0) => p3.iterator().hasNext())).toArray()
    val result: Array[Character] = v0
  }
}

// lib.Mark.value()
import java.lang.Object
import java.lang.String
import lib.Box
import lib.Leaf
import lib.Mark
import lib.Utils

object Main {
  def test(p0: Leaf, p1: Array[Mark], p2: Mark): Unit = {
    val result: Object = new Box[String](Utils.entry[Leaf, Mark](p0, Utils.first[Mark](p1)).put(p0, p2).value())
  }
}

// lib.Mark.value()
import java.lang.Object
import java.lang.String
import lib.Box
import lib.Leaf
import lib.Mark
import lib.Utils

object Main {
  def test(p0: Leaf, p1: Array[Mark], p2: Mark): Unit = {
    val result: Object = new Box[String]((Utils.entry[Leaf, Mark](p0, Utils.first[Mark](p1)).put(p0, p2).value(): String))
  }
}

// lib.Mark.value()
import java.lang.Object
import lib.Box
import lib.Leaf
import lib.Mark
import lib.Utils

object Main {
  def test(p0: Leaf, p1: Array[Mark], p2: Mark): Unit = {
    val result: Object = new Box(Utils.entry[Leaf, Mark](p0, Utils.first(p1)).put(p0, p2).value())
  }
}

// lib.Outer.Inner.new(B): scala cannot call it

// lib.Outer.Nested.new(T, java.util.List<T>): scala cannot call it

// lib.Sorted.by(java.util.function.Function<? super T, ? extends K>)
import java.lang.Character
import java.lang.Integer
import java.lang.Object
import java.lang.String
import java.util.function.Function
import lib.Sorted
import lib.Utils

object Main {
  def test(p0: Integer, p1: Boolean, p2: Sorted[Integer], p3: Function[Integer, Character], p4: Function[? >: Object, ? <: Character]): Unit = {
    val v0: Sorted[Integer] = p2
    val result: Object = (if p1 then (new Sorted[String]()).by[Integer]((x0) => (if p1 then p0 else p0)) else v0).by[Character](Utils.compose[Integer, Character, Character](p3, Utils.compose[Character, Object, Character]((x0) => x0.toString(), p4)))
  }
}

// lib.Sorted.by(java.util.function.Function<? super T, ? extends K>)
import java.lang.Character
import java.lang.Integer
import java.lang.Object
import java.lang.String
import java.util.function.Function
import lib.Sorted
import lib.Utils

object Main {
  def test(p0: Integer, p1: Boolean, p2: Sorted[Integer], p3: Function[Integer, Character], p4: Function[? >: Object, ? <: Character]): Unit = {
    val v0: Sorted[Integer] = p2
    val result: Object = (if p1 then (new Sorted[String]()).by[Integer]((x0) => (if p1 then p0 else p0)) else v0).by[Character]((Utils.compose[Integer, Character, Character](p3, Utils.compose[Character, Object, Character]((x0) => x0.toString(), p4)): Function[Integer, Character]))
  }
}

// lib.Sorted.by(java.util.function.Function<? super T, ? extends K>)
import java.lang.Character
import java.lang.Integer
import java.lang.Object
import java.lang.String
import java.util.function.Function
import lib.Sorted
import lib.Utils

object Main {
  def test(p0: Integer, p1: Boolean, p2: Sorted[Integer], p3: Function[Integer, Character], p4: Function[? >: Object, ? <: Character]): Unit = {
    val v0: Sorted[Integer] = p2
    val result = (if p1 then (new Sorted[String]()).by[Integer]((x0) => (if p1 then p0 else p0)) else v0).by(Utils.compose(p3, Utils.compose[Character, Object, Character]((x0) => x0.toString(), p4)))
  }
}

// lib.Utils.compose(java.util.function.Function<A, B>, java.util.function.Function<? super B, ? extends C>)
import java.lang.Character
import java.lang.Integer
import java.util.function.Consumer
import java.util.function.Function
import lib.Leaf
import lib.Utils

object Main {
  def test(p0: Function[Character, java.lang.Float], p1: Integer, p2: Consumer[Leaf], p3: Boolean): Unit = {
    val result: Function[Character, Consumer[Leaf]] = Utils.compose[Character, java.lang.Float, Consumer[Leaf]](p0, Utils.compose[java.lang.Float, Integer, Consumer[Leaf]]((x0) => p1, (x0) => (if p3 then p2 else p2)))
  }
}

// lib.Utils.compose(java.util.function.Function<A, B>, java.util.function.Function<? super B, ? extends C>)
import java.lang.Character
import java.lang.Integer
import java.util.function.Consumer
import java.util.function.Function
import lib.Leaf
import lib.Utils

object Main {
  def test(p0: Function[Character, java.lang.Float], p1: Integer, p2: Consumer[Leaf], p3: Boolean): Unit = {
    val result: Function[Character, Consumer[Leaf]] = Utils.compose[Character, java.lang.Float, Consumer[Leaf]]((p0: Function[Character, java.lang.Float]), (Utils.compose[java.lang.Float, Integer, Consumer[Leaf]]((x0) => p1, (x0) => (if p3 then p2 else p2)): Function[java.lang.Float, Consumer[Leaf]]))
  }
}

// lib.Utils.compose(java.util.function.Function<A, B>, java.util.function.Function<? super B, ? extends C>)
import java.lang.Character
import java.lang.Integer
import java.util.function.Consumer
import java.util.function.Function
import lib.Leaf
import lib.Utils

object Main {
  def test(p0: Function[Character, java.lang.Float], p1: Integer, p2: Consumer[Leaf], p3: Boolean): Unit = {
    val result: Function[Character, Consumer[Leaf]] = Utils.compose(p0, Utils.compose[java.lang.Float, Integer, Consumer[Leaf]]((x0) => p1, (x0) => (if p3 then p2 else p2)))
  }
}

// lib.Utils.copy(java.util.List<? super T>, java.util.List<? extends T>)
import java.lang.Character
import java.util.List
import java.util.function.ToLongFunction
import lib.Utils

object Main {
  def test(p0: Character, p1: ToLongFunction[? >: Character], p2: List[Character], p3: ToLongFunction[java.lang.Short], p4: java.lang.Short): Unit = {
    Utils.copy[Character](Utils.sort[Character](List.of[Character](p0, p0, p0), p1), Utils.sort[Character](Utils.sort[Character](p2, (x0) => p3.applyAsLong(p4)), (x0) => p3.applyAsLong(p4)))
  }
}

// lib.Utils.copy(java.util.List<? super T>, java.util.List<? extends T>)
import java.lang.Character
import java.util.List
import java.util.function.ToLongFunction
import lib.Utils

object Main {
  def test(p0: Character, p1: ToLongFunction[? >: Character], p2: List[Character], p3: ToLongFunction[java.lang.Short], p4: java.lang.Short): Unit = {
    Utils.copy[Character]((Utils.sort[Character](List.of[Character](p0, p0, p0), p1): List[Character]), (Utils.sort[Character](Utils.sort[Character](p2, (x0) => p3.applyAsLong(p4)), (x0) => p3.applyAsLong(p4)): List[Character]))
  }
}

// lib.Utils.copy(java.util.List<? super T>, java.util.List<? extends T>)
import java.lang.Character
import java.util.List
import java.util.function.ToLongFunction
import lib.Utils

object Main {
  def test(p0: Character, p1: ToLongFunction[? >: Character], p2: List[Character], p3: ToLongFunction[java.lang.Short], p4: java.lang.Short): Unit = {
    Utils.copy(Utils.sort[Character](List.of(p0, p0, p0), p1), Utils.sort(Utils.sort(p2, (x0) => p3.applyAsLong(p4)), (x0) => p3.applyAsLong(p4)))
  }
}

// lib.Utils.join(java.lang.String, java.lang.Object...)
import java.lang.Object
import java.lang.String
import lib.Utils

object Main {
  def test(p0: Array[Int], p1: Array[Object]): Unit = {
    val v0: Array[Int] = p0
    val v1: String = "a"
    val result: Object = Utils.join(Utils.entry[Array[Int], String](v0, v1).get(v0), p1*)
  }
}

// lib.Utils.join(java.lang.String, java.lang.Object...)
import java.lang.Object
import java.lang.String
import lib.Utils

object Main {
  def test(p0: Array[Int], p1: Array[Object]): Unit = {
    val v0: Array[Int] = p0
    val v1: String = "a"
    val result: Object = Utils.join((Utils.entry[Array[Int], String](v0, v1).get(v0): String), ((p1: Array[Object]))*)
  }
}

// lib.Utils.join(java.lang.String, java.lang.Object...)
import java.lang.Object
import java.lang.String
import lib.Utils

object Main {
  def test(p0: Array[Int], p1: Array[Object]): Unit = {
    val v0 = p0
    val v1: String = "a"
    val result: Object = Utils.join(Utils.entry[Array[Int], String](v0, v1).get(v0), p1*)
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
import lib.Utils

object Main {
  def test(p0: Runnable): Unit = {
    Utils.run(p0)
  }
}

// lib.Utils.run(java.lang.Runnable)
import java.lang.Runnable
import lib.Utils

object Main {
  def test(p0: Runnable): Unit = {
    Utils.run((p0: Runnable))
  }
}

// lib.Utils.sum(int...)
import java.lang.Iterable
import java.lang.Number
import java.util.function.Function
import lib.Text
import lib.Utils
import lib.Visitor

object Main {
  def test(p0: Function[Text, Visitor[Number]], p1: Array[Iterable[Array[Int]]], p2: Text): Unit = {
    val v0: Text = p2
    val result: Int = Utils.sum(Utils.compose[Text, Visitor[Number], Array[Int]](p0, (x0) => Utils.first[Iterable[Array[Int]]](p1).iterator().next()).apply(v0)*)
  }
}

// lib.Utils.sum(int...)
import java.lang.Iterable
import java.lang.Number
import java.util.function.Function
import lib.Text
import lib.Utils
import lib.Visitor

object Main {
  def test(p0: Function[Text, Visitor[Number]], p1: Array[Iterable[Array[Int]]], p2: Text): Unit = {
    val v0: Text = p2
    val result: Int = Utils.sum(((Utils.compose[Text, Visitor[Number], Array[Int]](p0, (x0) => Utils.first[Iterable[Array[Int]]](p1).iterator().next()).apply(v0): Array[Int]))*)
  }
}

// lib.Utils.sum(int...)
import java.lang.Iterable
import java.lang.Number
import java.util.function.Function
import lib.Text
import lib.Utils
import lib.Visitor

object Main {
  def test(p0: Function[Text, Visitor[Number]], p1: Array[Iterable[Array[Int]]], p2: Text): Unit = {
    val v0 = p2
    val result = Utils.sum(Utils.compose[Text, Visitor[Number], Array[Int]](p0, (x0) => Utils.first[Iterable[Array[Int]]](p1).iterator().next()).apply(v0)*)
  }
}

