package wellsmith;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.jacoco.agent.AgentJar;
import org.jacoco.core.analysis.Analyzer;
import org.jacoco.core.analysis.CoverageBuilder;
import org.jacoco.core.analysis.ICoverageNode.CounterEntity;
import org.jacoco.core.analysis.IPackageCoverage;
import org.jacoco.core.data.ExecutionData;
import org.jacoco.core.data.ExecutionDataStore;
import org.jacoco.core.tools.ExecFileLoader;

/**
 * Which lines, branches and methods of a compiler were run, by JaCoCo.
 *
 * <p>{@code agent FOLDER} writes JaCoCo's agent there. {@code report FOLDER JARS EXECS...} reads what the agent has
 * written and writes a file {@code packages}: a line for each of the lists of folders and each package, with the
 * number of the list, the name of the package, the lines that were run, all lines, and the same of branches and of
 * methods, separated by tabulators. Without jars, the compiler is that of this JVM.
 */
public final class Coverage {
    /** What was run by some runs together. */
    private static final class Runs {
        final ExecutionDataStore executed;
        final CoverageBuilder coverage = new CoverageBuilder();
        final Analyzer analyzer;

        Runs(Iterable<ExecutionDataStore> stores) {
            executed = new ExecutionDataStore();
            for (ExecutionDataStore store : stores) {
                // A store changes what it was given when more comes, so it gets copies.
                store.accept(
                        data -> executed.put(new ExecutionData(data.getId(), data.getName(), data.getProbes().clone())));
            }
            analyzer = new Analyzer(executed, coverage);
        }

        Map<String, IPackageCoverage> packages() {
            Map<String, IPackageCoverage> packages = new TreeMap<>();
            for (IPackageCoverage part : coverage.getBundle("compiler").getPackages()) {
                packages.put(part.getName().replace('/', '.'), part);
            }
            return packages;
        }
    }

    /** Knows how many lines there are. */
    private final Runs none = new Runs(List.of());
    private final List<Runs> groups = new ArrayList<>();
    private final Map<String, ExecutionDataStore> folders = new HashMap<>();

    private Coverage() {}

    /** Does the one or the other. */
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[1]);
        if (arguments[0].equals("agent")) {
            AgentJar.extractTo(folder.resolve("jacocoagent.jar").toFile());
            return;
        }
        Coverage coverage = new Coverage();
        for (String execs : Arrays.asList(arguments).subList(3, arguments.length)) {
            coverage.add(execs);
        }
        Files.writeString(folder.resolve("packages"), coverage.report(arguments[2]));
    }

    private void add(String execs) throws IOException {
        List<ExecutionDataStore> stores = new ArrayList<>();
        for (String folder : execs.split(File.pathSeparator)) {
            if (!folders.containsKey(folder)) {
                folders.put(folder, load(Path.of(folder)));
            }
            stores.add(folders.get(folder));
        }
        groups.add(new Runs(stores));
    }

    private static ExecutionDataStore load(Path folder) throws IOException {
        ExecFileLoader data = new ExecFileLoader();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.exec")) {
            for (Path file : files) {
                data.load(file.toFile());
            }
        }
        return data.getExecutionDataStore();
    }

    private String report(String jars) throws IOException {
        if (jars.isEmpty()) {
            analyzeJavac();
        } else {
            for (String jar : jars.split(File.pathSeparator)) {
                analyzeJar(jar);
            }
        }
        Map<String, IPackageCoverage> all = none.packages();
        StringBuilder lines = new StringBuilder();
        for (int number = 0; number < groups.size(); number++) {
            Map<String, IPackageCoverage> packages = groups.get(number).packages();
            for (String name : all.keySet()) {
                IPackageCoverage run = packages.get(name);
                lines.append(number).append('\t').append(name);
                for (CounterEntity entity : List.of(CounterEntity.LINE, CounterEntity.BRANCH, CounterEntity.METHOD)) {
                    int covered = run == null ? 0 : run.getCounter(entity).getCoveredCount();
                    int total = all.get(name).getCounter(entity).getTotalCount();
                    lines.append('\t').append(covered).append('\t').append(total);
                }
                lines.append('\n');
            }
        }
        return lines.toString();
    }

    /** Most classes are run by no programs; they are only counted. */
    private void analyze(byte[] bytes, String name) throws IOException {
        none.analyzer.analyzeClass(bytes, name);
        for (Runs group : groups) {
            if (group.executed.contains(name.substring(0, name.length() - ".class".length()))) {
                group.analyzer.analyzeClass(bytes, name);
            }
        }
    }

    private void analyzeJavac() throws IOException {
        Path module = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules", "jdk.compiler");
        List<Path> classes;
        try (Stream<Path> files = Files.walk(module)) {
            classes = files.filter(file -> file.toString().endsWith(".class")).toList();
        }
        for (Path file : classes) {
            analyze(Files.readAllBytes(file), module.relativize(file).toString());
        }
    }

    private void analyzeJar(String path) throws IOException {
        try (JarFile jar = new JarFile(path)) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                // Of a jar for several releases, the base is what counts.
                if (entry.getName().endsWith(".class") && !entry.getName().startsWith("META-INF/")) {
                    try (InputStream bytes = jar.getInputStream(entry)) {
                        analyze(bytes.readAllBytes(), entry.getName());
                    }
                }
            }
        }
    }
}
