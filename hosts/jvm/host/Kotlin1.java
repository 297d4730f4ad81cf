package wellsmith;

import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.jetbrains.kotlin.cli.common.CLIConfigurationKeys;
import org.jetbrains.kotlin.cli.common.config.ContentRootsKt;
import org.jetbrains.kotlin.cli.jvm.compiler.EnvironmentConfigFiles;
import org.jetbrains.kotlin.cli.jvm.compiler.KotlinCoreEnvironment;
import org.jetbrains.kotlin.cli.jvm.compiler.KotlinToJVMBytecodeCompiler;
import org.jetbrains.kotlin.cli.jvm.config.JvmContentRootsKt;
import org.jetbrains.kotlin.com.intellij.openapi.Disposable;
import org.jetbrains.kotlin.com.intellij.openapi.util.Disposer;
import org.jetbrains.kotlin.config.CommonConfigurationKeys;
import org.jetbrains.kotlin.config.CompilerConfiguration;
import org.jetbrains.kotlin.config.JVMConfigurationKeys;
import org.jetbrains.kotlin.config.LanguageVersionSettingsImpl;

/** Kotlin with its first frontend, which can be called alone in an environment that is made for each batch. */
final class Kotlin1 extends Kotlin {
    Kotlin1(String classPath) throws IOException {
        super(classPath);
    }

    @Override
    void check(Batch batch, List<String> files) {
        CompilerConfiguration configuration = new CompilerConfiguration();
        configuration.put(CLIConfigurationKeys.MESSAGE_COLLECTOR_KEY, new Messages(batch));
        configuration.put(CLIConfigurationKeys.RENDER_DIAGNOSTIC_INTERNAL_NAME, true);
        configuration.put(CommonConfigurationKeys.MODULE_NAME, "main");
        configuration.put(CommonConfigurationKeys.LANGUAGE_VERSION_SETTINGS, LanguageVersionSettingsImpl.DEFAULT);
        configuration.put(JVMConfigurationKeys.JDK_HOME, new File(System.getProperty("java.home")));
        List<File> jars =
                Stream.of(classPath.split(File.pathSeparator)).filter(s -> !s.isEmpty()).map(File::new).toList();
        JvmContentRootsKt.addJvmClasspathRoots(configuration, jars);
        JvmContentRootsKt.configureJdkClasspathRoots(configuration);
        ContentRootsKt.addKotlinSourceRoots(configuration, files);

        Disposable environment = Disposer.newDisposable();
        try {
            KotlinToJVMBytecodeCompiler.INSTANCE.analyze(
                    KotlinCoreEnvironment.createForProduction(
                            environment, configuration, EnvironmentConfigFiles.JVM_CONFIG_FILES));
        } finally {
            Disposer.dispose(environment);
        }
    }
}
