package wellsmith;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.jacoco.agent.AgentJar;
import org.jacoco.core.analysis.Analyzer;
import org.jacoco.core.analysis.CoverageBuilder;
import org.jacoco.core.analysis.IBundleCoverage;
import org.jacoco.core.analysis.ICounter;
import org.jacoco.core.analysis.IPackageCoverage;
import org.jacoco.core.tools.ExecFileLoader;

/**
 * Which lines and branches of a compiler were run, by JaCoCo.
 *
 * <p>{@code agent FOLDER} writes JaCoCo's agent there. {@code report FOLDER JARS EXECS} reads what the agent has
 * written and writes a file {@code packages}: a line for each package, with its name, the lines that were run,
 * all lines, the branches that were taken and all branches, separated by tabulators. Without jars, the compiler
 * is that of this JVM.
 */
public final class Coverage {
    private Coverage() {}

    /** Does the one or the other. */
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[1]);
        if (arguments[0].equals("agent")) {
            AgentJar.extractTo(folder.resolve("jacocoagent.jar").toFile());
        } else {
            Files.writeString(folder.resolve("packages"), report(arguments[2], arguments[3]));
        }
    }

    private static String report(String jars, String execs) throws IOException {
        ExecFileLoader data = new ExecFileLoader();
        for (String exec : execs.split(File.pathSeparator)) {
            data.load(new File(exec));
        }
        CoverageBuilder coverage = new CoverageBuilder();
        Analyzer analyzer = new Analyzer(data.getExecutionDataStore(), coverage);
        if (jars.isEmpty()) {
            analyzeJavac(analyzer);
        } else {
            for (String jar : jars.split(File.pathSeparator)) {
                analyzeJar(analyzer, jar);
            }
        }
        IBundleCoverage all = coverage.getBundle("compiler");
        TreeMap<String, String> lines = new TreeMap<>();
        for (IPackageCoverage part : all.getPackages()) {
            String name = part.getName().replace('/', '.');
            lines.put(name, name + counts(part.getLineCounter()) + counts(part.getBranchCounter()) + "\n");
        }
        return String.join("", lines.values());
    }

    private static String counts(ICounter counter) {
        return "\t" + counter.getCoveredCount() + "\t" + counter.getTotalCount();
    }

    private static void analyzeJavac(Analyzer analyzer) throws IOException {
        Path module = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules", "jdk.compiler");
        List<Path> classes;
        try (Stream<Path> files = Files.walk(module)) {
            classes = files.filter(file -> file.toString().endsWith(".class")).toList();
        }
        for (Path file : classes) {
            analyzer.analyzeClass(Files.readAllBytes(file), file.toString());
        }
    }

    private static void analyzeJar(Analyzer analyzer, String path) throws IOException {
        try (JarFile jar = new JarFile(path)) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                // Of a jar for several releases, the base is what counts.
                if (entry.getName().endsWith(".class") && !entry.getName().startsWith("META-INF/")) {
                    try (InputStream bytes = jar.getInputStream(entry)) {
                        analyzer.analyzeClass(bytes, entry.getName());
                    }
                }
            }
        }
    }
}
