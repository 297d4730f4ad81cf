package wellsmith;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A compiler that stays in this JVM: one adapter for each generation of a compiler's library API. */
interface Compiler {
    /**
     * Compiles the programs of a batch together and tells the batch what the compiler says.
     *
     * @throws Throwable whatever the compiler throws when it falls over
     */
    void compile(Batch batch) throws Throwable;

    /** The options that the user gives, one on each line of a property of this JVM. */
    static List<String> options() {
        return System.getProperty("wellsmith.options", "").lines().toList();
    }

    /** A compiler does not know the options that the user gives. */
    final class WrongOption extends RuntimeException {
        WrongOption(String message) {
            super(message);
        }
    }

    /** Deletes everything in a folder. */
    static void empty(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .filter(file -> !file.equals(folder))
                    .map(Path::toFile)
                    .forEach(File::delete);
        }
    }
}
