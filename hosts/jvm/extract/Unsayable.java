package wellsmith;

/** A declaration that cannot be said in the form that the engine for APIs reads. The message is the reason. */
final class Unsayable extends Exception {
    private static final long serialVersionUID = 1;

    Unsayable(String reason) {
        super(reason);
    }
}
