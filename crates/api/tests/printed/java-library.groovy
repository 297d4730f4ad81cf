// lib.Base.in(int)
import lib.Base
import lib.Box
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(Base[] p0, Integer p1) throws Throwable {
        Object result = new Box<Base>(Utils.<Base>first(p0)).get().in(p1)
    }
}

// lib.Base.in(int)
import lib.Base
import lib.Box
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(Base[] p0, Integer p1) throws Throwable {
        Object result = new Box<Base>(Utils.<Base>first(p0)).get().in((Integer) p1)
    }
}

// lib.Base.in(int)
import lib.Base
import lib.Box
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(Base[] p0, Integer p1) throws Throwable {
        var result = new Box<>(Utils.<Base>first(p0)).get().in(p1)
    }
}

// lib.Base.type
import lib.Base
import lib.Box
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(Base[] p0) throws Throwable {
        Object result = new Box<Base>(Utils.<Base>first(p0)).get().type
    }
}

// lib.Base.type
import lib.Base
import lib.Box
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(Base[] p0) throws Throwable {
        var result = new Box<>(Utils.<Base>first(p0)).get().type
    }
}

// lib.Box.map(java.util.function.Function<? super T, ? extends R>)
import java.util.function.Supplier
import lib.Box

@groovy.transform.CompileStatic
class Main {
    static void test(Box<Runnable> p0, boolean p1) throws Throwable {
        Box<Supplier<Runnable[]>> v0 = Box.<Supplier<Runnable[]>>of(p0::toArray, p0::toArray)
        Box<Object> result = v0.<Object>map((x0) -> (p1 ? ((Object) x0) : ((Object) x0)))
    }
}

// lib.Box.map(java.util.function.Function<? super T, ? extends R>)
import java.util.function.Supplier
import lib.Box

@groovy.transform.CompileStatic
class Main {
    static void test(Box<Runnable> p0, boolean p1) throws Throwable {
        var v0 = Box.<Supplier<Runnable[]>>of(p0::toArray, p0::toArray)
        Box<Object> result = v0.<Object>map((x0) -> (p1 ? ((Object) x0) : ((Object) x0)))
    }
}

// lib.Box.new(T)
import lib.Box
import lib.Sorted

@groovy.transform.CompileStatic
class Main {
    static void test() throws Throwable {
        Object result = new Box<Character>(new Sorted<Character>().max())
    }
}

// lib.Box.new(T)
import lib.Box
import lib.Sorted

@groovy.transform.CompileStatic
class Main {
    static void test() throws Throwable {
        Object result = new Box<Character>((Character) new Sorted<Character>().max())
    }
}

// lib.Box.new(T)
import lib.Box
import lib.Sorted

@groovy.transform.CompileStatic
class Main {
    static void test() throws Throwable {
        Object result = new Box<>(new Sorted<Character>().max())
    }
}

// lib.Box.orElse(java.util.function.Supplier<? extends T>)
import java.util.function.Supplier
import lib.Box
import lib.Leaf
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(Box<Leaf> p0, Byte p1, Object p2) throws Throwable {
        Leaf result = p0.orElse(Utils.<Byte, Supplier<Leaf>>entry(p1, Leaf::new).get(p2))
    }
}

// lib.Box.orElse(java.util.function.Supplier<? extends T>)
import java.util.function.Supplier
import lib.Box
import lib.Leaf
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(Box<Leaf> p0, Byte p1, Object p2) throws Throwable {
        Leaf result = p0.orElse((Supplier<Leaf>) Utils.<Byte, Supplier<Leaf>>entry(p1, Leaf::new).get(p2))
    }
}

// lib.Box.orElse(java.util.function.Supplier<? extends T>)
import java.util.function.Supplier
import lib.Box
import lib.Leaf
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(Box<Leaf> p0, Byte p1, Object p2) throws Throwable {
        var result = p0.orElse(Utils.<Byte, Supplier<Leaf>>entry(p1, Leaf::new).get(p2))
    }
}

// lib.Box.toArray()
import lib.Box
import lib.Outer

@groovy.transform.CompileStatic
class Main {
    static void test(Outer<Long> p0, Character p1, Box<Character> p2, boolean p3) throws Throwable {
        Object result = (p3 ? new Box<Outer<Long>>(p0).<Character>map((x0) -> p1) : p2).toArray()
    }
}

// lib.Box.toArray()
import lib.Box
import lib.Outer

@groovy.transform.CompileStatic
class Main {
    static void test(Outer<Long> p0, Character p1, Box<Character> p2, boolean p3) throws Throwable {
        var result = (p3 ? new Box<>(p0).<Character>map((x0) -> p1) : p2).toArray()
    }
}

// lib.Mark.value()
import java.util.function.Function
import lib.Leaf
import lib.Mark
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(Leaf p0, Mark p1, boolean p2) throws Throwable {
        Comparable<String> result = Utils.<Leaf, Mark>entry(p0, (p2 ? p1 : p1)).put(new Leaf(), Function.<Mark>identity().apply(p1)).value()
    }
}

// lib.Mark.value()
import java.util.function.Function
import lib.Leaf
import lib.Mark
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(Leaf p0, Mark p1, boolean p2) throws Throwable {
        Comparable<String> result = Utils.entry(p0, (p2 ? p1 : p1)).put(new Leaf(), Function.<Mark>identity().apply(p1)).value()
    }
}

// lib.Outer.Inner.new(B): groovy cannot call it

// lib.Outer.Nested.new(T, java.util.List<T>): groovy cannot call it

// lib.Sorted.by(java.util.function.Function<? super T, ? extends K>)
import java.util.function.Function
import lib.Box
import lib.Sorted

@groovy.transform.CompileStatic
class Main {
    static void test(Integer p0, Box<? extends Integer> p1, boolean p2, Function<? super Integer, ? extends Character> p3) throws Throwable {
        Object result = (p2 ? new Sorted<String>().<Integer>by((x0) -> p0) : Sorted.<Integer>from(p1)).<Character>by(p3)
    }
}

// lib.Sorted.by(java.util.function.Function<? super T, ? extends K>)
import java.util.function.Function
import lib.Box
import lib.Sorted

@groovy.transform.CompileStatic
class Main {
    static void test(Integer p0, Box<? extends Integer> p1, boolean p2, Function<? super Integer, ? extends Character> p3) throws Throwable {
        Object result = (p2 ? new Sorted<String>().<Integer>by((x0) -> p0) : Sorted.<Integer>from(p1)).<Character>by((Function<? super Integer, ? extends Character>) p3)
    }
}

// lib.Sorted.by(java.util.function.Function<? super T, ? extends K>)
import java.util.function.Function
import lib.Box
import lib.Sorted

@groovy.transform.CompileStatic
class Main {
    static void test(Integer p0, Box<? extends Integer> p1, boolean p2, Function<? super Integer, ? extends Character> p3) throws Throwable {
        var result = (p2 ? new Sorted<String>().<Integer>by((x0) -> p0) : Sorted.<Integer>from(p1)).<Character>by(p3)
    }
}

// lib.Utils.compose(java.util.function.Function<A, B>, java.util.function.Function<? super B, ? extends C>)
import java.util.Collection
import java.util.function.Consumer
import java.util.function.Function
import java.util.function.Supplier
import lib.Leaf
import lib.Outer
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(Integer p0, Float p1, Collection<? super Float> p2, boolean p3, Supplier<Character> p4, Long p5, Outer.Nested p6, Consumer<Leaf> p7) throws Throwable {
        Function<Character, ? super Consumer<Leaf>> result = Utils.<Character, Float, Consumer<Leaf>>compose((p3 ? Utils.<Character, Integer, Float>compose((x0) -> p0, (x0) -> p1) : Utils.<Character, Collection<? super Float>, Float>compose((x0) -> p2, (x0) -> p1)), Utils.<Float, Long, Consumer<Leaf>>compose(Utils.<Float, Supplier<Character>, Long>compose((x0) -> p4, (x0) -> p5), Utils.<Long, Outer.Nested, Consumer<Leaf>>compose((x0) -> p6, (x0) -> p7)))
    }
}

// lib.Utils.compose(java.util.function.Function<A, B>, java.util.function.Function<? super B, ? extends C>)
import java.util.Collection
import java.util.function.Consumer
import java.util.function.Function
import java.util.function.Supplier
import lib.Leaf
import lib.Outer
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(Integer p0, Float p1, Collection<? super Float> p2, boolean p3, Supplier<Character> p4, Long p5, Outer.Nested p6, Consumer<Leaf> p7) throws Throwable {
        Function<Character, ? super Consumer<Leaf>> result = Utils.<Character, Float, Consumer<Leaf>>compose((Function<Character, Float>) (p3 ? Utils.<Character, Integer, Float>compose((x0) -> p0, (x0) -> p1) : Utils.<Character, Collection<? super Float>, Float>compose((x0) -> p2, (x0) -> p1)), (Function<Float, Consumer<Leaf>>) Utils.<Float, Long, Consumer<Leaf>>compose(Utils.<Float, Supplier<Character>, Long>compose((x0) -> p4, (x0) -> p5), Utils.<Long, Outer.Nested, Consumer<Leaf>>compose((x0) -> p6, (x0) -> p7)))
    }
}

// lib.Utils.compose(java.util.function.Function<A, B>, java.util.function.Function<? super B, ? extends C>)
import java.util.Collection
import java.util.function.Consumer
import java.util.function.Supplier
import lib.Leaf
import lib.Outer
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(Integer p0, Float p1, Collection<? super Float> p2, boolean p3, Supplier<Character> p4, Long p5, Outer.Nested p6, Consumer<Leaf> p7) throws Throwable {
        var result = Utils.compose((p3 ? Utils.<Character, Integer, Float>compose((x0) -> p0, (x0) -> p1) : Utils.<Character, Collection<? super Float>, Float>compose((x0) -> p2, (x0) -> p1)), Utils.<Float, Long, Consumer<Leaf>>compose(Utils.<Float, Supplier<Character>, Long>compose((x0) -> p4, (x0) -> p5), Utils.<Long, Outer.Nested, Consumer<Leaf>>compose((x0) -> p6, (x0) -> p7)))
    }
}

// lib.Utils.copy(java.util.List<? super T>, java.util.List<? extends T>)
import java.util.List
import lib.Box
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(List<Character>[] p0, List<Character> p1) throws Throwable {
        Utils.<Character>copy(new Box<List<Character>>(Utils.<List<Character>>first(p0)).get(), p1)
    }
}

// lib.Utils.copy(java.util.List<? super T>, java.util.List<? extends T>)
import java.util.List
import lib.Box
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(List<Character>[] p0, List<Character> p1) throws Throwable {
        Utils.<Character>copy((List<Character>) new Box<List<Character>>(Utils.<List<Character>>first(p0)).get(), (List<Character>) p1)
    }
}

// lib.Utils.copy(java.util.List<? super T>, java.util.List<? extends T>)
import java.util.List
import lib.Box
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(List<Character>[] p0, List<Character> p1) throws Throwable {
        Utils.copy(new Box<>(Utils.<List<Character>>first(p0)).get(), p1)
    }
}

// lib.Utils.join(java.lang.String, java.lang.Object...)
import lib.Box
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test() throws Throwable {
        Comparable<String> result = Utils.join("a", new Box<Object>().toArray())
    }
}

// lib.Utils.join(java.lang.String, java.lang.Object...)
import lib.Box
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test() throws Throwable {
        Comparable<String> result = Utils.join((String) "a", (Object[]) new Box<Object>().toArray())
    }
}

// lib.Utils.matrix(double[][], byte, short, float, char, boolean)
import java.util.function.Function
import lib.Box
import lib.Text
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(Box<double[]>[] p0, Byte p1, Short p2, Float p3, Text p4, Boolean p5) throws Throwable {
        Short v0 = p2
        double[] result = Utils.matrix(Function.<Box<double[]>>identity().apply(Utils.<Box<double[]>>first(p0)).toArray(), p1, v0, p3, Utils.over(p4).charAt(1), p5)
    }
}

// lib.Utils.matrix(double[][], byte, short, float, char, boolean)
import java.util.function.Function
import lib.Box
import lib.Text
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(Box<double[]>[] p0, Byte p1, Short p2, Float p3, Text p4, Boolean p5) throws Throwable {
        Short v0 = p2
        double[] result = Utils.matrix((double[][]) Function.<Box<double[]>>identity().apply(Utils.<Box<double[]>>first(p0)).toArray(), (Byte) p1, (Short) v0, (Float) p3, (char) Utils.over(p4).charAt(1), (Boolean) p5)
    }
}

// lib.Utils.matrix(double[][], byte, short, float, char, boolean)
import java.util.function.Function
import lib.Box
import lib.Text
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(Box<double[]>[] p0, Byte p1, Short p2, Float p3, Text p4, Boolean p5) throws Throwable {
        Short v0 = p2
        double[] result = Utils.matrix(Function.<Box<double[]>>identity().apply(Utils.first(p0)).toArray(), p1, v0, p3, Utils.over(p4).charAt(1), p5)
    }
}

// lib.Utils.run(java.lang.Runnable)
import java.util.function.Function
import java.util.function.Supplier
import lib.Box
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(Box<Runnable>[] p0, Supplier<? extends Runnable> p1) throws Throwable {
        Utils.run(Function.<Box<Runnable>>identity().apply(Utils.<Box<Runnable>>first(p0)).orElse(p1))
    }
}

// lib.Utils.run(java.lang.Runnable)
import java.util.function.Function
import java.util.function.Supplier
import lib.Box
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(Box<Runnable>[] p0, Supplier<? extends Runnable> p1) throws Throwable {
        Utils.run((Runnable) Function.<Box<Runnable>>identity().apply(Utils.<Box<Runnable>>first(p0)).orElse(p1))
    }
}

// lib.Utils.run(java.lang.Runnable)
import java.util.function.Function
import java.util.function.Supplier
import lib.Box
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(Box<Runnable>[] p0, Supplier<? extends Runnable> p1) throws Throwable {
        Utils.run(Function.<Box<Runnable>>identity().apply(Utils.first(p0)).orElse(p1))
    }
}

// lib.Utils.sum(int...)
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(int[] p0, Object p1) throws Throwable {
        int[] v0 = p0
        int[] v1 = p0
        float result = Utils.sum(Utils.<int[], int[]>entry(v0, v1).get(Utils.over(p1)))
    }
}

// lib.Utils.sum(int...)
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(int[] p0, Object p1) throws Throwable {
        int[] v0 = p0
        int[] v1 = p0
        float result = Utils.sum((int[]) Utils.<int[], int[]>entry(v0, v1).get(Utils.over(p1)))
    }
}

// lib.Utils.sum(int...)
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(int[] p0, Object p1) throws Throwable {
        var v0 = p0
        int[] v1 = p0
        float result = Utils.sum(Utils.entry(v0, v1).get(Utils.over(p1)))
    }
}

