package wellsmith;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import kotlin.metadata.Attributes;
import kotlin.metadata.ClassKind;
import kotlin.metadata.KmAnnotation;
import kotlin.metadata.KmAnnotationArgument;
import kotlin.metadata.KmClass;
import kotlin.metadata.KmClassifier;
import kotlin.metadata.KmConstructor;
import kotlin.metadata.KmDeclarationContainer;
import kotlin.metadata.KmFunction;
import kotlin.metadata.KmPackage;
import kotlin.metadata.KmProperty;
import kotlin.metadata.KmType;
import kotlin.metadata.KmTypeParameter;
import kotlin.metadata.KmTypeProjection;
import kotlin.metadata.KmValueParameter;
import kotlin.metadata.KmVariance;
import kotlin.metadata.Modality;
import kotlin.metadata.Visibility;
import kotlin.metadata.internal.common.KmModuleFragment;
import kotlin.metadata.internal.common.KotlinCommonMetadata;
import kotlin.metadata.jvm.JvmExtensionsKt;
import kotlin.metadata.jvm.JvmMethodSignature;
import kotlin.metadata.jvm.KotlinClassMetadata;

/**
 * Writes the signatures of Kotlin libraries as Kotlin sees them, which class files alone do not tell: with
 * nullability, variance and extension receivers. They are in the metadata that Kotlin adds to class files, and
 * for the types that have no class file of their own ({@code kotlin.Any}, {@code kotlin.collections.List}) in
 * separate files of the standard library.
 *
 * <p>Arguments: the folder to write, the jars, and further jars that they need.
 *
 * <p>What Kotlin rejects for other reasons than its type is left out: declarations that are deprecated as an
 * error, that ask for an opt-in, or that its own library marks for special treatment in inference.
 */
public final class KotlinApi {
    private static final Set<String> SPECIAL_TYPES =
            Set.of("kotlin/internal/OnlyInputTypes", "kotlin/internal/Exact", "kotlin/internal/NoInfer");

    /** What marks a type of functions whose lambdas have fewer parameters than it has arguments. */
    private static final Set<String> RECEIVERS =
            Set.of("kotlin/ExtensionFunctionType", "kotlin/ContextFunctionTypeParams");

    /** Annotations that Kotlin takes in no other place. */
    private static final Set<String> OPT_IN =
            Set.of("kotlin/OptIn", "kotlin/RequiresOptIn", "kotlin/SubclassOptInRequired");

    private static final String UNUSABLE = "deprecated as an error, needs an opt-in, or is for a later version";

    private final Output output;
    /** Annotations whose use must be opted in to, as descriptors. */
    private final Set<String> markers = new HashSet<>();

    /** The newest version of Kotlin that any of the class files was written by. */
    private int[] version = {0, 0};

    private final Map<String, KmClass> classes = new TreeMap<>();
    /** The functions and properties of packages, each with the class file that they are in. */
    private final Map<String, Map<KmPackage, ClassFile>> packages = new TreeMap<>();
    /** The class files of those classes that have one. */
    private final Map<KmClass, ClassFile> files = new HashMap<>();

    private KotlinApi(Output output) {
        this.output = output;
    }

    /** Extracts. */
    public static void main(String[] arguments) throws IOException {
        KotlinApi api = new KotlinApi(new Output(arguments[0]));
        for (String jar : arguments[2].split(File.pathSeparator)) {
            api.read(jar, false);
        }
        for (String jar : arguments[1].split(File.pathSeparator)) {
            api.read(jar, true);
        }
        api.write();
        api.output.finish();
    }

    private void read(String path, boolean subject) throws IOException {
        if (path.isEmpty()) {
            return;
        }
        try (JarFile jar = new JarFile(path)) {
            List<JarEntry> entries = Collections.list(jar.entries());
            entries.sort(Comparator.comparing(JarEntry::getName));
            for (JarEntry entry : entries) {
                String name = entry.getName();
                if (name.startsWith("META-INF/")) {
                    continue;
                }
                byte[] bytes = jar.getInputStream(entry).readAllBytes();
                if (name.endsWith(".class")) {
                    readClass(ClassFile.read(bytes), subject);
                } else if (name.endsWith(".kotlin_builtins") && subject) {
                    readBuiltins(name.substring(0, Math.max(name.lastIndexOf('/'), 0)), bytes);
                }
            }
        }
    }

    private void readClass(ClassFile file, boolean subject) {
        if (file.needsOptIn) {
            markers.add("L" + file.name + ";");
        }
        if (file.metadata != null && Arrays.compare(file.metadata.mv(), version) > 0) {
            version = file.metadata.mv();
        }
        if (file.metadata == null || !subject) {
            return;
        }
        KotlinClassMetadata metadata = KotlinClassMetadata.Companion.readLenient(file.metadata);
        if (metadata instanceof KotlinClassMetadata.Class data) {
            classes.put(data.getKmClass().getName(), data.getKmClass());
            files.put(data.getKmClass(), file);
        } else if (metadata instanceof KotlinClassMetadata.FileFacade data) {
            packageOf(file.packageName).put(data.getKmPackage(), file);
        } else if (metadata instanceof KotlinClassMetadata.MultiFileClassPart data) {
            packageOf(file.packageName).put(data.getKmPackage(), file);
        }
    }

    private void readBuiltins(String packageName, byte[] bytes) {
        // All of it needs an opt-in, which is not said in these files.
        if (packageName.equals("kotlin/concurrent/atomics")) {
            return;
        }
        KmModuleFragment fragment = KotlinCommonMetadata.read(bytes).getKmModuleFragment();
        // Where there is a class file, too, it says what holds on the JVM.
        fragment.getClasses().forEach(type -> classes.putIfAbsent(type.getName(), type));
        if (fragment.getPkg() != null) {
            packageOf(packageName).put(fragment.getPkg(), ClassFile.NONE);
        }
    }

    private Map<KmPackage, ClassFile> packageOf(String name) {
        return packages.computeIfAbsent(name, unused -> new LinkedHashMap<>());
    }

    private void write() throws IOException {
        for (KmClass type : classes.values()) {
            if (isPublic(type)) {
                writeClass(type);
            }
        }
        for (String name : packages.keySet()) {
            List<Object> functions = new ArrayList<>();
            List<Object> properties = new ArrayList<>();
            Set<String> omitted = new TreeSet<>();
            packages.get(name).forEach((part, file) -> members(part, file, Map.of(), functions, properties, omitted));
            if (!functions.isEmpty() || !properties.isEmpty()) {
                Map<String, Object> declaration = new LinkedHashMap<>();
                String dotted = name.replace('/', '.');
                declaration.put("name", dotted);
                declaration.put("language", "kotlin");
                declaration.put("is_class", false);
                declaration.put("methods", functions);
                declaration.put("fields", properties);
                declaration.put("omitted", new ArrayList<>(omitted));
                output.write("package " + dotted, declaration);
            }
        }
    }

    /** Whether a class and all classes around it are public and no local ones. */
    private boolean isPublic(KmClass type) {
        String outer = outer(type.getName());
        KmClass around = outer == null ? null : classes.get(outer);
        return !type.getName().startsWith(".")
                && Attributes.getVisibility(type) == Visibility.PUBLIC
                && (outer == null || around != null && isPublic(around));
    }

    private static String outer(String name) {
        int dot = name.lastIndexOf('.');
        return dot < 0 ? null : name.substring(0, dot);
    }

    private void writeClass(KmClass type) throws IOException {
        ClassFile file = files.getOrDefault(type, ClassFile.NONE);
        // A marker is no type that a program could use, nor is what takes markers.
        if (file.isMarker || OPT_IN.contains(type.getName()) || !isUsable(file.own) || !isUsable(uses(type.getAnnotations()))) {
            output.skip("class: " + UNUSABLE);
            return;
        }
        Map<Integer, String> scope = scope(type);
        String name = dotted(type.getName());
        String outer = outer(type.getName());
        Map<String, Object> declaration = new LinkedHashMap<>();
        declaration.put("name", name);
        declaration.put("language", "kotlin");
        String internal = internal(type.getName());
        declaration.put("package", dotted(internal.substring(0, Math.max(internal.lastIndexOf('/'), 0))));
        declaration.put("class_type", kind(type));
        declaration.put("parent", outer == null ? null : dotted(outer));
        declaration.put("is_inner", Attributes.isInner(type));
        declaration.put("functional_interface", Attributes.isFunInterface(type));
        try {
            declaration.put("type_parameters", parameters(type.getTypeParameters(), scope));
            declaration.put("inherits", supertypes(type, scope));
        } catch (Unsayable reason) {
            output.skip("class: " + reason.getMessage());
            return;
        }
        List<Object> methods = new ArrayList<>();
        List<Object> fields = new ArrayList<>();
        Set<String> omitted = new TreeSet<>();
        if (Attributes.getKind(type) == ClassKind.CLASS) {
            for (KmConstructor constructor : type.getConstructors()) {
                constructor(type, constructor, file, scope, methods, omitted);
            }
        }
        members(type, file, scope, methods, fields, omitted);
        for (var entry : type.getKmEnumEntries()) {
            if (!isUsable(file.members.getOrDefault(entry.getName(), List.of()))) {
                output.skip(UNUSABLE);
                continue;
            }
            fields.add(new LinkedHashMap<>(Map.of("name", entry.getName(), "type", name, "is_static", true)));
        }
        declaration.put("methods", methods);
        declaration.put("fields", fields);
        declaration.put("omitted", new ArrayList<>(omitted));
        output.write(name, declaration);
    }

    private static int kind(KmClass type) {
        return switch (Attributes.getKind(type)) {
            case INTERFACE, ANNOTATION_CLASS -> 1;
            case OBJECT, COMPANION_OBJECT -> 3;
            default -> {
                Modality modality = Attributes.getModality(type);
                yield modality == Modality.ABSTRACT || modality == Modality.SEALED ? 2 : 0;
            }
        };
    }

    /** The names of the type parameters that a class sees, by their numbers. */
    private Map<Integer, String> scope(KmClass type) {
        Map<Integer, String> scope = new HashMap<>();
        KmClass around = Attributes.isInner(type) ? classes.get(outer(type.getName())) : null;
        if (around != null) {
            scope.putAll(scope(around));
        }
        type.getTypeParameters().forEach(parameter -> scope.put(parameter.getId(), parameter.getName()));
        return scope;
    }

    private List<Object> supertypes(KmClass type, Map<Integer, String> scope) throws Unsayable {
        List<Object> supertypes = new ArrayList<>();
        for (KmType supertype : type.getSupertypes()) {
            supertypes.add(text(supertype, scope));
        }
        return supertypes;
    }

    private void constructor(
            KmClass type,
            KmConstructor constructor,
            ClassFile file,
            Map<Integer, String> scope,
            List<Object> methods,
            Set<String> omitted) {
        if (Attributes.getVisibility(constructor) != Visibility.PUBLIC) {
            return;
        }
        String name = type.getName().substring(Math.max(type.getName().lastIndexOf('/'), type.getName().lastIndexOf('.')) + 1);
        attempt(
                name,
                omitted,
                file,
                file == ClassFile.NONE ? null : JvmExtensionsKt.getSignature(constructor),
                constructor.getAnnotations(),
                () -> {
                    Map<String, Object> method = new LinkedHashMap<>();
                    method.put("name", name);
                    method.put("parameters", arguments(constructor.getValueParameters(), scope));
                    method.put("optional", optional(constructor.getValueParameters()));
                    method.put("is_constructor", true);
                    methods.add(method);
                });
    }

    private void members(
            KmDeclarationContainer container,
            ClassFile file,
            Map<Integer, String> outer,
            List<Object> methods,
            List<Object> fields,
            Set<String> omitted) {
        boolean inClass = container instanceof KmClass;
        for (KmFunction function : container.getFunctions()) {
            if (Attributes.getVisibility(function) == Visibility.PUBLIC) {
                JvmMethodSignature signature = file == ClassFile.NONE ? null : JvmExtensionsKt.getSignature(function);
                if (container instanceof KmClass type && isUnusable(type.getName(), function.getName())) {
                    output.skip(UNUSABLE);
                    omitted.add(function.getName());
                    continue;
                }
                attempt(
                        function.getName(),
                        omitted,
                        file,
                        signature,
                        function.getAnnotations(),
                        () -> methods.add(function(function, inClass, outer)));
            }
        }
        for (KmProperty property : container.getProperties()) {
            if (Attributes.getVisibility(property) == Visibility.PUBLIC) {
                JvmMethodSignature signature =
                        file == ClassFile.NONE ? null : JvmExtensionsKt.getSyntheticMethodForAnnotations(property);
                // One has a getter that is suspending, the other is for references to variables that are
                // initialised later; the metadata says nothing of either.
                if (Set.of("kotlin/coroutines/ContinuationKt", "kotlin/LateinitKt").contains(file.name)) {
                    output.skip("property for special places only");
                    continue;
                }
                attempt(
                        property.getName(),
                        omitted,
                        file,
                        signature,
                        property.getAnnotations(),
                        () -> fields.add(property(property, inClass, outer)));
            }
        }
    }

    /**
     * Whether a conversion of a number is deprecated as an error, or the open range of two of them still needs an
     * opt-in. The types of numbers have no class file, and of where they are instead the annotations are not read.
     */
    private boolean isUnusable(String type, String function) {
        boolean range = function.equals("rangeUntil") && Arrays.compare(version, new int[] {1, 9}) < 0;
        return switch (type) {
            case "kotlin/Char", "kotlin/Int" -> range;
            case "kotlin/Byte", "kotlin/Short", "kotlin/Long" -> range || function.equals("toChar");
            case "kotlin/Number" -> function.equals("toChar");
            case "kotlin/Float", "kotlin/Double" -> Set.of("toChar", "toByte", "toShort").contains(function);
            default -> false;
        };
    }

    /** Adds a member, or counts why it is not added; its name is kept if it has a say in what calls mean. */
    private void attempt(
            String name,
            Set<String> omitted,
            ClassFile file,
            JvmMethodSignature signature,
            List<KmAnnotation> annotations,
            Member member) {
        List<ClassFile.Use> uses =
                new ArrayList<>(signature == null ? List.of() : file.members.getOrDefault(signature.toString(), List.of()));
        uses.addAll(uses(annotations));
        if (!isUsable(uses)) {
            output.skip(UNUSABLE);
            if (uses.stream().noneMatch(ClassFile.Use::isHidden)) {
                omitted.add(name);
            }
            return;
        }
        try {
            member.add();
        } catch (Unsayable reason) {
            output.skip(reason.getMessage());
            omitted.add(name);
        }
    }

    private interface Member {
        void add() throws Unsayable;
    }

    private boolean isUsable(List<ClassFile.Use> annotations) {
        return annotations.stream()
                .noneMatch(
                        use -> use.isError()
                                || markers.contains(use.descriptor())
                                || Arrays.compare(use.since(), version) > 0);
    }

    /** Annotations that are in the metadata: those of types without a class file are only there. */
    private static List<ClassFile.Use> uses(List<KmAnnotation> annotations) {
        List<ClassFile.Use> uses = new ArrayList<>();
        for (KmAnnotation annotation : annotations) {
            Map<String, Object> values = new HashMap<>();
            annotation
                    .getArguments()
                    .forEach(
                            (name, value) ->
                                    values.put(
                                            name,
                                            value instanceof KmAnnotationArgument.EnumValue constant
                                                    ? constant.getEnumEntryName()
                                                    : value.toString()));
            uses.add(new ClassFile.Use("L" + annotation.getClassName().replace('.', '$') + ";", values));
        }
        return uses;
    }

    private Map<String, Object> function(KmFunction function, boolean inClass, Map<Integer, String> outer)
            throws Unsayable {
        if (Attributes.isSuspend(function)) {
            throw new Unsayable("suspending function");
        }
        if (!function.getContextParameters().isEmpty()) {
            throw new Unsayable("context parameters");
        }
        memberExtension(inClass, function.getReceiverParameterType());
        Map<Integer, String> scope = new HashMap<>(outer);
        function.getTypeParameters().forEach(parameter -> scope.put(parameter.getId(), parameter.getName()));
        Map<String, Object> method = new LinkedHashMap<>();
        method.put("name", function.getName());
        method.put("type_parameters", parameters(function.getTypeParameters(), scope));
        if (function.getReceiverParameterType() != null) {
            method.put("receiver", text(function.getReceiverParameterType(), scope));
        }
        method.put("parameters", arguments(function.getValueParameters(), scope));
        method.put("optional", optional(function.getValueParameters()));
        method.put("return_type", text(function.getReturnType(), scope));
        method.put("is_abstract", Attributes.getModality(function) == Modality.ABSTRACT);
        return method;
    }

    private Map<String, Object> property(KmProperty property, boolean inClass, Map<Integer, String> outer)
            throws Unsayable {
        if (!property.getContextParameters().isEmpty()) {
            throw new Unsayable("context parameters");
        }
        memberExtension(inClass, property.getReceiverParameterType());
        Map<Integer, String> scope = new HashMap<>(outer);
        property.getTypeParameters().forEach(parameter -> scope.put(parameter.getId(), parameter.getName()));
        Map<String, Object> field = new LinkedHashMap<>();
        field.put("name", property.getName());
        field.put("type", text(property.getReturnType(), scope));
        field.put("type_parameters", parameters(property.getTypeParameters(), scope));
        if (property.getReceiverParameterType() != null) {
            field.put("receiver", text(property.getReceiverParameterType(), scope));
        }
        field.put("is_abstract", Attributes.getModality(property) == Modality.ABSTRACT);
        return field;
    }

    private static void memberExtension(boolean inClass, KmType receiver) throws Unsayable {
        if (inClass && receiver != null) {
            throw new Unsayable("extension that is a member of a class");
        }
    }

    private List<Object> arguments(List<KmValueParameter> parameters, Map<Integer, String> scope) throws Unsayable {
        List<Object> texts = new ArrayList<>();
        for (KmValueParameter parameter : parameters) {
            KmType element = parameter.getVarargElementType();
            if (element != null && texts.size() + 1 < parameters.size()) {
                throw new Unsayable("a variable number of arguments before others");
            }
            texts.add(element == null ? text(parameter.getType(), scope) : "vararg " + text(element, scope));
        }
        return texts;
    }

    /** How many of the last parameters have a default value. */
    private static int optional(List<KmValueParameter> parameters) {
        int first = parameters.size();
        while (first > 0 && Attributes.getDeclaresDefaultValue(parameters.get(first - 1))) {
            first--;
        }
        return parameters.size() - first;
    }

    private List<Object> parameters(List<KmTypeParameter> parameters, Map<Integer, String> scope) throws Unsayable {
        List<Object> texts = new ArrayList<>();
        for (KmTypeParameter parameter : parameters) {
            special(JvmExtensionsKt.getAnnotations(parameter));
            StringBuilder text = new StringBuilder();
            if (Attributes.isReified(parameter)) {
                text.append("reified ");
            }
            text.append(variance(parameter.getVariance())).append(parameter.getName());
            List<String> bounds = new ArrayList<>();
            for (KmType bound : parameter.getUpperBounds()) {
                String bounded = text(bound, scope);
                if (!bounded.equals("kotlin.Any?")) {
                    bounds.add(bounded);
                }
            }
            if (!bounds.isEmpty()) {
                text.append(" : ").append(String.join(" & ", bounds));
            }
            texts.add(text.toString());
        }
        return texts;
    }

    private static void special(List<KmAnnotation> annotations) throws Unsayable {
        for (KmAnnotation annotation : annotations) {
            if (SPECIAL_TYPES.contains(annotation.getClassName())) {
                throw new Unsayable("inferred in a special way");
            }
        }
    }

    private String text(KmType type, Map<Integer, String> scope) throws Unsayable {
        if (Attributes.isSuspend(type)) {
            throw new Unsayable("suspending function type");
        }
        if (Attributes.isDefinitelyNonNull(type)) {
            throw new Unsayable("definitely non-null type");
        }
        special(JvmExtensionsKt.getAnnotations(type));
        for (KmAnnotation annotation : JvmExtensionsKt.getAnnotations(type)) {
            if (RECEIVERS.contains(annotation.getClassName())) {
                throw new Unsayable("function type with a receiver");
            }
        }
        StringBuilder text = new StringBuilder();
        if (type.getClassifier() instanceof KmClassifier.Class named) {
            text.append(dotted(named.getName()));
        } else if (type.getClassifier() instanceof KmClassifier.TypeParameter parameter) {
            text.append(scope.get(parameter.getId()));
        } else {
            throw new Unsayable("alias of a type");
        }
        List<String> arguments = new ArrayList<>();
        for (KmType around = type; around != null; around = around.getOuterType()) {
            List<String> own = new ArrayList<>();
            for (KmTypeProjection argument : around.getArguments()) {
                own.add(argument.getType() == null ? "*" : variance(argument.getVariance()) + text(argument.getType(), scope));
            }
            arguments.addAll(0, own);
        }
        if (!arguments.isEmpty()) {
            text.append(arguments.stream().collect(Collectors.joining(", ", "<", ">")));
        }
        return text.append(Attributes.isNullable(type) ? "?" : "").toString();
    }

    private static String variance(KmVariance variance) {
        return switch (variance) {
            case IN -> "in ";
            case OUT -> "out ";
            case INVARIANT -> "";
        };
    }

    /** The types of functions have another name in Kotlin than their classes. */
    private static String internal(String name) {
        return name.replaceFirst("^kotlin/jvm/functions/(Function[0-9]+)$", "kotlin/$1");
    }

    private static String dotted(String name) {
        return internal(name).replace('/', '.');
    }
}
