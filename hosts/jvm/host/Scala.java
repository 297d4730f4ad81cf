package wellsmith;

import dotty.tools.dotc.Driver;
import dotty.tools.dotc.core.Contexts;
import dotty.tools.dotc.reporting.Diagnostic;
import dotty.tools.dotc.reporting.MessageKind;
import dotty.tools.dotc.reporting.Reporter;
import dotty.tools.dotc.util.SourceFile;
import dotty.tools.dotc.util.SourcePosition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import scala.collection.immutable.List;
import scala.collection.immutable.List$;

/**
 * Scala 3. A compiler keeps what it has read of the libraries, and also everything else it has seen: it is
 * replaced after a thousand programs, and when it has fallen over.
 */
final class Scala implements Compiler {
    private static final int PROGRAMS_PER_COMPILER = 1000;

    private final String classPath;
    private final Path output;
    private Warm checking;
    private Warm compiling;

    Scala(String classPath) throws IOException {
        this.classPath = classPath;
        this.output = Files.createTempDirectory("classes");
    }

    @Override
    public void compile(Batch batch) throws IOException {
        Warm warm = batch.full ? compiling : checking;
        if (warm == null || warm.programs >= PROGRAMS_PER_COMPILER) {
            warm = batch.full ? new Warm() : new Warm("-Ystop-after:typer");
        }
        // Only a compiler that has not fallen over is used again.
        keep(batch.full, null);
        warm.compile(batch);
        keep(batch.full, warm);
        if (batch.full) {
            if (batch.hasErrors()) {
                batch.incomplete();
            }
            Compiler.empty(output);
        }
    }

    private void keep(boolean full, Warm warm) {
        if (full) {
            compiling = warm;
        } else {
            checking = warm;
        }
    }

    /** A compiler with its context. */
    private final class Warm extends Driver {
        private final Contexts.Context context;
        private final dotty.tools.dotc.Compiler compiler;
        private int programs;

        Warm(String... options) {
            Contexts.Context first = initCtx();
            String[] own = Compiler.options().toArray(String[]::new);
            // Looking for imports that would help an ill-typed program takes ten times as long as checking it.
            Stream<String> common = Stream.of(
                    "-nowarn",
                    "-color:never",
                    "-Ximport-suggestion-timeout:0",
                    "-classpath",
                    classPath,
                    "-d",
                    output.toString());
            // Without a file it would print its usage. The file is not read.
            Stream<String> file = Stream.of("Main.scala");
            String[] arguments = Stream.of(common, Stream.of(options), Stream.of(own), file)
                    .flatMap(words -> words)
                    .toArray(String[]::new);
            var understood = command().distill(own, first.settings(), first.settingsState(), first);
            // An option that is not known is only warned of.
            List<String> wrong = understood.errors().isEmpty() ? understood.warnings() : understood.errors();
            if (!wrong.isEmpty()) {
                throw new WrongOption(wrong.head());
            }
            context = setup(arguments, first).get()._2();
            compiler = newCompiler(context);
        }

        void compile(Batch batch) {
            programs += batch.programs.size();
            List<SourceFile> sources = List$.MODULE$.empty();
            for (int i = batch.programs.size() - 1; i >= 0; i--) {
                Batch.Program program = batch.programs.get(i);
                sources = sources.$colon$colon(SourceFile.virtual(program.path("scala"), program.text(), false));
            }
            Contexts.FreshContext fresh = context.fresh();
            fresh.setReporter(new Errors(batch));
            compiler.newRun(fresh).compileSources(sources);
        }
    }

    /** "Wrong number of parameters": the type checker says it, and calls it syntax. */
    private static final int NUMBER_OF_PARAMETERS = 86;

    /** Hands errors on to a batch. */
    private static final class Errors extends Reporter {
        private final Batch batch;

        Errors(Batch batch) {
            this.batch = batch;
        }

        @Override
        public void doReport(Diagnostic diagnostic, Contexts.Context context) {
            if (diagnostic.level() != dotty.tools.dotc.interfaces.Diagnostic.ERROR) {
                return;
            }
            SourcePosition position = diagnostic.pos();
            int number = diagnostic.msg().errorId().errorNumber();
            MessageKind kind = diagnostic.msg().kind();
            batch.error(
                    position.exists() ? position.source().path() : null,
                    number < 0 ? "" : String.format("E%03d", number),
                    diagnostic.message(),
                    position.exists() ? position.line() + 1 : 0,
                    kind.message().equals("Syntax") && number != NUMBER_OF_PARAMETERS);
        }
    }
}
