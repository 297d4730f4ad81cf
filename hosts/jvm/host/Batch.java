package wellsmith;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One request: the programs, and what a compiler says about them. */
final class Batch {
    /** A program. Its name is unique in this JVM, and is that of its package unless it has one of its own. */
    record Program(String name, String text) {
        /** The path of its file below some folder. */
        String path(String extension) {
            return name + "/Main." + extension;
        }
    }

    /** An error: the code is empty if there is none, the line is 0 if it is not known. */
    record Said(String code, String message, int line, boolean syntax) {}

    private static final Pattern NAME = Pattern.compile("\\bws[0-9]+\\b");

    /** The programs. */
    final List<Program> programs;
    /** Whether they go through all phases, to class files. */
    final boolean full;

    final List<List<Said>> said = new ArrayList<>();
    final StringBuilder failure = new StringBuilder();
    boolean complete = true;
    String crash = "";
    int culprit = -1;

    private final Map<String, Integer> byName = new HashMap<>();
    private final IntConsumer progress;

    Batch(List<Program> programs, boolean full, IntConsumer progress) {
        this.programs = programs;
        this.full = full;
        this.progress = progress;
        for (Program program : programs) {
            byName.put(program.name(), said.size());
            said.add(new ArrayList<>());
        }
    }

    /** The compiler has begun with this program. */
    void at(String path) {
        int program = find(path);
        if (program >= 0) {
            progress.accept(program);
        }
    }

    /** An error in the file with this path, which may be null. */
    void error(String path, String code, String message, long line, boolean syntax) {
        int program = find(path);
        if (program < 0) {
            failure.append(message).append('\n');
        } else {
            said.get(program).add(new Said(code, message, (int) Math.max(line, 0), syntax));
        }
    }

    /** An error in one program may have hidden others. */
    void incomplete() {
        complete = false;
    }

    /** Whether there was any error. */
    boolean hasErrors() {
        return !failure.isEmpty() || !crash.isEmpty() || said.stream().anyMatch(list -> !list.isEmpty());
    }

    /** The compiler fell over. */
    void crash(Throwable thrown) {
        StringWriter trace = new StringWriter();
        thrown.printStackTrace(new PrintWriter(trace, true));
        crash(trace.toString());
    }

    /** The compiler fell over, and says so with a stack trace. Only the first time counts. */
    void crash(String trace) {
        if (!crash.isEmpty()) {
            return;
        }
        crash = trace;
        Matcher names = NAME.matcher(trace);
        while (names.find()) {
            int named = byName.getOrDefault(names.group(), -1);
            if (named >= 0 && culprit >= 0 && named != culprit) {
                culprit = -1;
                return;
            }
            culprit = Math.max(culprit, named);
        }
    }

    private int find(String path) {
        if (path == null) {
            return -1;
        }
        Matcher names = NAME.matcher(path);
        return names.find() ? byName.getOrDefault(names.group(), -1) : -1;
    }
}
