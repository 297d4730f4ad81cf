package wellsmith;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import kotlin.Metadata;
import kotlin.metadata.jvm.JvmMetadataUtil;
import org.jetbrains.org.objectweb.asm.AnnotationVisitor;
import org.jetbrains.org.objectweb.asm.ClassReader;
import org.jetbrains.org.objectweb.asm.ClassVisitor;
import org.jetbrains.org.objectweb.asm.FieldVisitor;
import org.jetbrains.org.objectweb.asm.MethodVisitor;
import org.jetbrains.org.objectweb.asm.Opcodes;

/** What the annotations in a class file say, also those that are not there at run time. */
final class ClassFile {
    /** The use of an annotation, given by its descriptor. */
    record Use(String descriptor, Map<String, Object> values) {
        /** Whether it makes every use of what it is on an error, or hides it behind others. */
        boolean isError() {
            return isHidden() || isRefused();
        }

        /** Whether what it is on stays behind all others, if it is seen at all. */
        boolean isHidden() {
            return switch (descriptor) {
                case "Lkotlin/Deprecated;" -> "HIDDEN".equals(values.get("level"));
                case "Lkotlin/DeprecatedSinceKotlin;" -> values.containsKey("hiddenSince");
                case "Lkotlin/internal/LowPriorityInOverloadResolution;" -> true;
                default -> false;
            };
        }

        /** The version of Kotlin before which nobody may use what it is on. */
        int[] since() {
            boolean told = descriptor.equals("Lkotlin/SinceKotlin;") && values.get("version") != null;
            String version = told ? values.get("version").toString() : "0";
            return Arrays.stream(version.split("[^0-9]+")).filter(part -> !part.isEmpty()).mapToInt(Integer::parseInt).toArray();
        }

        private boolean isRefused() {
            return switch (descriptor) {
                case "Lkotlin/Deprecated;" -> !values.getOrDefault("level", "WARNING").equals("WARNING");
                case "Lkotlin/DeprecatedSinceKotlin;" -> values.containsKey("errorSince");
                default -> false;
            };
        }
    }

    /** Stands for the class file of something that has none. */
    static final ClassFile NONE = new ClassFile();

    /** The internal name of the class. */
    String name = "";

    /** The internal name of its package, which Kotlin may have put elsewhere for the JVM. */
    String packageName = "";
    /** Kotlin's metadata, or null. */
    Metadata metadata;
    /** Whether it is an annotation that says that something must be opted in to. */
    boolean isMarker;
    /** Whether what it is on cannot be used without. */
    boolean needsOptIn;
    /** The annotations of the class. */
    final List<Use> own = new ArrayList<>();
    /** The annotations of its methods, by name and descriptor, and of its fields, by name. */
    final Map<String, List<Use>> members = new HashMap<>();

    private ClassFile() {}

    static ClassFile read(byte[] bytes) {
        ClassFile file = new ClassFile();
        new ClassReader(bytes)
                .accept(
                        new ClassVisitor(Opcodes.API_VERSION) {
                            @Override
                            public void visit(
                                    int version, int access, String name, String signature, String top, String[] interfaces) {
                                file.name = name;
                                file.packageName = name.substring(0, Math.max(name.lastIndexOf('/'), 0));
                            }

                            @Override
                            public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
                                return new Values(values -> file.ownAnnotation(descriptor, values));
                            }

                            @Override
                            public FieldVisitor visitField(
                                    int access, String name, String descriptor, String signature, Object value) {
                                List<Use> uses = new ArrayList<>();
                                file.members.put(name, uses);
                                return new FieldVisitor(Opcodes.API_VERSION) {
                                    @Override
                                    public AnnotationVisitor visitAnnotation(String annotation, boolean visible) {
                                        return new Values(values -> uses.add(new Use(annotation, values)));
                                    }
                                };
                            }

                            @Override
                            public MethodVisitor visitMethod(
                                    int access, String name, String descriptor, String signature, String[] thrown) {
                                List<Use> uses = new ArrayList<>();
                                file.members.put(name + descriptor, uses);
                                return new MethodVisitor(Opcodes.API_VERSION) {
                                    @Override
                                    public AnnotationVisitor visitAnnotation(String annotation, boolean visible) {
                                        return new Values(values -> uses.add(new Use(annotation, values)));
                                    }
                                };
                            }
                        },
                        ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return file;
    }

    private void ownAnnotation(String descriptor, Map<String, Object> values) {
        own.add(new Use(descriptor, values));
        if (descriptor.equals("Lkotlin/Metadata;")) {
            metadata =
                    JvmMetadataUtil.Metadata(
                            (Integer) values.get("k"),
                            (int[]) values.get("mv"),
                            strings(values.get("d1")),
                            strings(values.get("d2")),
                            (String) values.get("xs"),
                            (String) values.get("pn"),
                            (Integer) values.get("xi"));
            if (values.get("pn") instanceof String kotlin && !kotlin.isEmpty()) {
                packageName = kotlin.replace('.', '/');
            }
        }
        if (descriptor.equals("Lkotlin/RequiresOptIn;")) {
            isMarker = true;
            needsOptIn = !"WARNING".equals(values.get("level"));
        }
    }

    private static String[] strings(Object list) {
        return list == null ? null : ((List<?>) list).toArray(String[]::new);
    }

    /** Collects the values of an annotation: enum constants by name, arrays of other than numbers as lists. */
    private static final class Values extends AnnotationVisitor {
        private final Map<String, Object> values = new HashMap<>();
        private final Consumer<Map<String, Object>> end;

        Values(Consumer<Map<String, Object>> end) {
            super(Opcodes.API_VERSION);
            this.end = end;
        }

        @Override
        public void visit(String name, Object value) {
            values.put(name, value);
        }

        @Override
        public void visitEnum(String name, String descriptor, String value) {
            values.put(name, value);
        }

        @Override
        public AnnotationVisitor visitArray(String name) {
            List<Object> elements = new ArrayList<>();
            values.put(name, elements);
            return new AnnotationVisitor(Opcodes.API_VERSION) {
                @Override
                public void visit(String unused, Object value) {
                    elements.add(value);
                }
            };
        }

        @Override
        public void visitEnd() {
            end.accept(values);
        }
    }
}
