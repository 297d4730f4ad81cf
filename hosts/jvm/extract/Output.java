package wellsmith;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The folder that an extractor writes: a JSON file for each class, in the form that the engine for APIs reads,
 * and the file {@code skipped} that says how many members were left out, and why.
 */
final class Output {
    private final Path folder;
    private final Map<String, Integer> skipped = new TreeMap<>();

    Output(String folder) throws IOException {
        this.folder = Files.createDirectories(Path.of(folder));
    }

    /** Writes a class, given as the key-value pairs of its JSON object. */
    void write(String name, Map<String, Object> declaration) throws IOException {
        Files.writeString(folder.resolve(name + ".json"), json(declaration) + "\n");
    }

    /** Counts something that cannot be said in that form, or that a client cannot use. */
    void skip(String reason) {
        skipped.merge(reason, 1, Integer::sum);
    }

    /** Writes what was skipped: a line for each reason, with a tabulator behind the count. */
    void finish() throws IOException {
        StringBuilder lines = new StringBuilder();
        skipped.forEach((reason, count) -> lines.append(count).append('\t').append(reason).append('\n'));
        Files.writeString(folder.resolve("skipped"), lines);
    }

    private static String json(Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> json(entry.getKey()) + ":" + json(entry.getValue()))
                    .collect(Collectors.joining(",", "{", "}"));
        }
        if (value instanceof List<?> list) {
            return list.stream().map(Output::json).collect(Collectors.joining(",", "[", "]"));
        }
        if (value instanceof String text) {
            StringBuilder quoted = new StringBuilder("\"");
            for (char c : text.toCharArray()) {
                if (c == '"' || c == '\\') {
                    quoted.append('\\').append(c);
                } else if (c < ' ') {
                    quoted.append(String.format("\\u%04x", (int) c));
                } else {
                    quoted.append(c);
                }
            }
            return quoted.append('"').toString();
        }
        return String.valueOf(value);
    }
}
