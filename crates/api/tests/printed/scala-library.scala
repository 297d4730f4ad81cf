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
import java.util.function.Consumer
import lib.Functor
import lib.Instances
import lib.Syntax
import lib.Utils
import scala.Function1
import scala.Tuple2

object Main {
  def test(p0: Tuple2[Utils, Long], p1: Functor[Consumer], p2: java.lang.Float, p3: Boolean): Unit = {
    val result: Function1[Consumer[Character], Consumer[Char]] = Instances.lift[Consumer, Character, Char]((if p3 then Utils.compose[java.lang.Float, Tuple2[Utils, Long], Functor[Consumer]]((x0) => p0, (x0) => p1).apply(p2) else (new Tuple2[Consumer[Character], Functor[Consumer]]((x0) => (), p1))._2), Syntax.swap[Function1[Character, Char], Float](new Tuple2[Function1[Character, Char], Float]((x0) => 'a', 1.0f))._2)
  }
}

// lib.Instances.lift(lib.Functor<F>, scala.Function1<A, B>)
import java.lang.Character
import java.util.function.Consumer
import lib.Functor
import lib.Instances
import lib.Syntax
import lib.Utils
import scala.Function1
import scala.Tuple2

object Main {
  def test(p0: Tuple2[Utils, Long], p1: Functor[Consumer], p2: java.lang.Float, p3: Boolean): Unit = {
    val result: Function1[Consumer[Character], Consumer[Char]] = Instances.lift[Consumer, Character, Char](((if p3 then Utils.compose[java.lang.Float, Tuple2[Utils, Long], Functor[Consumer]]((x0) => p0, (x0) => p1).apply(p2) else (new Tuple2[Consumer[Character], Functor[Consumer]]((x0) => (), p1))._2): Functor[Consumer]), (Syntax.swap[Function1[Character, Char], Float](new Tuple2[Function1[Character, Char], Float]((x0) => 'a', 1.0f))._2: Function1[Character, Char]))
  }
}

// lib.Syntax.array(int[])
import lib.Syntax

object Main {
  def test(p0: Array[Int], p1: Boolean): Unit = {
    val v0: Array[Int] = p0
    val result: scala.Any = Syntax.array((if p1 then v0 else p0))
  }
}

// lib.Syntax.array(int[])
import lib.Syntax

object Main {
  def test(p0: Array[Int], p1: Boolean): Unit = {
    val v0: Array[Int] = p0
    val result: scala.Any = Syntax.array(((if p1 then v0 else p0): Array[Int]))
  }
}

// lib.Syntax.array(int[])
import lib.Syntax

object Main {
  def test(p0: Array[Int], p1: Boolean): Unit = {
    val v0 = p0
    val result: scala.Any = Syntax.array((if p1 then v0 else p0))
  }
}

// lib.Syntax.delay(lib.Cell<A>)
import java.lang.Character
import lib.Cell
import lib.Syntax

object Main {
  def test(p0: Cell[Character], p1: Boolean, p2: Character): Unit = {
    val result: scala.Any = Syntax.delay[Character]((if p1 then (if p1 then p0 else p0) else new Cell[Character](p2)))
  }
}

// lib.Syntax.delay(lib.Cell<A>)
import java.lang.Character
import lib.Cell
import lib.Syntax

object Main {
  def test(p0: Cell[Character], p1: Boolean, p2: Character): Unit = {
    val result: scala.Any = Syntax.delay[Character](((if p1 then (if p1 then p0 else p0) else new Cell[Character](p2)): Cell[Character]))
  }
}

// lib.Syntax.delay(lib.Cell<A>)
import java.lang.Character
import lib.Cell
import lib.Syntax

object Main {
  def test(p0: Cell[Character], p1: Boolean, p2: Character): Unit = {
    val result: scala.Any = Syntax.delay((if p1 then (if p1 then p0 else p0) else new Cell(p2)))
  }
}

// lib.Syntax.given(): scala cannot call it

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

