package wellsmith;

/** A compiler that stays in this JVM: one adapter for each generation of a compiler's library API. */
interface Compiler {
    /**
     * Compiles the programs of a batch together and tells the batch what the compiler says.
     *
     * @throws Throwable whatever the compiler throws when it falls over
     */
    void compile(Batch batch) throws Throwable;
}
