package wellsmith;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jetbrains.kotlin.cli.common.ExitCode;
import org.jetbrains.kotlin.cli.common.arguments.K2JVMCompilerArguments;
import org.jetbrains.kotlin.cli.common.arguments.ParseCommandLineArgumentsKt;
import org.jetbrains.kotlin.cli.common.messages.CompilerMessageSeverity;
import org.jetbrains.kotlin.cli.common.messages.CompilerMessageSourceLocation;
import org.jetbrains.kotlin.cli.common.messages.MessageCollector;
import org.jetbrains.kotlin.cli.jvm.K2JVMCompiler;
import org.jetbrains.kotlin.config.Services;

/**
 * Kotlin, of any version, always through all its phases: what full compiles are, and the only way to use a
 * version whose frontend cannot be called alone. Kotlin reads its sources from files.
 */
class Kotlin implements Compiler {
    /** Kotlin's name for a diagnostic, which stands before the message. */
    private static final Pattern NAMED = Pattern.compile("\\[([A-Z][A-Z0-9_]*)\\] ");

    final String classPath;
    private final Path folder;

    Kotlin(String classPath) throws IOException {
        // Without this, all that is known about the JDK would be thrown away with each batch.
        System.setProperty("kotlin.environment.keepalive", "true");
        this.classPath = classPath;
        this.folder = Files.createTempDirectory("kotlin");
    }

    @Override
    public final void compile(Batch batch) throws Exception {
        List<String> files = new ArrayList<>();
        for (Batch.Program program : batch.programs) {
            Path file = folder.resolve(program.path("kt"));
            Files.createDirectories(file.getParent());
            Files.writeString(file, program.text());
            files.add(file.toString());
        }
        try {
            if (batch.full) {
                full(batch, files);
            } else {
                check(batch, files);
            }
        } finally {
            Compiler.empty(folder);
        }
    }

    /** Compiles as far as errors of types go. */
    void check(Batch batch, List<String> files) throws Exception {
        full(batch, files);
    }

    private void full(Batch batch, List<String> files) {
        end(batch, new K2JVMCompiler().exec(new Messages(batch), Services.EMPTY, arguments(files)));
        if (batch.hasErrors()) {
            batch.incomplete();
        }
    }

    /** Notes an end that is neither success nor an error in a program. */
    static void end(Batch batch, ExitCode code) {
        if (code != ExitCode.OK && !batch.hasErrors()) {
            batch.error(null, "", "Kotlin ended with " + code + " and without a word", 0, false);
        }
    }

    final K2JVMCompilerArguments arguments(List<String> files) {
        List<String> words =
                new ArrayList<>(
                        List.of(
                                "-no-stdlib", "-no-reflect", "-nowarn", "-Xrender-internal-diagnostic-names",
                                "-cp", classPath, "-d", folder.resolve("classes").toString()));
        words.addAll(Compiler.options());
        words.addAll(files);
        K2JVMCompilerArguments arguments = new K2JVMCompilerArguments();
        ParseCommandLineArgumentsKt.parseCommandLineArguments(words, arguments, false);
        String wrong = ParseCommandLineArgumentsKt.validateArguments(arguments.getErrors());
        if (wrong != null) {
            throw new WrongOption(wrong);
        }
        return arguments;
    }

    /** Hands errors on to a batch. */
    static final class Messages implements MessageCollector {
        private final Batch batch;

        Messages(Batch batch) {
            this.batch = batch;
        }

        @Override
        public void clear() {}

        @Override
        public boolean hasErrors() {
            return batch.hasErrors();
        }

        @Override
        public void report(
                CompilerMessageSeverity severity, String message, CompilerMessageSourceLocation location) {
            if (severity == CompilerMessageSeverity.EXCEPTION) {
                batch.crash(message);
            } else if (severity.isError()) {
                Matcher named = NAMED.matcher(message);
                boolean isNamed = named.lookingAt();
                batch.error(
                        location == null ? null : location.getPath(),
                        isNamed ? named.group(1) : "",
                        isNamed ? message.substring(named.end()) : message,
                        location == null ? 0 : location.getLine(),
                        // Before Kotlin 2, errors of syntax were the ones without a name.
                        !isNamed || named.group(1).equals("SYNTAX"));
            }
        }
    }
}
