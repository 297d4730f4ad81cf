// lib.Base.in(int)
import java.lang.Integer
import java.util.Collection
import java.util.function.Function
import java.util.function.Supplier
import lib.Base
import lib.Box
import lib.Utils

object Main {
  def test(p0: Array[Base], p1: Supplier[? <: Collection[Integer]]): Unit = {
    val result: Base = Function.identity[Base]().apply(Utils.first[Base](p0)).in((new Box[Collection[Integer]]()).orElse(p1).size())
  }
}

// lib.Base.in(int)
import java.lang.Integer
import java.util.Collection
import java.util.function.Function
import java.util.function.Supplier
import lib.Base
import lib.Box
import lib.Utils

object Main {
  def test(p0: Array[Base], p1: Supplier[? <: Collection[Integer]]): Unit = {
    val result: Base = Function.identity[Base]().apply(Utils.first[Base](p0)).in(((new Box[Collection[Integer]]()).orElse(p1).size(): Int))
  }
}

// lib.Base.in(int)
import java.lang.Integer
import java.util.Collection
import java.util.function.Function
import java.util.function.Supplier
import lib.Base
import lib.Box
import lib.Utils

object Main {
  def test(p0: Array[Base], p1: Supplier[? <: Collection[Integer]]): Unit = {
    val result = Function.identity[Base]().apply(Utils.first(p0)).in((new Box[Collection[Integer]]()).orElse(p1).size())
  }
}

// lib.Base.type
import java.lang.Object
import java.util.function.Function
import lib.Base
import lib.Utils

object Main {
  def test(p0: Array[Base]): Unit = {
    val result: Object = Function.identity[Base]().apply(Utils.first[Base](p0)).`type`
  }
}

// lib.Base.type
import java.util.function.Function
import lib.Base
import lib.Utils

object Main {
  def test(p0: Array[Base]): Unit = {
    val result = Function.identity[Base]().apply(Utils.first(p0)).`type`
  }
}

// lib.Box.map(java.util.function.Function<? super T, ? extends R>)
import java.lang.Iterable
import java.lang.Object
import java.lang.Runnable
import java.util.Collection
import java.util.function.Function
import java.util.function.Predicate
import lib.Box
import lib.Utils

object Main {
  def test(p0: Collection[Array[Runnable]], p1: Object): Unit = {
    val v0: Box[Predicate[Array[Runnable]]] = Box.of[Predicate[Array[Runnable]]](p0.add, p1.equals)
    val v1: Function[? >: Predicate[Array[Runnable]], ? <: Object] = Utils.over
    val result: Iterable[Object] = v0.map[Object](v1)
  }
}

// lib.Box.map(java.util.function.Function<? super T, ? extends R>)
import java.lang.Iterable
import java.lang.Object
import java.lang.Runnable
import java.util.Collection
import java.util.function.Function
import java.util.function.Predicate
import lib.Box
import lib.Utils

object Main {
  def test(p0: Collection[Array[Runnable]], p1: Object): Unit = {
    val v0: Box[Predicate[Array[Runnable]]] = Box.of[Predicate[Array[Runnable]]](p0.add, p1.equals)
    val v1: Function[? >: Predicate[Array[Runnable]], ? <: Object] = Utils.over
    val result: Iterable[Object] = v0.map[Object]((v1: Function[? >: Predicate[Array[Runnable]], ? <: Object]))
  }
}

// lib.Box.new(T)
import java.lang.Character
import java.lang.Iterable
import java.util.List
import lib.Box
import lib.Utils

object Main {
  def test(p0: Character, p1: Array[List[Box[Character]]], p2: Boolean): Unit = {
    val result: Iterable[? <: Character] = new Box[Character]((if p2 then p0 else Utils.first[List[Box[Character]]](p1).get(1).orElse(() => p0)))
  }
}

// lib.Box.new(T)
import java.lang.Character
import java.lang.Iterable
import java.util.List
import lib.Box
import lib.Utils

object Main {
  def test(p0: Character, p1: Array[List[Box[Character]]], p2: Boolean): Unit = {
    val result: Iterable[? <: Character] = new Box[Character](((if p2 then p0 else Utils.first[List[Box[Character]]](p1).get(1).orElse(() => p0)): Character))
  }
}

// lib.Box.new(T)
import java.lang.Character
import java.lang.Iterable
import java.util.List
import lib.Box
import lib.Utils

object Main {
  def test(p0: Character, p1: Array[List[Box[Character]]], p2: Boolean): Unit = {
    val result: Iterable[? <: Character] = new Box((if p2 then p0 else Utils.first[List[Box[Character]]](p1).get(1).orElse(() => p0)))
  }
}

// lib.Box.orElse(java.util.function.Supplier<? extends T>)
import java.util.Collection
import java.util.List
import java.util.function.Supplier
import lib.Box
import lib.Leaf
import lib.Node
import lib.Utils

object Main {
  def test(p0: Box[Leaf], p1: Leaf, p2: Collection[java.lang.Float], p3: Supplier[Leaf]): Unit = {
    val result: Node[Leaf] = p0.orElse(List.of[Supplier[Leaf]](() => p1).set(1, Utils.entry[Collection[java.lang.Float], Supplier[Leaf]](p2, p3).put(p2, () => p1)))
  }
}

// lib.Box.orElse(java.util.function.Supplier<? extends T>)
import java.util.Collection
import java.util.List
import java.util.function.Supplier
import lib.Box
import lib.Leaf
import lib.Node
import lib.Utils

object Main {
  def test(p0: Box[Leaf], p1: Leaf, p2: Collection[java.lang.Float], p3: Supplier[Leaf]): Unit = {
    val result: Node[Leaf] = p0.orElse((List.of[Supplier[Leaf]](() => p1).set(1, Utils.entry[Collection[java.lang.Float], Supplier[Leaf]](p2, p3).put(p2, () => p1)): Supplier[Leaf]))
  }
}

// lib.Box.orElse(java.util.function.Supplier<? extends T>)
import java.util.Collection
import java.util.List
import java.util.function.Supplier
import lib.Box
import lib.Leaf
import lib.Utils

object Main {
  def test(p0: Box[Leaf], p1: Leaf, p2: Collection[java.lang.Float], p3: Supplier[Leaf]): Unit = {
    val result = p0.orElse(List.of[Supplier[Leaf]](() => p1).set(1, Utils.entry[Collection[java.lang.Float], Supplier[Leaf]](p2, p3).put(p2, () => p1)))
  }
}

// lib.Box.toArray()
import java.lang.Character
import java.lang.Object
import lib.Box
import lib.Outer

object Main {
  def test(p0: Outer[java.lang.Long], p1: Character, p2: Box[Character], p3: Boolean): Unit = {
    val result: Object = (if p3 then (new Box[Outer[java.lang.Long]](p0)).map[Character]((x0) => p1) else p2).toArray()
  }
}

// lib.Box.toArray()
import java.lang.Character
import lib.Box
import lib.Outer

object Main {
  def test(p0: Outer[java.lang.Long], p1: Character, p2: Box[Character], p3: Boolean): Unit = {
    val result = (if p3 then (new Box[Outer[java.lang.Long]](p0)).map[Character]((x0) => p1) else p2).toArray()
  }
}

// lib.Mark.value()
import java.io.Serializable
import java.lang.Object
import java.util.function.Function
import lib.Box
import lib.Mark
import lib.Sorted
import lib.Utils

object Main {
  def test(p0: Mark, p1: Function[java.lang.Short, Mark], p2: Boolean, p3: Object, p4: Box[? <: java.lang.Short]): Unit = {
    val result: Serializable = Utils.entry[Mark, Function[java.lang.Short, Mark]](p0, (if p2 then p1 else p1)).get(p3).apply(Sorted.from[java.lang.Short](p4).max()).value()
  }
}

// lib.Mark.value()
import java.lang.Object
import java.util.function.Function
import lib.Box
import lib.Mark
import lib.Sorted
import lib.Utils

object Main {
  def test(p0: Mark, p1: Function[java.lang.Short, Mark], p2: Boolean, p3: Object, p4: Box[? <: java.lang.Short]): Unit = {
    val result = Utils.entry[Mark, Function[java.lang.Short, Mark]](p0, (if p2 then p1 else p1)).get(p3).apply(Sorted.from[java.lang.Short](p4).max()).value()
  }
}

// lib.Outer.Inner.new(B): scala cannot call it

// lib.Outer.Nested.new(T, java.util.List<T>): scala cannot call it

// lib.Sorted.by(java.util.function.Function<? super T, ? extends K>)
import java.lang.Character
import java.lang.Integer
import java.lang.Object
import java.lang.String
import lib.Sorted
import lib.Utils

object Main {
  def test(p0: Integer, p1: Boolean, p2: Array[Long], p3: java.lang.Float, p4: Character): Unit = {
    val result: Object = (if p1 then (new Sorted[String]()).by[Integer]((x0) => p0) else new Sorted[Integer]()).by[Character](Utils.compose[Integer, java.lang.Float, Character](Utils.compose[Integer, Array[Long], java.lang.Float]((x0) => p2, (x0) => p3), (x0) => p4))
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
  def test(p0: Integer, p1: Boolean, p2: Array[Long], p3: java.lang.Float, p4: Character): Unit = {
    val result: Object = (if p1 then (new Sorted[String]()).by[Integer]((x0) => p0) else new Sorted[Integer]()).by[Character]((Utils.compose[Integer, java.lang.Float, Character](Utils.compose[Integer, Array[Long], java.lang.Float]((x0) => p2, (x0) => p3), (x0) => p4): Function[Integer, Character]))
  }
}

// lib.Sorted.by(java.util.function.Function<? super T, ? extends K>)
import java.lang.Character
import java.lang.Integer
import java.lang.String
import lib.Sorted
import lib.Utils

object Main {
  def test(p0: Integer, p1: Boolean, p2: Array[Long], p3: java.lang.Float, p4: Character): Unit = {
    val result = (if p1 then (new Sorted[String]()).by[Integer]((x0) => p0) else new Sorted[Integer]()).by(Utils.compose[Integer, java.lang.Float, Character](Utils.compose[Integer, Array[Long], java.lang.Float]((x0) => p2, (x0) => p3), (x0) => p4))
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
  def test(p0: Function[Character, java.lang.Float], p1: Integer): Unit = {
    val result: Function[Character, ? <: Consumer[Leaf]] = Utils.compose[Character, java.lang.Float, Consumer[Leaf]](p0, Utils.compose[java.lang.Float, Integer, Consumer[Leaf]]((x0) => p1, (x0) => (x1) => ()))
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
  def test(p0: Function[Character, java.lang.Float], p1: Integer): Unit = {
    val result: Function[Character, ? <: Consumer[Leaf]] = Utils.compose[Character, java.lang.Float, Consumer[Leaf]]((p0: Function[Character, java.lang.Float]), (Utils.compose[java.lang.Float, Integer, Consumer[Leaf]]((x0) => p1, (x0) => (x1) => ()): Function[java.lang.Float, Consumer[Leaf]]))
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
  def test(p0: Function[Character, java.lang.Float], p1: Integer): Unit = {
    val result: Function[Character, ? <: Consumer[Leaf]] = Utils.compose(p0, Utils.compose[java.lang.Float, Integer, Consumer[Leaf]]((x0) => p1, (x0) => (x1) => ()))
  }
}

// lib.Utils.copy(java.util.List<? super T>, java.util.List<? extends T>)
import java.lang.Character
import java.util.List
import java.util.function.Function
import lib.Utils

object Main {
  def test(p0: Array[List[Character]], p1: List[Character]): Unit = {
    Utils.copy[Character](Function.identity[List[Character]]().apply(Utils.first[List[Character]](p0)), p1)
  }
}

// lib.Utils.copy(java.util.List<? super T>, java.util.List<? extends T>)
import java.lang.Character
import java.util.List
import java.util.function.Function
import lib.Utils

object Main {
  def test(p0: Array[List[Character]], p1: List[Character]): Unit = {
    Utils.copy[Character]((Function.identity[List[Character]]().apply(Utils.first[List[Character]](p0)): List[Character]), (p1: List[Character]))
  }
}

// lib.Utils.copy(java.util.List<? super T>, java.util.List<? extends T>)
import java.lang.Character
import java.util.List
import java.util.function.Function
import lib.Utils

object Main {
  def test(p0: Array[List[Character]], p1: List[Character]): Unit = {
    Utils.copy(Function.identity[List[Character]]().apply(Utils.first(p0)), p1)
  }
}

// lib.Utils.join(java.lang.String, java.lang.Object...)
import java.lang.Comparable
import java.lang.Object
import java.lang.String
import lib.Box
import lib.Utils

object Main {
  def test(): Unit = {
    val result: Comparable[String] = Utils.join("a", (new Box[Object]()).toArray()*)
  }
}

// lib.Utils.join(java.lang.String, java.lang.Object...)
import java.lang.Comparable
import java.lang.Object
import java.lang.String
import lib.Box
import lib.Utils

object Main {
  def test(): Unit = {
    val result: Comparable[String] = Utils.join(("a": String), (((new Box[Object]()).toArray(): Array[Object]))*)
  }
}

// lib.Utils.matrix(double[][], byte, short, float, char, boolean)
import java.lang.Object
import java.util.Collection
import java.util.List
import java.util.Map
import java.util.function.Function
import lib.Box
import lib.Utils

object Main {
  def test(p0: Array[Box[Array[Double]]], p1: Array[Object], p2: Boolean, p3: Collection[Map[java.lang.Boolean, java.lang.Float]], p4: Map[java.lang.Boolean, java.lang.Float]): Unit = {
    val v0: Boolean = List.of[Collection[Map[java.lang.Boolean, java.lang.Float]]](p3, p3).get(1).add(p4)
    val result: Array[Double] = Utils.matrix(Function.identity[Box[Array[Double]]]().apply(Utils.first[Box[Array[Double]]](p0)).toArray(), 1.toByte, Utils.DEPTH, 1.0f, Utils.first[Object](p1).toString().charAt((if p2 then (1) else (1))), v0)
  }
}

// lib.Utils.matrix(double[][], byte, short, float, char, boolean)
import java.lang.Object
import java.util.Collection
import java.util.List
import java.util.Map
import java.util.function.Function
import lib.Box
import lib.Utils

object Main {
  def test(p0: Array[Box[Array[Double]]], p1: Array[Object], p2: Boolean, p3: Collection[Map[java.lang.Boolean, java.lang.Float]], p4: Map[java.lang.Boolean, java.lang.Float]): Unit = {
    val v0: Boolean = List.of[Collection[Map[java.lang.Boolean, java.lang.Float]]](p3, p3).get(1).add(p4)
    val result: Array[Double] = Utils.matrix((Function.identity[Box[Array[Double]]]().apply(Utils.first[Box[Array[Double]]](p0)).toArray(): Array[Array[Double]]), ((1.toByte): Byte), (Utils.DEPTH: Short), ((1.0f): Float), (Utils.first[Object](p1).toString().charAt((if p2 then (1) else (1))): Char), (v0: Boolean))
  }
}

// lib.Utils.matrix(double[][], byte, short, float, char, boolean)
import java.lang.Object
import java.util.Collection
import java.util.List
import java.util.Map
import java.util.function.Function
import lib.Box
import lib.Utils

object Main {
  def test(p0: Array[Box[Array[Double]]], p1: Array[Object], p2: Boolean, p3: Collection[Map[java.lang.Boolean, java.lang.Float]], p4: Map[java.lang.Boolean, java.lang.Float]): Unit = {
    val v0 = List.of[Collection[Map[java.lang.Boolean, java.lang.Float]]](p3, p3).get(1).add(p4)
    val result: Array[Double] = Utils.matrix(Function.identity[Box[Array[Double]]]().apply(Utils.first(p0)).toArray(), 1.toByte, Utils.DEPTH, 1.0f, Utils.first[Object](p1).toString().charAt((if p2 then (1) else (1))), v0)
  }
}

// lib.Utils.run(java.lang.Runnable)
import java.lang.Runnable
import java.util.function.Function
import java.util.function.Supplier
import lib.Box
import lib.Utils

object Main {
  def test(p0: Array[Box[Runnable]], p1: Supplier[? <: Runnable]): Unit = {
    Utils.run(Function.identity[Box[Runnable]]().apply(Utils.first[Box[Runnable]](p0)).orElse(p1))
  }
}

// lib.Utils.run(java.lang.Runnable)
import java.lang.Runnable
import java.util.function.Function
import java.util.function.Supplier
import lib.Box
import lib.Utils

object Main {
  def test(p0: Array[Box[Runnable]], p1: Supplier[? <: Runnable]): Unit = {
    Utils.run((Function.identity[Box[Runnable]]().apply(Utils.first[Box[Runnable]](p0)).orElse(p1): Runnable))
  }
}

// lib.Utils.run(java.lang.Runnable)
import java.lang.Runnable
import java.util.function.Function
import java.util.function.Supplier
import lib.Box
import lib.Utils

object Main {
  def test(p0: Array[Box[Runnable]], p1: Supplier[? <: Runnable]): Unit = {
    Utils.run(Function.identity[Box[Runnable]]().apply(Utils.first(p0)).orElse(p1))
  }
}

// lib.Utils.sum(int...)
import java.lang.Object
import lib.Utils

object Main {
  def test(p0: Array[Int], p1: Object): Unit = {
    val v0: Array[Int] = p0
    val v1: Array[Int] = p0
    val result: Int = Utils.sum(Utils.entry[Array[Int], Array[Int]](v0, v1).get(Utils.over(p1))*)
  }
}

// lib.Utils.sum(int...)
import java.lang.Object
import lib.Utils

object Main {
  def test(p0: Array[Int], p1: Object): Unit = {
    val v0: Array[Int] = p0
    val v1: Array[Int] = p0
    val result: Int = Utils.sum(((Utils.entry[Array[Int], Array[Int]](v0, v1).get(Utils.over(p1)): Array[Int]))*)
  }
}

// lib.Utils.sum(int...)
import java.lang.Object
import lib.Utils

object Main {
  def test(p0: Array[Int], p1: Object): Unit = {
    val v0 = p0
    val v1: Array[Int] = p0
    val result: Int = Utils.sum(Utils.entry[Array[Int], Array[Int]](v0, v1).get(Utils.over(p1))*)
  }
}

