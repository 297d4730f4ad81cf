// lib.Base.in(int)
import lib.Base
import lib.Box
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(Integer p0, boolean p1) throws Throwable {
        Object result = new Box<Base>(Utils.over(new Base()).in((p1 ? p0 : (p1 ? p0 : p0))))
    }
}

// lib.Base.in(int)
import lib.Base
import lib.Box
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(Integer p0, boolean p1) throws Throwable {
        Object result = new Box<Base>((Base) Utils.over(new Base()).in((p1 ? p0 : (p1 ? p0 : p0))))
    }
}

// lib.Base.in(int)
import lib.Base
import lib.Box
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(Integer p0, boolean p1) throws Throwable {
        Object result = new Box<>(Utils.over(new Base()).in((p1 ? p0 : (p1 ? p0 : p0))))
    }
}

// lib.Base.type
import java.util.Map
import lib.Base
import lib.Kind
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(Double[] p0) throws Throwable {
        Map<Kind, Double> result = Utils.<Kind, Double>entry(Utils.over(new Base()).type, Utils.<Double>first(p0))
    }
}

// lib.Base.type
import java.util.Map
import lib.Base
import lib.Kind
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(Double[] p0) throws Throwable {
        Map<Kind, Double> result = Utils.<Kind, Double>entry((Kind) Utils.over(new Base()).type, (Double) Utils.<Double>first(p0))
    }
}

// lib.Base.type
import java.util.Map
import lib.Base
import lib.Kind
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(Double[] p0) throws Throwable {
        Map<Kind, Double> result = Utils.entry(Utils.over(new Base()).type, Utils.<Double>first(p0))
    }
}

// lib.Box.map(java.util.function.Function<? super T, ? extends R>)
import java.util.function.Function
import java.util.function.Supplier
import lib.Box
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(Box<Runnable> p0) throws Throwable {
        Box<Supplier<Runnable[]>> v0 = Box.<Supplier<Runnable[]>>of(p0::toArray, p0::toArray)
        Function<? super Supplier<Runnable[]>, ? extends Object> v1 = Utils::over
        Box<Object> result = v0.<Object>map(v1)
    }
}

// lib.Box.map(java.util.function.Function<? super T, ? extends R>)
import java.util.function.Function
import java.util.function.Supplier
import lib.Box
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(Box<Runnable> p0) throws Throwable {
        Box<Supplier<Runnable[]>> v0 = Box.<Supplier<Runnable[]>>of(p0::toArray, p0::toArray)
        Function<? super Supplier<Runnable[]>, ? extends Object> v1 = Utils::over
        Box<Object> result = v0.<Object>map((Function<? super Supplier<Runnable[]>, ? extends Object>) v1)
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
    static void test(Box<Leaf> p0, Supplier<Leaf> p1, Object p2) throws Throwable {
        Leaf result = p0.orElse(Utils.<Object, Supplier<Leaf>>entry(p0, p1).get(p2))
    }
}

// lib.Box.orElse(java.util.function.Supplier<? extends T>)
import java.util.function.Supplier
import lib.Box
import lib.Leaf
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(Box<Leaf> p0, Supplier<Leaf> p1, Object p2) throws Throwable {
        Leaf result = p0.orElse((Supplier<Leaf>) Utils.<Object, Supplier<Leaf>>entry(p0, p1).get(p2))
    }
}

// lib.Box.orElse(java.util.function.Supplier<? extends T>)
import java.util.function.Supplier
import lib.Box
import lib.Leaf
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(Box<Leaf> p0, Supplier<Leaf> p1, Object p2) throws Throwable {
        var result = p0.orElse(Utils.<Object, Supplier<Leaf>>entry(p0, p1).get(p2))
    }
}

// lib.Box.toArray()
import lib.Box
import lib.Leaf
import lib.Node
import lib.Outer
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(Outer<Long> p0, Node<Leaf> p1, Character p2, Box<Character> p3, boolean p4) throws Throwable {
        Character[] result = (p4 ? new Box<Outer<Long>>(p0).<Character>map((x0) -> Utils.<Node<Leaf>, Character>entry(p1, p2).put(p1, p2)) : p3.filter((x0) -> p3.iterator().hasNext())).toArray()
    }
}

// lib.Box.toArray()
import lib.Box
import lib.Leaf
import lib.Node
import lib.Outer
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(Outer<Long> p0, Node<Leaf> p1, Character p2, Box<Character> p3, boolean p4) throws Throwable {
        Character[] v0 = (p4 ? new Box<Outer<Long>>(p0).<Character>map((x0) -> Utils.<Node<Leaf>, Character>entry(p1, p2).put(p1, p2)) : p3.filter((x0) -> p3.iterator().hasNext())).toArray()
        Character[] result = v0
    }
}

// lib.Box.toArray()
import lib.Box
import lib.Leaf
import lib.Node
import lib.Outer
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(Outer<Long> p0, Node<Leaf> p1, Character p2, Box<Character> p3, boolean p4) throws Throwable {
        Character[] result = (p4 ? new Box<>(p0).<Character>map((x0) -> Utils.entry(p1, p2).put(p1, p2)) : p3.filter((x0) -> p3.iterator().hasNext())).toArray()
    }
}

// lib.Mark.value()
import lib.Box
import lib.Leaf
import lib.Mark
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(Leaf p0, Mark[] p1, Mark p2) throws Throwable {
        Object result = new Box<String>(Utils.<Leaf, Mark>entry(p0, Utils.<Mark>first(p1)).put(p0, p2).value())
    }
}

// lib.Mark.value()
import lib.Box
import lib.Leaf
import lib.Mark
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(Leaf p0, Mark[] p1, Mark p2) throws Throwable {
        Object result = new Box<String>((String) Utils.<Leaf, Mark>entry(p0, Utils.<Mark>first(p1)).put(p0, p2).value())
    }
}

// lib.Mark.value()
import lib.Box
import lib.Leaf
import lib.Mark
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(Leaf p0, Mark[] p1, Mark p2) throws Throwable {
        Object result = new Box<>(Utils.entry(p0, Utils.<Mark>first(p1)).put(p0, p2).value())
    }
}

// lib.Outer.Inner.new(B): groovy cannot call it

// lib.Outer.Nested.new(T, java.util.List<T>): groovy cannot call it

// lib.Sorted.by(java.util.function.Function<? super T, ? extends K>)
import java.util.function.Function
import lib.Sorted
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(Integer p0, Sorted<Integer>[] p1, boolean p2, Character p3) throws Throwable {
        Function<Integer, Character> v0 = Utils.<Integer, Object, Character>compose(Object::toString, (x0) -> Utils.<Character, Character>entry(p3, p3).get(p3))
        Object result = (p2 ? new Sorted<String>().<Integer>by((x0) -> p0) : Utils.<Sorted<Integer>>first(p1).put(p0)).<Character>by(v0)
    }
}

// lib.Sorted.by(java.util.function.Function<? super T, ? extends K>)
import java.util.function.Function
import lib.Sorted
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(Integer p0, Sorted<Integer>[] p1, boolean p2, Character p3) throws Throwable {
        Function<Integer, Character> v0 = Utils.<Integer, Object, Character>compose(Object::toString, (x0) -> Utils.<Character, Character>entry(p3, p3).get(p3))
        Object result = (p2 ? new Sorted<String>().<Integer>by((x0) -> p0) : Utils.<Sorted<Integer>>first(p1).put(p0)).<Character>by((Function<Integer, Character>) v0)
    }
}

// lib.Sorted.by(java.util.function.Function<? super T, ? extends K>)
import java.util.function.Function
import lib.Sorted
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(Integer p0, Sorted<Integer>[] p1, boolean p2, Character p3) throws Throwable {
        Function<Integer, Character> v0 = Utils.<Integer, Object, Character>compose(Object::toString, (x0) -> Utils.entry(p3, p3).get(p3))
        Object result = (p2 ? new Sorted<String>().<Integer>by((x0) -> p0) : Utils.first(p1).put(p0)).by(v0)
    }
}

// lib.Utils.compose(java.util.function.Function<A, B>, java.util.function.Function<? super B, ? extends C>)
import java.util.function.Consumer
import java.util.function.Function
import lib.Leaf
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(Integer p0, Float p1, boolean p2, Function<Character, Float> p3, Function<? super Float, ? extends Consumer<Leaf>> p4) throws Throwable {
        Function<Character, Consumer<Leaf>> result = Utils.<Character, Float, Consumer<Leaf>>compose((p2 ? Utils.<Character, Integer, Float>compose((x0) -> p0, (x0) -> (p2 ? p1 : p1)) : p3), p4)
    }
}

// lib.Utils.compose(java.util.function.Function<A, B>, java.util.function.Function<? super B, ? extends C>)
import java.util.function.Consumer
import java.util.function.Function
import lib.Leaf
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(Integer p0, Float p1, boolean p2, Function<Character, Float> p3, Function<? super Float, ? extends Consumer<Leaf>> p4) throws Throwable {
        Function<Character, Consumer<Leaf>> result = Utils.<Character, Float, Consumer<Leaf>>compose((Function<Character, Float>) (p2 ? Utils.<Character, Integer, Float>compose((x0) -> p0, (x0) -> (p2 ? p1 : p1)) : p3), (Function<? super Float, ? extends Consumer<Leaf>>) p4)
    }
}

// lib.Utils.copy(java.util.List<? super T>, java.util.List<? extends T>)
import java.util.List
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(Character p0) throws Throwable {
        Utils.<Character>copy(Utils.<Character>sort(List.<Character>of(p0, p0, p0), (x0) -> 1L), List.<Character>of())
    }
}

// lib.Utils.copy(java.util.List<? super T>, java.util.List<? extends T>)
import java.util.List
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(Character p0) throws Throwable {
        Utils.<Character>copy((List<Character>) Utils.<Character>sort(List.<Character>of(p0, p0, p0), (x0) -> 1L), (List<Character>) List.<Character>of())
    }
}

// lib.Utils.copy(java.util.List<? super T>, java.util.List<? extends T>)
import java.util.List
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(Character p0) throws Throwable {
        Utils.copy(Utils.<Character>sort(List.of(p0, p0, p0), (x0) -> 1L), List.<Character>of())
    }
}

// lib.Utils.join(java.lang.String, java.lang.Object...)
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(int[] p0, Object[] p1) throws Throwable {
        int[] v0 = p0
        String v1 = "a"
        Object result = Utils.join(Utils.<int[], String>entry(v0, v1).get(v0), p1)
    }
}

// lib.Utils.join(java.lang.String, java.lang.Object...)
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(int[] p0, Object[] p1) throws Throwable {
        int[] v0 = p0
        String v1 = "a"
        Object result = Utils.join((String) Utils.<int[], String>entry(v0, v1).get(v0), (Object[]) p1)
    }
}

// lib.Utils.join(java.lang.String, java.lang.Object...)
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(int[] p0, Object[] p1) throws Throwable {
        var v0 = p0
        String v1 = "a"
        Object result = Utils.join(Utils.entry(v0, v1).get(v0), p1)
    }
}

// lib.Utils.matrix(double[][], byte, short, float, char, boolean)
import java.util.List
import lib.Box
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(double[][] p0, Byte[] p1, boolean p2, Short p3, Character[] p4, Character p5) throws Throwable {
        double[] result = Utils.matrix(Box.<double[]>of(Utils.matrix(p0, (byte) 1, (short) 1, 1.0f, (char) 'a', true), Utils.matrix(p0, (byte) 1, (short) 1, 1.0f, (char) 'a', true)).toArray(), Utils.<Byte>first((p2 ? p1 : p1)), (p2 ? List.<Short>of(p3, p3, p3).get(1) : (p2 ? p3 : p3)), Utils.DEPTH, (p2 ? List.<Character>of(p4).set(1, p5) : p5), true)
    }
}

// lib.Utils.matrix(double[][], byte, short, float, char, boolean)
import java.util.List
import lib.Box
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(double[][] p0, Byte[] p1, boolean p2, Short p3, Character[] p4, Character p5) throws Throwable {
        double[] result = Utils.matrix((double[][]) Box.<double[]>of(Utils.matrix(p0, (byte) 1, (short) 1, 1.0f, (char) 'a', true), Utils.matrix(p0, (byte) 1, (short) 1, 1.0f, (char) 'a', true)).toArray(), (Byte) Utils.<Byte>first((p2 ? p1 : p1)), (Short) (p2 ? List.<Short>of(p3, p3, p3).get(1) : (p2 ? p3 : p3)), (short) Utils.DEPTH, (Character) (p2 ? List.<Character>of(p4).set(1, p5) : p5), (boolean) (true))
    }
}

// lib.Utils.matrix(double[][], byte, short, float, char, boolean)
import java.util.List
import lib.Box
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(double[][] p0, Byte[] p1, boolean p2, Short p3, Character[] p4, Character p5) throws Throwable {
        var result = Utils.matrix(Box.<double[]>of(Utils.matrix(p0, (byte) 1, (short) 1, 1.0f, (char) 'a', true), Utils.matrix(p0, (byte) 1, (short) 1, 1.0f, (char) 'a', true)).toArray(), Utils.first((p2 ? p1 : p1)), (p2 ? List.of(p3, p3, p3).get(1) : (p2 ? p3 : p3)), Utils.DEPTH, (p2 ? List.of(p4).set(1, p5) : p5), true)
    }
}

// lib.Utils.run(java.lang.Runnable)
import java.util.function.Supplier
import lib.Box
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(Runnable p0) throws Throwable {
        Utils.run(Box.<Runnable>of(p0, () -> { }).orElse(((() -> p0) as Supplier<Runnable>)))
    }
}

// lib.Utils.run(java.lang.Runnable)
import java.util.function.Supplier
import lib.Box
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(Runnable p0) throws Throwable {
        Utils.run((Runnable) Box.<Runnable>of(p0, () -> { }).orElse(((() -> p0) as Supplier<Runnable>)))
    }
}

// lib.Utils.sum(int...)
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(int[] p0, boolean p1) throws Throwable {
        int[] v0 = (p1 ? p0 : p0)
        double result = Utils.sum(v0)
    }
}

// lib.Utils.sum(int...)
import lib.Utils

@groovy.transform.CompileStatic
class Main {
    static void test(int[] p0, boolean p1) throws Throwable {
        int[] v0 = (p1 ? p0 : p0)
        double result = Utils.sum((int[]) v0)
    }
}

