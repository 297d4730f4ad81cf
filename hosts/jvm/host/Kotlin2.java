package wellsmith;

import java.io.IOException;
import java.util.List;
import org.jetbrains.kotlin.backend.common.phaser.PhaseBuildersKt;
import org.jetbrains.kotlin.cli.common.arguments.K2JVMCompilerArguments;
import org.jetbrains.kotlin.cli.jvm.K2JVMCompiler;
import org.jetbrains.kotlin.cli.pipeline.AbstractCliPipeline;
import org.jetbrains.kotlin.cli.pipeline.ArgumentsPipelineArtifact;
import org.jetbrains.kotlin.cli.pipeline.PipelineContext;
import org.jetbrains.kotlin.cli.pipeline.jvm.JvmConfigurationPipelinePhase;
import org.jetbrains.kotlin.cli.pipeline.jvm.JvmFrontendPipelinePhase;
import org.jetbrains.kotlin.config.Services;
import org.jetbrains.kotlin.config.phaser.CompilerPhase;
import org.jetbrains.kotlin.util.PerformanceManager;

/** Kotlin since its command line is a pipeline of phases: only the first of them check types. */
final class Kotlin2 extends Kotlin {
    Kotlin2(String classPath) throws IOException {
        super(classPath);
    }

    @Override
    void check(Batch batch, List<String> files) {
        end(batch, new Frontend().execute(arguments(files), Services.EMPTY, new Messages(batch)));
    }

    private static final class Frontend extends AbstractCliPipeline<K2JVMCompilerArguments> {
        private final PerformanceManager times = new K2JVMCompiler().getDefaultPerformanceManager();

        @Override
        public PerformanceManager getDefaultPerformanceManager() {
            return times;
        }

        // The first phase takes the arguments of any kind, which is more than is asked for here.
        @Override
        @SuppressWarnings("unchecked")
        public CompilerPhase<PipelineContext, ArgumentsPipelineArtifact<K2JVMCompilerArguments>, ?>
                createCompoundPhase(K2JVMCompilerArguments arguments) {
            CompilerPhase<PipelineContext, ?, ?> phases =
                    PhaseBuildersKt.then(JvmConfigurationPipelinePhase.INSTANCE, JvmFrontendPipelinePhase.INSTANCE);
            return (CompilerPhase<PipelineContext, ArgumentsPipelineArtifact<K2JVMCompilerArguments>, ?>) phases;
        }
    }
}
