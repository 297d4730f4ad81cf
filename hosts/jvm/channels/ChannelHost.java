import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs the programs of a batch many times in one warm JVM, and tells those that crash, and those
 * that hang, from those that end.
 *
 * <p>Usage: {@code ChannelHost CLASS REPETITIONS BLOCKED_MS CPU_MS WALL_MS PROGRAM...}, where CLASS
 * is the name of the class of a program's main function, with {@code %d} for its number. If all programs share
 * one main function, it learns which one is meant from the system property wellsmith.program. Each
 * PROGRAM in the list gets a series of REPETITIONS runs, which ends at its first failure. What the
 * main thread of a run prints is its output; what others print is not told apart, and left out.
 *
 * <p>Prints a line of JSON for each series: {@code {"outputs":[["ok\n",100]],"failure":null}}.
 * If there are fewer lines than programs, the JVM went down with the next one, or ended itself after
 * a program that uses processor time without end.
 *
 * <p>A program hangs if next to nothing moves for a while: no run ended, the Java threads used hardly
 * any processor time, and the kernel showed, again and again, all threads asleep. While a program
 * makes progress, one of its threads runs or is ready to run at any moment, however busy the machine
 * is, so that slowness is not taken for a hang. The idle workers of a scheduler, which wake up to look
 * for work, are not taken for progress. Suspended coroutines are not threads, and do not count.
 */
public final class ChannelHost {
    private static final PrintStream REPORT =
            new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final long SAMPLE_MS = 100;

    /** The part of the time that the threads of an idle program may run. */
    private static final long IDLE = 50;

    /** So many samples must show all threads asleep, and this part of them. */
    private static final int SAMPLES = 3;

    private static final int ASLEEP = 4;

    /**
     * So many runs of a program go on at once. Alone, a run mostly waits for the threads of its pool
     * to wake up, and what should race is over before the other begins.
     */
    private static final int ABREAST = 4;

    private static final Object[] NO_ARGUMENTS = {new String[0]};

    /** Programs stand in packages of their own: p7.MainKt. */
    private static final Pattern PROGRAM_FRAME = Pattern.compile("^[pP](\\d+)\\.");

    private final String className;
    private final long blockedMillis;
    private final long cpuNanos;
    private final long wallNanos;

    /** What the main thread of a run prints; cleared before each run. */
    private final ThreadLocal<ByteArrayOutputStream> printed =
            ThreadLocal.withInitial(ByteArrayOutputStream::new);

    /** The series that runs now. */
    private volatile Series current;

    private ChannelHost(String className, long blockedMillis, long cpuMillis, long wallMillis) {
        this.className = className;
        this.blockedMillis = blockedMillis;
        // What is too long for a number of nanoseconds never passes.
        this.cpuNanos = TimeUnit.MILLISECONDS.toNanos(cpuMillis);
        this.wallNanos = TimeUnit.MILLISECONDS.toNanos(wallMillis);
    }

    public static void main(String[] args) throws Exception {
        long[] limits = {Long.parseLong(args[2]), Long.parseLong(args[3]), Long.parseLong(args[4])};
        ChannelHost host = new ChannelHost(args[0], limits[0], limits[1], limits[2]);
        int repetitions = Integer.parseInt(args[1]);
        System.setOut(new PrintStream(host.new Output(), true, StandardCharsets.UTF_8));
        Thread.setDefaultUncaughtExceptionHandler((thread, error) -> host.crashed(error));
        for (int argument = 5; argument < args.length; argument++) {
            Series series = host.new Series(Integer.parseInt(args[argument]), repetitions);
            host.watch(series);
            REPORT.println(series.json());
            if (series.spins) {
                // Its threads would take their time from all programs after it.
                break;
            }
        }
        REPORT.flush();
        // Whatever still hangs must not keep the JVM.
        Runtime.getRuntime().halt(0);
    }

    /** Each thread's prints go to a place of its own. */
    private final class Output extends OutputStream {
        @Override
        public void write(int b) {
            printed.get().write(b);
        }

        @Override
        public void write(byte[] bytes, int start, int length) {
            printed.get().write(bytes, start, length);
        }
    }

    /** Records an uncaught exception of any thread. */
    private void crashed(Throwable error) {
        Series series = current;
        int program = programOf(error);
        // What a program of before has left behind is not held against this one.
        if (series != null && (program < 0 || program == series.program)) {
            series.fail(Failure.crash(error));
        }
    }

    /** The program whose code threw, or -1. */
    private static int programOf(Throwable error) {
        for (StackTraceElement frame : error.getStackTrace()) {
            Matcher matcher = PROGRAM_FRAME.matcher(frame.getClassName());
            if (matcher.find()) {
                return Integer.parseInt(matcher.group(1));
            }
        }
        return -1;
    }

    /** Lets a series run to its end, or until it has failed. */
    private void watch(Series series) throws Exception {
        current = series;
        List<Thread> runners = new ArrayList<>();
        for (int number = 1; number <= ABREAST; number++) {
            Thread runner = new Thread(series, "program " + number);
            runner.setDaemon(true);
            runner.start();
            runners.add(runner);
        }
        Stillness stillness = null;
        long movedAtCpu = processCpu();
        long movedAt = System.nanoTime();
        int seen = 0;
        while (true) {
            boolean done = true;
            for (Thread runner : runners) {
                runner.join(SAMPLE_MS);
                done &= !runner.isAlive();
            }
            if (done || series.failure != null) {
                return;
            }
            int ended = series.ended.get();
            if (ended != seen) {
                seen = ended;
                stillness = null;
                movedAtCpu = processCpu();
                movedAt = System.nanoTime();
                continue;
            }
            Map<Long, Long> times = threadTimes();
            boolean asleep = !anyReady();
            if (stillness == null || !stillness.goesOn(times)) {
                stillness = asleep ? new Stillness(times) : null;
            }
            if (stillness != null && stillness.isBlocked(asleep, blockedMillis)) {
                series.fail(Failure.hang("blocked", stillness.toString(), series));
                return;
            }
            long used = processCpu() - movedAtCpu;
            if (used >= cpuNanos) {
                series.spins = true;
                String why = "no run ended within " + used / 1_000_000 + " ms of processor time";
                series.fail(Failure.hang("cpu", why, series));
                return;
            }
            long passed = System.nanoTime() - movedAt;
            if (passed >= wallNanos) {
                String why = "no run ended within " + passed / 1_000_000 + " ms";
                series.fail(Failure.hang("wall", why, series));
                return;
            }
        }
    }

    private static long processCpu() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    /** The processor time that each Java thread has used, but for this one. */
    private static Map<Long, Long> threadTimes() {
        Map<Long, Long> times = new TreeMap<>();
        for (long id : THREADS.getAllThreadIds()) {
            if (id != Thread.currentThread().getId()) {
                times.put(id, THREADS.getThreadCpuTime(id));
            }
        }
        return times;
    }

    /**
     * Whether the kernel has a thread of this process that does not sleep, but for this one and the
     * JVM's own ticker.
     */
    private static boolean anyReady() throws IOException {
        String self = Path.of("/proc/thread-self").toRealPath().getFileName().toString();
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
            for (Path task : tasks) {
                if (task.getFileName().toString().equals(self)) {
                    continue;
                }
                String status;
                try {
                    status = Files.readString(task.resolve("status"));
                } catch (IOException gone) {
                    return true;
                }
                boolean ticker = status.startsWith("Name:\tVM Periodic Tas");
                if (!ticker && !status.contains("\nState:\tS")) {
                    return true;
                }
            }
        } catch (UncheckedIOException gone) {
            return true;
        }
        return false;
    }

    /** A time in which the Java threads have used hardly any processor time. */
    private static final class Stillness {
        private final long since = System.nanoTime();
        private final Map<Long, Long> times;
        private int samples;
        private int asleep;

        Stillness(Map<Long, Long> times) {
            this.times = times;
        }

        private long nanos() {
            return System.nanoTime() - since;
        }

        /** Whether it goes on, now that the threads have used so much. */
        boolean goesOn(Map<Long, Long> now) {
            long used = 0;
            for (Map.Entry<Long, Long> thread : now.entrySet()) {
                used += thread.getValue() - times.getOrDefault(thread.getKey(), 0L);
            }
            return used <= nanos() / IDLE;
        }

        /** Counts a sample; whether it has gone on for so long that the program is blocked. */
        boolean isBlocked(boolean allAsleep, long millis) {
            samples++;
            asleep += allAsleep ? 1 : 0;
            return asleep >= SAMPLES && asleep * ASLEEP >= samples && nanos() / 1_000_000 >= millis;
        }

        @Override
        public String toString() {
            return "all threads slept at " + asleep + " of " + samples
                    + " looks, and used hardly any processor time, for " + nanos() / 1_000_000 + " ms,";
        }
    }

    /** Runs of one program; each of the threads that share it does one after the other. */
    private final class Series implements Runnable {
        final int program;
        final int repetitions;
        /** How many runs ended normally, by what they printed. */
        final Map<String, Integer> outputs = Collections.synchronizedMap(new LinkedHashMap<>());

        final AtomicInteger begun = new AtomicInteger();
        /** How many runs ended normally. */
        final AtomicInteger ended = new AtomicInteger();
        volatile Failure failure;
        /** Whether it uses processor time without end. */
        boolean spins;

        Series(int program, int repetitions) {
            this.program = program;
            this.repetitions = repetitions;
        }

        @Override
        public void run() {
            try {
                System.setProperty("wellsmith.program", Integer.toString(program));
                Method main = mainOf(Class.forName(String.format(className, program)));
                Object[] arguments = main.getParameterCount() == 0 ? new Object[0] : NO_ARGUMENTS;
                ByteArrayOutputStream own = printed.get();
                while (failure == null && begun.getAndIncrement() < repetitions) {
                    own.reset();
                    main.invoke(null, arguments);
                    outputs.merge(own.toString(StandardCharsets.UTF_8), 1, Integer::sum);
                    ended.incrementAndGet();
                }
            } catch (InvocationTargetException error) {
                fail(Failure.crash(error.getCause()));
            } catch (ReflectiveOperationException error) {
                fail(Failure.crash(error));
            }
        }

        /** The main function, with or without parameters. */
        private Method mainOf(Class<?> type) throws NoSuchMethodException {
            try {
                return type.getMethod("main");
            } catch (NoSuchMethodException other) {
                return type.getMethod("main", String[].class);
            }
        }

        /** The first failure counts. */
        synchronized void fail(Failure failure) {
            if (this.failure == null) {
                this.failure = failure;
            }
        }

        String json() {
            List<String> texts = new ArrayList<>();
            outputs.forEach((output, runs) -> texts.add("[" + quoted(output) + "," + runs + "]"));
            String end = failure == null ? "null" : failure.json();
            return "{\"outputs\":[" + String.join(",", texts) + "],\"failure\":" + end + "}";
        }
    }

    /** How a run failed: with a crash, or blocked, or using up its processor time. */
    private static final class Failure {
        private static final int FRAMES = 60;

        final String kind;
        final String text;

        private Failure(String kind, String text) {
            this.kind = kind;
            this.text = shortened(text);
        }

        static Failure crash(Throwable error) {
            // A recursion without end says the same again and again.
            StackTraceElement[] frames = error.getStackTrace();
            if (frames.length > FRAMES) {
                error.setStackTrace(Arrays.copyOf(frames, FRAMES));
            }
            StringWriter text = new StringWriter();
            error.printStackTrace(new PrintWriter(text));
            return new Failure("crash", text.toString());
        }

        static Failure hang(String kind, String why, Series series) {
            String progress = why + " after run " + series.ended.get() + " of " + series.repetitions + "\n";
            return new Failure(kind, progress + threadDump());
        }

        String json() {
            return "{\"kind\":" + quoted(kind) + ",\"text\":" + quoted(text) + "}";
        }
    }

    /** All threads with their stacks, and those that wait for each other. */
    private static String threadDump() {
        StringBuilder dump = new StringBuilder();
        long[] cycle = THREADS.findDeadlockedThreads();
        if (cycle != null) {
            dump.append("these threads wait for each other: ").append(Arrays.toString(cycle)).append('\n');
        }
        for (ThreadInfo thread : THREADS.dumpAllThreads(true, true)) {
            dump.append('"').append(thread.getThreadName()).append("\" ").append(thread.getThreadState());
            LockInfo lock = thread.getLockInfo();
            if (lock != null) {
                dump.append(" on ").append(lock.getClassName());
            }
            dump.append('\n');
            for (StackTraceElement frame : thread.getStackTrace()) {
                dump.append("    at ").append(frame).append('\n');
            }
        }
        return dump.toString();
    }

    /** As much of a text as is of use. */
    private static String shortened(String text) {
        int limit = 32_000;
        return text.length() <= limit ? text : text.substring(0, limit) + "\n[shortened]\n";
    }

    /** A text as JSON. */
    private static String quoted(String text) {
        StringBuilder json = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ' || Character.isSurrogate(c)) {
                json.append(String.format("\\u%04x", (int) c));
            } else {
                json.append(c);
            }
        }
        return json.append('"').toString();
    }
}
