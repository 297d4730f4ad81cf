package wellsmith;

import com.sun.management.OperatingSystemMXBean;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps one compiler warm: reads batches of programs from its standard input and answers on its standard
 * output what the compiler says about each of them.
 *
 * <p>Arguments: the class of the adapter, and the class path that the programs see.
 *
 * <p>Everything is big-endian. A text is its length in bytes (4 bytes) and its UTF-8 bytes; a flag is one
 * byte, 0 or 1. A request is
 *
 * <pre>
 *   byte   0: as far as type errors go; 1: through all phases to class files; 2: no more, end
 *   int    number of programs; for each of them:
 *     text   its name, "ws" and a number that is never used again
 *     text   the program
 * </pre>
 *
 * and is answered by any number of the first and one of the second of these, each behind its length in bytes
 * (an int):
 *
 * <pre>
 *   'P'    progress: the compiler has begun with a program
 *     int    its position in the batch
 *   'A'    answer
 *     flag   complete: no error hides one in another program
 *     text   the stack trace of a crash, or nothing
 *     int    the position of the program it is about, or -1
 *     text   errors that are about no program in particular, or nothing
 *     long   the processor time that this JVM has taken since the last answer, in nanoseconds
 *     for each program: int, the number of errors; for each of them:
 *       text   its code, or nothing
 *       text   the message
 *       int    the line from 1, or 0
 *       flag   whether it is one of syntax
 * </pre>
 *
 * The host ends when it is told to, or when its input does. Time limits are the parent's to enforce.
 */
public final class Host {
    private Host() {}

    /** Serves one compiler until the input ends. */
    public static void main(String[] arguments) throws Exception {
        DataInputStream in = new DataInputStream(new FileInputStream(FileDescriptor.in));
        DataOutputStream out = new DataOutputStream(new FileOutputStream(FileDescriptor.out));
        // What the compiler, or a program that runs at compile time, prints must not get between our answers.
        System.setIn(InputStream.nullInputStream());
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        System.setErr(new PrintStream(OutputStream.nullOutputStream()));

        Compiler compiler =
                Class.forName(arguments[0])
                        .asSubclass(Compiler.class)
                        .getDeclaredConstructor(String.class)
                        .newInstance(arguments[1]);
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long counted = 0;
        while (true) {
            Batch batch;
            try {
                batch = read(in, out);
            } catch (EOFException end) {
                return;
            }
            if (batch == null) {
                return;
            }
            try {
                compiler.compile(batch);
            } catch (Compiler.WrongOption wrong) {
                batch.error(null, "", wrong.getMessage(), 0, false);
            } catch (Throwable thrown) {
                batch.crash(thrown);
            }
            long cpu = system.getProcessCpuTime();
            answer(out, batch, cpu - counted);
            counted = cpu;
        }
    }

    /** Reads a batch; null if there are no more. */
    private static Batch read(DataInputStream in, DataOutputStream out) throws IOException {
        int kind = in.readByte();
        if (kind == 2) {
            return null;
        }
        int count = in.readInt();
        List<Batch.Program> programs = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            programs.add(new Batch.Program(readText(in), readText(in)));
        }
        return new Batch(programs, kind == 1, program -> progress(out, program));
    }

    private static void progress(DataOutputStream out, int program) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream message = new DataOutputStream(bytes);
        try {
            message.writeByte('P');
            message.writeInt(program);
            send(out, bytes);
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    private static void answer(DataOutputStream out, Batch batch, long cpu) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream message = new DataOutputStream(bytes);
        message.writeByte('A');
        message.writeBoolean(batch.complete);
        writeText(message, batch.crash);
        message.writeInt(batch.culprit);
        writeText(message, batch.failure.toString());
        message.writeLong(cpu);
        for (List<Batch.Said> errors : batch.said) {
            message.writeInt(errors.size());
            for (Batch.Said error : errors) {
                writeText(message, error.code());
                writeText(message, error.message());
                message.writeInt(error.line());
                message.writeBoolean(error.syntax());
            }
        }
        send(out, bytes);
    }

    /** Writes a message at once, behind its length. */
    private static void send(DataOutputStream out, ByteArrayOutputStream message) throws IOException {
        ByteArrayOutputStream framed = new ByteArrayOutputStream(message.size() + Integer.BYTES);
        new DataOutputStream(framed).writeInt(message.size());
        message.writeTo(framed);
        framed.writeTo(out);
    }

    private static String readText(DataInputStream in) throws IOException {
        return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
    }

    private static void writeText(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }
}
