package wellsmith;

import groovy.lang.GroovyClassLoader;
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import org.codehaus.groovy.control.CompilationUnit;
import org.codehaus.groovy.control.CompilerConfiguration;
import org.codehaus.groovy.control.MultipleCompilationErrorsException;
import org.codehaus.groovy.control.Phases;
import org.codehaus.groovy.control.messages.ExceptionMessage;
import org.codehaus.groovy.control.messages.Message;
import org.codehaus.groovy.control.messages.SyntaxErrorMessage;
import org.codehaus.groovy.syntax.SyntaxException;

/**
 * Groovy 4 and newer. All phases up to the one that checks types run over all programs, but an error ends the
 * compilation with its phase: so errors of an earlier phase hide those of types. Programs say themselves that
 * they want to be checked ({@code @CompileStatic}).
 */
final class Groovy implements Compiler {
    private static final int CHECKED = Phases.INSTRUCTION_SELECTION;

    /** Classes are found through a class loader that has the libraries besides the language's own classes. */
    private final URLClassLoader libraries;

    Groovy(String classPath) throws Exception {
        // What the parser has learned about the grammar is thrown away after so many files, which is 64 by itself.
        System.setProperty("groovy.antlr4.cache.threshold", "10000");
        List<URL> urls = new ArrayList<>();
        for (String entry : classPath.split(File.pathSeparator)) {
            if (!entry.isEmpty()) {
                urls.add(new File(entry).toURI().toURL());
            }
        }
        libraries = new URLClassLoader(urls.toArray(URL[]::new), Groovy.class.getClassLoader());
    }

    @Override
    public void compile(Batch batch) throws Exception {
        CompilerConfiguration configuration = new CompilerConfiguration();
        configuration.setTolerance(Integer.MAX_VALUE);
        try (GroovyClassLoader loader = new GroovyClassLoader(libraries, configuration)) {
            CompilationUnit unit = new CompilationUnit(configuration, null, loader);
            for (Batch.Program program : batch.programs) {
                unit.addSource(program.path("groovy"), program.text());
            }
            try {
                // Classes are made, and are left in memory: writing them out is a phase of its own.
                unit.compile(batch.full ? Phases.CLASS_GENERATION : CHECKED);
            } catch (MultipleCompilationErrorsException errors) {
                boolean syntax = unit.getPhase() <= Phases.CONVERSION;
                for (Message message : errors.getErrorCollector().getErrors()) {
                    report(batch, message, syntax);
                }
                if (batch.full || unit.getPhase() < CHECKED) {
                    batch.incomplete();
                }
            }
        }
    }

    private static void report(Batch batch, Message message, boolean syntax) {
        if (message instanceof SyntaxErrorMessage error) {
            SyntaxException cause = error.getCause();
            batch.error(cause.getSourceLocator(), "", cause.getOriginalMessage(), cause.getStartLine(), syntax);
        } else if (message instanceof ExceptionMessage error) {
            batch.crash(error.getCause());
        } else {
            batch.error(null, "", message.toString(), 0, syntax);
        }
    }
}
