package wellsmith;

import com.sun.source.util.JavacTask;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;
import java.io.File;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticListener;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * The compiler of this JVM's own JDK. The phases are called one by one: so what is reported while parsing is
 * an error of syntax, one such error does not keep the other programs from being checked, and a crash comes
 * out as an exception.
 */
final class Javac implements Compiler {
    private static final List<String> ALONE =
            List.of("-proc:none", "-implicit:none", "-nowarn", "-Xmaxerrs", "1000000");

    /**
     * Without this, an error of types in one program keeps all others from flow analysis. A program alone is
     * compiled as usual: the compiler is less careful to survive errors with this than without.
     */
    private static final List<String> TOGETHER =
            Stream.concat(ALONE.stream(), Stream.of("-XDshould-stop.ifError=FLOW")).toList();

    private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    private final JavaFileManager files;

    Javac(String classPath) throws Exception {
        StandardJavaFileManager standard = compiler.getStandardFileManager(null, null, null);
        standard.setLocationFromPaths(
                StandardLocation.CLASS_PATH,
                Stream.of(classPath.split(File.pathSeparator)).filter(s -> !s.isEmpty()).map(Path::of).toList());
        files = new Files(standard);
    }

    @Override
    public void compile(Batch batch) throws Exception {
        boolean[] parsing = {true};
        DiagnosticListener<JavaFileObject> listener =
                diagnostic -> {
                    if (diagnostic.getKind() == Diagnostic.Kind.ERROR) {
                        JavaFileObject source = diagnostic.getSource();
                        batch.error(
                                source == null ? null : source.getName(),
                                diagnostic.getCode(),
                                diagnostic.getMessage(null),
                                diagnostic.getLineNumber(),
                                parsing[0]);
                    }
                };
        List<Source> sources = batch.programs.stream().map(Source::new).toList();
        List<String> options = new ArrayList<>(sources.size() == 1 ? ALONE : TOGETHER);
        options.addAll(Compiler.options());
        JavacTask task;
        try {
            task = (JavacTask) compiler.getTask(null, files, listener, options, null, sources);
        } catch (IllegalArgumentException wrong) {
            throw new WrongOption(wrong.getMessage());
        }
        task.addTaskListener(
                new TaskListener() {
                    @Override
                    public void started(TaskEvent event) {
                        if (event.getKind() == TaskEvent.Kind.ANALYZE && event.getSourceFile() != null) {
                            batch.at(event.getSourceFile().getName());
                        }
                    }
                });
        task.parse();
        parsing[0] = false;
        task.analyze();
        if (batch.full) {
            if (batch.hasErrors()) {
                batch.incomplete();
            } else {
                task.generate();
            }
        }
    }

    /** A program in memory. A public class in it may have any name. */
    private static final class Source extends SimpleJavaFileObject {
        private final Batch.Program program;

        Source(Batch.Program program) {
            super(URI.create("memory:///" + program.path("java")), Kind.SOURCE);
            this.program = program;
        }

        @Override
        public boolean isNameCompatible(String simpleName, Kind kind) {
            return kind == Kind.SOURCE;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return program.text();
        }
    }

    /** Class files that are written and forgotten. */
    private static final class Files extends ForwardingJavaFileManager<JavaFileManager> {
        Files(JavaFileManager standard) {
            super(standard);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("memory:///" + className.replace('.', '/')), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return OutputStream.nullOutputStream();
                }
            };
        }

        @Override
        public boolean isSameFile(FileObject one, FileObject other) {
            return one.equals(other);
        }
    }
}
