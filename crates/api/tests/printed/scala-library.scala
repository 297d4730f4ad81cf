// lib.Functor.map(F<A>, scala.Function1<A, B>)
import java.lang.Character
import java.lang.Object
import java.util.function.Consumer
import lib.Functor
import scala.Function1

object Main {
  def test(p0: Functor[Consumer], p1: Consumer[Character], p2: Function1[Character, Char]): Unit = {
    val result: Object = p0.map[Character, Char](p1, p2)
  }
}

// lib.Functor.map(F<A>, scala.Function1<A, B>)
import java.lang.Character
import java.lang.Object
import java.util.function.Consumer
import lib.Functor
import scala.Function1

object Main {
  def test(p0: Functor[Consumer], p1: Consumer[Character], p2: Function1[Character, Char]): Unit = {
    val result: Object = p0.map[Character, Char]((p1: Consumer[Character]), (p2: Function1[Character, Char]))
  }
}

// lib.Functor.map(F<A>, scala.Function1<A, B>)
import java.lang.Character
import java.util.function.Consumer
import lib.Functor
import scala.Function1

object Main {
  def test(p0: Functor[Consumer], p1: Consumer[Character], p2: Function1[Character, Char]): Unit = {
    val result = p0.map[Character, Char](p1, p2)
  }
}

// lib.Instances.lift(lib.Functor<F>, scala.Function1<A, B>)
import java.lang.Character
import java.lang.Object
import java.util.Map
import java.util.function.Consumer
import java.util.function.Function
import lib.Functor
import lib.Instances
import scala.Function1

object Main {
  def test(p0: Functor[Consumer], p1: Map[java.lang.Long, Function1[Character, Char]], p2: Object, p3: Boolean): Unit = {
    val v0: Function1[Character, ? <: Char] = (x0) => x0.toString().charAt(1)
    val result: scala.Any = Instances.lift[Consumer, Character, Char](p0, (if p3 then ((v0: Function1[Character, Char])) else Function.identity[Map[java.lang.Long, Function1[Character, Char]]]().apply(p1).get(p2)))
  }
}

// lib.Instances.lift(lib.Functor<F>, scala.Function1<A, B>)
import java.lang.Character
import java.lang.Object
import java.util.Map
import java.util.function.Consumer
import java.util.function.Function
import lib.Functor
import lib.Instances
import scala.Function1

object Main {
  def test(p0: Functor[Consumer], p1: Map[java.lang.Long, Function1[Character, Char]], p2: Object, p3: Boolean): Unit = {
    val v0: Function1[Character, ? <: Char] = (x0) => x0.toString().charAt(1)
    val result: scala.Any = Instances.lift[Consumer, Character, Char]((p0: Functor[Consumer]), ((if p3 then ((v0: Function1[Character, Char])) else Function.identity[Map[java.lang.Long, Function1[Character, Char]]]().apply(p1).get(p2)): Function1[Character, Char]))
  }
}

// lib.Instances.lift(lib.Functor<F>, scala.Function1<A, B>)
import java.lang.Character
import java.lang.Object
import java.util.Map
import java.util.function.Consumer
import java.util.function.Function
import lib.Functor
import lib.Instances
import scala.Function1

object Main {
  def test(p0: Functor[Consumer], p1: Map[java.lang.Long, Function1[Character, Char]], p2: Object, p3: Boolean): Unit = {
    val v0: Function1[Character, ? <: Char] = (x0) => x0.toString().charAt(1)
    val result = Instances.lift[Consumer, Character, Char](p0, (if p3 then ((v0: Function1[Character, Char])) else Function.identity[Map[java.lang.Long, Function1[Character, Char]]]().apply(p1).get(p2)))
  }
}

// lib.Syntax.array(int[])
import java.lang.String
import lib.Cell
import lib.Syntax

object Main {
  def test(p0: Array[Int]): Unit = {
    val v0: Array[Int] = p0
    val result: Array[String] = Syntax.array((new Cell[Array[Int]](v0)).get())
  }
}

// lib.Syntax.array(int[])
import java.lang.String
import lib.Cell
import lib.Syntax

object Main {
  def test(p0: Array[Int]): Unit = {
    val v0: Array[Int] = p0
    val result: Array[String] = Syntax.array(((new Cell[Array[Int]](v0)).get(): Array[Int]))
  }
}

// lib.Syntax.delay(lib.Cell<A>)
import java.lang.Character
import lib.Cell
import lib.Syntax

object Main {
  def test(p0: Cell[Character], p1: Boolean): Unit = {
    val result: scala.Any = Syntax.delay[Character]((if p1 then p0 else (if p1 then p0 else p0)))
  }
}

// lib.Syntax.delay(lib.Cell<A>)
import java.lang.Character
import lib.Cell
import lib.Syntax

object Main {
  def test(p0: Cell[Character], p1: Boolean): Unit = {
    val result: scala.Any = Syntax.delay[Character](((if p1 then p0 else (if p1 then p0 else p0)): Cell[Character]))
  }
}

// lib.Syntax.delay(lib.Cell<A>)
import java.lang.Character
import lib.Cell
import lib.Syntax

object Main {
  def test(p0: Cell[Character], p1: Boolean): Unit = {
    val result = Syntax.delay((if p1 then p0 else (if p1 then p0 else p0)))
  }
}

// lib.Syntax.given(): scala cannot call it

// lib.Syntax.grow(long) on lib.Cell<int>
import lib.Cell
import lib.Syntax.grow

object Main {
  def test(p0: Cell[Int]): Unit = {
    val v0: Long = 1L
    val result: Int = p0.grow(v0)
  }
}

// lib.Syntax.grow(long) on lib.Cell<int>
import lib.Cell
import lib.Syntax.grow

object Main {
  def test(p0: Cell[Int]): Unit = {
    val v0: Long = 1L
    val result: Int = p0.grow((v0: Long))
  }
}

// lib.Syntax.grow(long) on lib.Cell<int>
import lib.Cell
import lib.Syntax.grow

object Main {
  def test(p0: Cell[Int]): Unit = {
    val v0 = 1L
    val result = p0.grow(v0)
  }
}

// lib.Syntax.list(A...)
import java.lang.Object
import lib.Syntax

object Main {
  def test(p0: Array[Boolean]): Unit = {
    val v0: Array[Boolean] = p0
    val result: Object = Syntax.list[Boolean](v0*)
  }
}

// lib.Syntax.list(A...)
import java.lang.Object
import lib.Syntax

object Main {
  def test(p0: Array[Boolean]): Unit = {
    val v0: Array[Boolean] = p0
    val result: Object = Syntax.list[Boolean](((v0: Array[Boolean]))*)
  }
}

// lib.Syntax.list(A...)
import java.lang.Object
import lib.Syntax

object Main {
  def test(p0: Array[Boolean]): Unit = {
    val v0: Array[Boolean] = p0
    val result: Object = Syntax.list(v0*)
  }
}

// lib.Syntax.put(A) on lib.Cell<A>
import java.lang.Character
import lib.Cell
import lib.Syntax

object Main {
  def test(p0: Cell[Character], p1: Boolean, p2: Character): Unit = {
    val v0: Character = (if p1 then p2 else p2)
    val result: scala.Any = Syntax.put[Character]((if p1 then p0 else (if p1 then p0 else p0)))(v0)
  }
}

// lib.Syntax.put(A) on lib.Cell<A>
import java.lang.Character
import lib.Cell
import lib.Syntax

object Main {
  def test(p0: Cell[Character], p1: Boolean, p2: Character): Unit = {
    val v0: Character = (if p1 then p2 else p2)
    val result: scala.Any = Syntax.put[Character]((if p1 then p0 else (if p1 then p0 else p0)))((v0: Character))
  }
}

