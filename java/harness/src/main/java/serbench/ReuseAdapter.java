package serbench;

/**
 * The adapter of a library whose documentation reads into an object that held another value before.
 */
public interface ReuseAdapter extends Adapter {
  /** Reads into an object whose parts may be used again; what it held before is lost. */
  void decodeReuse(Bytes message, Object object);
}
