// lib.Base.in(int)
import lib.Base;
import lib.Outer;
import lib.Utils;

class Main {
    static void test(boolean p0) throws Throwable {
        char v0 = 1;
        Outer<Base> result = new Outer<Base>(Utils.over(new Base()).in((p0 ? ('a') : v0)));
    }
}

// lib.Base.in(int)
import lib.Base;
import lib.Outer;
import lib.Utils;

class Main {
    static void test(boolean p0) throws Throwable {
        char v0 = 1;
        Outer<Base> result = new Outer<Base>((Base) Utils.over(new Base()).in((p0 ? ('a') : v0)));
    }
}

// lib.Base.in(int)
import lib.Base;
import lib.Outer;
import lib.Utils;

class Main {
    static void test(boolean p0) throws Throwable {
        char v0 = 1;
        Outer<Base> result = new Outer<>(Utils.over(new Base()).in((p0 ? ('a') : v0)));
    }
}

// lib.Base.type
import java.util.Map;
import lib.Base;
import lib.Kind;
import lib.Utils;

class Main {
    static void test(Double[] p0) throws Throwable {
        Map<Kind, Double> result = Utils.<Kind, Double>entry(Utils.over(new Base()).type, Utils.<Double>first(p0));
    }
}

// lib.Base.type
import java.util.Map;
import lib.Base;
import lib.Kind;
import lib.Utils;

class Main {
    static void test(Double[] p0) throws Throwable {
        Map<Kind, Double> result = Utils.<Kind, Double>entry((Kind) Utils.over(new Base()).type, (Double) Utils.<Double>first(p0));
    }
}

// lib.Base.type
import java.util.Map;
import lib.Base;
import lib.Kind;
import lib.Utils;

class Main {
    static void test(Double[] p0) throws Throwable {
        Map<Kind, Double> result = Utils.entry(Utils.over(new Base()).type, Utils.first(p0));
    }
}

// lib.Box.map(java.util.function.Function<? super T, ? extends R>)
import java.util.function.Function;
import java.util.function.Supplier;
import lib.Box;

class Main {
    static void test(Box<Runnable> p0) throws Throwable {
        Box<Supplier<Runnable[]>> v0 = Box.<Supplier<Runnable[]>>of(p0::toArray, p0::toArray);
        Function<? super Supplier<Runnable[]>, ? extends Object> v1 = Object::hashCode;
        Box<Object> result = v0.<Object>map(v1);
    }
}

// lib.Box.map(java.util.function.Function<? super T, ? extends R>)
import java.util.function.Function;
import java.util.function.Supplier;
import lib.Box;

class Main {
    static void test(Box<Runnable> p0) throws Throwable {
        Box<Supplier<Runnable[]>> v0 = Box.<Supplier<Runnable[]>>of(p0::toArray, p0::toArray);
        Function<? super Supplier<Runnable[]>, ? extends Object> v1 = Object::hashCode;
        Box<Object> result = v0.<Object>map((Function<? super Supplier<Runnable[]>, ? extends Object>) v1);
    }
}

// lib.Box.map(java.util.function.Function<? super T, ? extends R>)
import java.util.function.Function;
import java.util.function.Supplier;
import lib.Box;

class Main {
    static void test(Box<Runnable> p0) throws Throwable {
        Box<Supplier<Runnable[]>> v0 = Box.of(p0::toArray, p0::toArray);
        Function<? super Supplier<Runnable[]>, ? extends Object> v1 = Object::hashCode;
        Box<Object> result = v0.<Object>map(v1);
    }
}

// lib.Box.new(T)
import lib.Box;
import lib.Sorted;

class Main {
    static void test() throws Throwable {
        Object result = new Box<Character>(new Sorted<Character>().max());
    }
}

// lib.Box.new(T)
import lib.Box;
import lib.Sorted;

class Main {
    static void test() throws Throwable {
        Object result = new Box<Character>((Character) new Sorted<Character>().max());
    }
}

// lib.Box.new(T)
import lib.Box;
import lib.Sorted;

class Main {
    static void test() throws Throwable {
        Object result = new Box<>(new Sorted<Character>().max());
    }
}

// lib.Box.orElse(java.util.function.Supplier<? extends T>)
import java.util.function.Supplier;
import lib.Box;
import lib.Leaf;
import lib.Utils;

class Main {
    static void test(Box<Leaf> p0, Supplier<Leaf> p1, Object p2) throws Throwable {
        Leaf result = p0.orElse(Utils.<Object, Supplier<Leaf>>entry(p0, p1).get(p2));
    }
}

// lib.Box.orElse(java.util.function.Supplier<? extends T>)
import java.util.function.Supplier;
import lib.Box;
import lib.Leaf;
import lib.Utils;

class Main {
    static void test(Box<Leaf> p0, Supplier<Leaf> p1, Object p2) throws Throwable {
        Leaf result = p0.orElse((Supplier<Leaf>) Utils.<Object, Supplier<Leaf>>entry(p0, p1).get(p2));
    }
}

// lib.Box.orElse(java.util.function.Supplier<? extends T>)
import java.util.function.Supplier;
import lib.Box;
import lib.Leaf;
import lib.Utils;

class Main {
    static void test(Box<Leaf> p0, Supplier<Leaf> p1, Object p2) throws Throwable {
        var result = p0.orElse(Utils.<Object, Supplier<Leaf>>entry(p0, p1).get(p2));
    }
}

// lib.Box.toArray()
import lib.Box;
import lib.Leaf;
import lib.Node;
import lib.Outer;
import lib.Utils;

class Main {
    static void test(Outer<Long> p0, Node<Leaf> p1, Character p2, Box<Character> p3, boolean p4) throws Throwable {
        Character[] result = (p4 ? new Box<Outer<Long>>(p0).<Character>map((x0) -> Utils.<Node<Leaf>, Character>entry(p1, p2).put(p1, p2)) : p3.filter((x0) -> p3.iterator().hasNext())).toArray();
    }
}

// lib.Box.toArray()
import lib.Box;
import lib.Leaf;
import lib.Node;
import lib.Outer;
import lib.Utils;

class Main {
    static void test(Outer<Long> p0, Node<Leaf> p1, Character p2, Box<Character> p3, boolean p4) throws Throwable {
        Character[] v0 = (p4 ? new Box<Outer<Long>>(p0).<Character>map((x0) -> Utils.<Node<Leaf>, Character>entry(p1, p2).put(p1, p2)) : p3.filter((x0) -> p3.iterator().hasNext())).toArray();
        Character[] result = v0;
    }
}

// lib.Box.toArray()
import lib.Box;
import lib.Leaf;
import lib.Node;
import lib.Outer;
import lib.Utils;

class Main {
    static void test(Outer<Long> p0, Node<Leaf> p1, Character p2, Box<Character> p3, boolean p4) throws Throwable {
        Character[] result = (p4 ? new Box<>(p0).map((x0) -> Utils.entry(p1, p2).put(p1, p2)) : p3.filter((x0) -> p3.iterator().hasNext())).toArray();
    }
}

// lib.Mark.value()
import lib.Box;
import lib.Leaf;
import lib.Mark;
import lib.Utils;

class Main {
    static void test(Leaf p0, Mark[] p1, Mark p2) throws Throwable {
        Object result = Box.<String>of(Utils.<Leaf, Mark>entry(p0, Utils.<Mark>first(p1)).put(p0, p2).value());
    }
}

// lib.Mark.value()
import lib.Box;
import lib.Leaf;
import lib.Mark;
import lib.Utils;

class Main {
    static void test(Leaf p0, Mark[] p1, Mark p2) throws Throwable {
        Object result = Box.<String>of((String) Utils.<Leaf, Mark>entry(p0, Utils.<Mark>first(p1)).put(p0, p2).value());
    }
}

// lib.Mark.value()
import lib.Box;
import lib.Leaf;
import lib.Mark;
import lib.Utils;

class Main {
    static void test(Leaf p0, Mark[] p1, Mark p2) throws Throwable {
        Object result = Box.of(Utils.entry(p0, Utils.first(p1)).put(p0, p2).value());
    }
}

// lib.Outer.Inner.new(B)
import lib.Outer;
import lib.Utils;

class Main {
    static void test(Character[] p0, Float p1) throws Throwable {
        Object result = new Outer<Character>(Utils.<Character>first(p0)).new Inner<Float>(p1);
    }
}

// lib.Outer.Inner.new(B)
import lib.Outer;
import lib.Utils;

class Main {
    static void test(Character[] p0, Float p1) throws Throwable {
        Object result = new Outer<Character>(Utils.<Character>first(p0)).new Inner<Float>((Float) p1);
    }
}

// lib.Outer.Inner.new(B)
import lib.Outer;
import lib.Utils;

class Main {
    static void test(Character[] p0, Float p1) throws Throwable {
        Object result = new Outer<>(Utils.first(p0)).new Inner<>(p1);
    }
}

// lib.Outer.Nested.new(T, java.util.List<T>)
import java.util.List;
import lib.Box;
import lib.Outer;
import lib.Sorted;

class Main {
    static void test(Character p0, boolean p1) throws Throwable {
        Object result = new <Character>Outer.Nested(new Sorted<Character>().max(), List.<Character>of(Box.<Character>of(p0, p0).value, (p1 ? p0 : p0), p0));
    }
}

// lib.Outer.Nested.new(T, java.util.List<T>)
import java.util.List;
import lib.Box;
import lib.Outer;
import lib.Sorted;

class Main {
    static void test(Character p0, boolean p1) throws Throwable {
        Object result = new <Character>Outer.Nested((Character) new Sorted<Character>().max(), (List<Character>) List.<Character>of(Box.<Character>of(p0, p0).value, (p1 ? p0 : p0), p0));
    }
}

// lib.Outer.Nested.new(T, java.util.List<T>)
import java.util.List;
import lib.Box;
import lib.Outer;
import lib.Sorted;

class Main {
    static void test(Character p0, boolean p1) throws Throwable {
        var result = new Outer.Nested(new Sorted<Character>().max(), List.of(Box.of(p0, p0).value, (p1 ? p0 : p0), p0));
    }
}

// lib.Sorted.by(java.util.function.Function<? super T, ? extends K>)
import java.util.List;
import java.util.function.Function;
import lib.Base;
import lib.Box;
import lib.Sorted;
import lib.Utils;
import lib.Visitor;

class Main {
    static void test(Sorted<Integer> p0, boolean p1, Visitor<Base> p2, Base p3, List<Short> p4, Function<? super Short, ? extends Character> p5) throws Throwable {
        Object result = (p1 ? new Sorted<String>().<Integer>by(Object::hashCode) : Box.<Sorted<Integer>>of(p0).get()).<Character>by(Utils.<Integer, Visitor<Base>, Character>compose((x0) -> (p1 ? p2 : ((x1) -> p3)), Utils.<Visitor<Base>, Short, Character>compose((x0) -> Utils.<Short>sort(p4, (Short x1) -> 1L).get(1), p5)));
    }
}

// lib.Sorted.by(java.util.function.Function<? super T, ? extends K>)
import java.util.List;
import java.util.function.Function;
import lib.Base;
import lib.Box;
import lib.Sorted;
import lib.Utils;
import lib.Visitor;

class Main {
    static void test(Sorted<Integer> p0, boolean p1, Visitor<Base> p2, Base p3, List<Short> p4, Function<? super Short, ? extends Character> p5) throws Throwable {
        Object result = (p1 ? new Sorted<String>().<Integer>by(Object::hashCode) : Box.<Sorted<Integer>>of(p0).get()).<Character>by((Function<Integer, Character>) Utils.<Integer, Visitor<Base>, Character>compose((x0) -> (p1 ? p2 : ((x1) -> p3)), Utils.<Visitor<Base>, Short, Character>compose((x0) -> Utils.<Short>sort(p4, (Short x1) -> 1L).get(1), p5)));
    }
}

// lib.Sorted.by(java.util.function.Function<? super T, ? extends K>)
import java.util.List;
import java.util.function.Function;
import lib.Base;
import lib.Box;
import lib.Sorted;
import lib.Utils;
import lib.Visitor;

class Main {
    static void test(Sorted<Integer> p0, boolean p1, Visitor<Base> p2, Base p3, List<Short> p4, Function<? super Short, ? extends Character> p5) throws Throwable {
        var result = (p1 ? new Sorted<String>().<Integer>by(Object::hashCode) : Box.of(p0).get()).by(Utils.<Integer, Visitor<Base>, Character>compose((x0) -> (p1 ? p2 : ((x1) -> p3)), Utils.<Visitor<Base>, Short, Character>compose((x0) -> Utils.sort(p4, (Short x1) -> 1L).get(1), p5)));
    }
}

// lib.Utils.compose(java.util.function.Function<A, B>, java.util.function.Function<? super B, ? extends C>)
import java.util.function.Consumer;
import java.util.function.Function;
import lib.Leaf;
import lib.Utils;

class Main {
    static void test(Float p0, boolean p1, Iterable<Function<Float, Float>>[] p2, Consumer<Leaf>[] p3) throws Throwable {
        Function<Character, Consumer<Leaf>> result = Utils.<Character, Float, Consumer<Leaf>>compose((p1 ? ((x0) -> p0) : ((x0) -> p0)), Utils.<Float, Float, Consumer<Leaf>>compose(Utils.<Iterable<Function<Float, Float>>>first(p2).iterator().next(), (x0) -> Utils.<Consumer<Leaf>>first(p3)));
    }
}

// lib.Utils.compose(java.util.function.Function<A, B>, java.util.function.Function<? super B, ? extends C>)
import java.util.function.Consumer;
import java.util.function.Function;
import lib.Leaf;
import lib.Utils;

class Main {
    static void test(Float p0, boolean p1, Iterable<Function<Float, Float>>[] p2, Consumer<Leaf>[] p3) throws Throwable {
        Function<Character, Consumer<Leaf>> result = Utils.<Character, Float, Consumer<Leaf>>compose((p1 ? ((x0) -> p0) : ((x0) -> p0)), (Function<Float, Consumer<Leaf>>) Utils.<Float, Float, Consumer<Leaf>>compose(Utils.<Iterable<Function<Float, Float>>>first(p2).iterator().next(), (x0) -> Utils.<Consumer<Leaf>>first(p3)));
    }
}

// lib.Utils.compose(java.util.function.Function<A, B>, java.util.function.Function<? super B, ? extends C>)
import java.util.function.Consumer;
import java.util.function.Function;
import lib.Leaf;
import lib.Utils;

class Main {
    static void test(Float p0, boolean p1, Iterable<Function<Float, Float>>[] p2, Consumer<Leaf>[] p3) throws Throwable {
        Function<Character, Consumer<Leaf>> result = Utils.<Character, Float, Consumer<Leaf>>compose((p1 ? ((x0) -> p0) : ((x0) -> p0)), Utils.compose(Utils.first(p2).iterator().next(), (x0) -> Utils.first(p3)));
    }
}

// lib.Utils.copy(java.util.List<? super T>, java.util.List<? extends T>)
import java.util.List;
import java.util.function.ToLongFunction;
import lib.Outer;
import lib.Utils;

class Main {
    static void test(Character p0, List<Character> p1, ToLongFunction<Outer.Nested> p2, Outer.Nested p3, boolean p4) throws Throwable {
        Utils.<Character>copy(Utils.<Character>sort(List.<Character>of(p0, p0, p0), Object::hashCode), Utils.<Character>sort(Utils.<Character>sort(p1, (x0) -> p2.applyAsLong(p3)), (p4 ? ((Character x0) -> p2.applyAsLong(p3)) : ((x0) -> 1L))));
    }
}

// lib.Utils.copy(java.util.List<? super T>, java.util.List<? extends T>)
import java.util.List;
import java.util.function.ToLongFunction;
import lib.Outer;
import lib.Utils;

class Main {
    static void test(Character p0, List<Character> p1, ToLongFunction<Outer.Nested> p2, Outer.Nested p3, boolean p4) throws Throwable {
        Utils.<Character>copy((List<Character>) Utils.<Character>sort(List.<Character>of(p0, p0, p0), Object::hashCode), (List<Character>) Utils.<Character>sort(Utils.<Character>sort(p1, (x0) -> p2.applyAsLong(p3)), (p4 ? ((Character x0) -> p2.applyAsLong(p3)) : ((x0) -> 1L))));
    }
}

// lib.Utils.copy(java.util.List<? super T>, java.util.List<? extends T>)
import java.util.List;
import java.util.function.ToLongFunction;
import lib.Outer;
import lib.Utils;

class Main {
    static void test(Character p0, List<Character> p1, ToLongFunction<Outer.Nested> p2, Outer.Nested p3, boolean p4) throws Throwable {
        Utils.copy(Utils.sort(List.of(p0, p0, p0), Object::hashCode), Utils.<Character>sort(Utils.sort(p1, (x0) -> p2.applyAsLong(p3)), (p4 ? ((Character x0) -> p2.applyAsLong(p3)) : ((x0) -> 1L))));
    }
}

// lib.Utils.join(java.lang.String, java.lang.Object...)
import java.io.Serializable;
import lib.Box;
import lib.Utils;

class Main {
    static void test(int[] p0) throws Throwable {
        int[] v0 = p0;
        String v1 = "a";
        Serializable result = Utils.join(Utils.<int[], String>entry(v0, v1).get(v0), Box.<Object>of(v1.toString()).toArray());
    }
}

// lib.Utils.join(java.lang.String, java.lang.Object...)
import java.io.Serializable;
import lib.Box;
import lib.Utils;

class Main {
    static void test(int[] p0) throws Throwable {
        int[] v0 = p0;
        String v1 = "a";
        Serializable result = Utils.join((String) Utils.<int[], String>entry(v0, v1).get(v0), (Object[]) Box.<Object>of(v1.toString()).toArray());
    }
}

// lib.Utils.join(java.lang.String, java.lang.Object...)
import java.io.Serializable;
import lib.Box;
import lib.Utils;

class Main {
    static void test(int[] p0) throws Throwable {
        var v0 = p0;
        String v1 = "a";
        Serializable result = Utils.join(Utils.entry(v0, v1).get(v0), Box.<Object>of(v1.toString()).toArray());
    }
}

// lib.Utils.matrix(double[][], byte, short, float, char, boolean)
import java.io.Serializable;
import java.util.List;
import java.util.function.ToLongFunction;
import lib.Box;
import lib.Text;
import lib.Utils;

class Main {
    static void test(double[][] p0, Byte[] p1, boolean p2, List<Short> p3, Boolean p4, ToLongFunction<Serializable> p5, Short p6, Float p7) throws Throwable {
        String v0 = "a";
        double[] result = Utils.matrix(Box.<double[]>of(Utils.matrix(p0, (byte) 1, (short) 1, 1.0f, 'a', true), Utils.matrix(p0, (byte) 1, (short) 1, 1.0f, 'a', true)).toArray(), Utils.<Byte>first((p2 ? p1 : p1)), Box.<List<Short>>of((p2 ? p3 : p3)).orElse(() -> Utils.<ToLongFunction<Serializable>, Boolean, List<Short>>compose((ToLongFunction<Serializable> x0) -> p4, (Boolean x0) -> p3).apply(p5)).set(p3.toString().compareTo("a"), (p2 ? p6 : p6)), p7, new Text(v0).charAt(1), p4);
    }
}

// lib.Utils.matrix(double[][], byte, short, float, char, boolean)
import java.io.Serializable;
import java.util.List;
import java.util.function.ToLongFunction;
import lib.Box;
import lib.Text;
import lib.Utils;

class Main {
    static void test(double[][] p0, Byte[] p1, boolean p2, List<Short> p3, Boolean p4, ToLongFunction<Serializable> p5, Short p6, Float p7) throws Throwable {
        String v0 = "a";
        double[] result = Utils.matrix((double[][]) Box.<double[]>of(Utils.matrix(p0, (byte) 1, (short) 1, 1.0f, 'a', true), Utils.matrix(p0, (byte) 1, (short) 1, 1.0f, 'a', true)).toArray(), (Byte) Utils.<Byte>first((p2 ? p1 : p1)), (Short) Box.<List<Short>>of((p2 ? p3 : p3)).orElse(() -> Utils.<ToLongFunction<Serializable>, Boolean, List<Short>>compose((ToLongFunction<Serializable> x0) -> p4, (Boolean x0) -> p3).apply(p5)).set(p3.toString().compareTo("a"), (p2 ? p6 : p6)), (Float) p7, (char) new Text(v0).charAt(1), (Boolean) p4);
    }
}

// lib.Utils.matrix(double[][], byte, short, float, char, boolean)
import java.io.Serializable;
import java.util.List;
import java.util.function.ToLongFunction;
import lib.Box;
import lib.Text;
import lib.Utils;

class Main {
    static void test(double[][] p0, Byte[] p1, boolean p2, List<Short> p3, Boolean p4, ToLongFunction<Serializable> p5, Short p6, Float p7) throws Throwable {
        String v0 = "a";
        double[] result = Utils.matrix(Box.<double[]>of(Utils.matrix(p0, (byte) 1, (short) 1, 1.0f, 'a', true), Utils.matrix(p0, (byte) 1, (short) 1, 1.0f, 'a', true)).toArray(), Utils.first((p2 ? p1 : p1)), Box.of((p2 ? p3 : p3)).orElse(() -> Utils.<ToLongFunction<Serializable>, Boolean, List<Short>>compose((ToLongFunction<Serializable> x0) -> p4, (Boolean x0) -> p3).apply(p5)).set(p3.toString().compareTo("a"), (p2 ? p6 : p6)), p7, new Text(v0).charAt(1), p4);
    }
}

// lib.Utils.run(java.lang.Runnable)
import java.util.function.Supplier;
import lib.Box;
import lib.Utils;

class Main {
    static void test(Runnable p0, Supplier<? extends Runnable> p1, boolean p2) throws Throwable {
        Utils.run(Box.<Runnable>of(p0, () -> { }).orElse((p2 ? p1 : p1)));
    }
}

// lib.Utils.run(java.lang.Runnable)
import java.util.function.Supplier;
import lib.Box;
import lib.Utils;

class Main {
    static void test(Runnable p0, Supplier<? extends Runnable> p1, boolean p2) throws Throwable {
        Utils.run((Runnable) Box.<Runnable>of(p0, () -> { }).orElse((p2 ? p1 : p1)));
    }
}

// lib.Utils.run(java.lang.Runnable)
import java.util.function.Supplier;
import lib.Box;
import lib.Utils;

class Main {
    static void test(Runnable p0, Supplier<? extends Runnable> p1, boolean p2) throws Throwable {
        Utils.run(Box.of(p0, () -> { }).orElse((p2 ? p1 : p1)));
    }
}

// lib.Utils.sum(int...)
import lib.Box;
import lib.Utils;

class Main {
    static void test(Double[] p0, Box<int[]> p1, int[] p2) throws Throwable {
        Object result = Utils.sum(Box.<int[]>of(Utils.<Double[], Box<int[]>>entry(p0, p1).get(p1).orElse(p2)).get());
    }
}

// lib.Utils.sum(int...)
import lib.Box;
import lib.Utils;

class Main {
    static void test(Double[] p0, Box<int[]> p1, int[] p2) throws Throwable {
        Object result = Utils.sum((int[]) Box.<int[]>of(Utils.<Double[], Box<int[]>>entry(p0, p1).get(p1).orElse(p2)).get());
    }
}

// lib.Utils.sum(int...)
import lib.Box;
import lib.Utils;

class Main {
    static void test(Double[] p0, Box<int[]> p1, int[] p2) throws Throwable {
        var result = Utils.sum(Box.of(Utils.entry(p0, p1).get(p1).orElse(p2)).get());
    }
}

