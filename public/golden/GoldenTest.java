// Does this client place every key as Ringscope says? Needs Java 11 or newer and nothing else.
//   1. Put this file and ringscope-vectors.txt into one folder.
//   2. Put your client between the two lines below.
//   3. java GoldenTest.java      (ends with 1 where they differ)
// In a JUnit project, call GoldenTest.check() from a test.
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

public class GoldenTest {
    static final class Node {
        final String name;
        final double weight;
        final boolean isUp;

        Node(String name, double weight, boolean isUp) {
            this.name = name;
            this.weight = weight;
            this.isUp = isUp;
        }
    }

    // --- your client ---
    // Gets the settings ("algorithm": "ring", "vn": "160", ...) and the nodes in their order.
    // Returns a function from a key to the name of its owner; "" where nobody owns it.
    static Function<String, String> makeClient(Map<String, String> settings, List<Node> nodes) {
        throw new UnsupportedOperationException("Put your client here.");
    }
    // --- end of your client ---

    static void check(Path path) throws Exception {
        Map<String, String> settings = new LinkedHashMap<>();
        List<Node> nodes = new ArrayList<>();
        List<String[]> keys = new ArrayList<>();
        int end = -1;
        String[] lines = new String(Files.readAllBytes(path), StandardCharsets.US_ASCII).split("\n", -1);
        if (!lines[0].equals("# Ringscope golden vectors, version 1")) {
            throw new AssertionError("this test reads another version of the file");
        }
        for (String line : lines) {
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            String[] fields = line.split("\t", -1);
            for (int at = 0; at < fields.length; at += 1) {
                // It is for forms, but the file has no plus that could be taken for a space.
                fields[at] = URLDecoder.decode(fields[at], StandardCharsets.UTF_8);
            }
            switch (fields[0]) {
                case "setting": settings.put(fields[1], fields[2]); break;
                case "node": nodes.add(new Node(fields[1], Double.parseDouble(fields[2]), fields[3].equals("up"))); break;
                case "key": keys.add(new String[] {fields[1], fields[2]}); break;
                case "end": end = Integer.parseInt(fields[1]); break;
                default: break;
            }
        }
        if (end != keys.size() || end == 0) {
            throw new AssertionError("the file is not whole, or has no keys: " + keys.size() + " of " + end);
        }
        Function<String, String> ownerOf = makeClient(settings, nodes);
        int wrong = 0;
        StringBuilder first = new StringBuilder();
        // In their order: where loads are bounded, an owner hangs on the keys before.
        for (String[] key : keys) {
            String found = ownerOf.apply(key[0]);
            if (!key[1].equals(found)) {
                wrong += 1;
                if (wrong <= 10) {
                    first.append("\n").append(key[0]).append(": ").append(found).append(", should be ").append(key[1]);
                }
            }
        }
        if (wrong > 0) {
            throw new AssertionError(wrong + " of " + keys.size() + " keys have another owner. The first:" + first);
        }
        System.out.println(keys.size() + " keys have the owner of the golden vectors.");
    }

    public static void main(String[] arguments) throws Exception {
        check(Path.of(arguments.length > 0 ? arguments[0] : "ringscope-vectors.txt"));
    }
}
