package serbench;

/**
 * The page of a library whose documentation reads into an object that held another value before.
 */
public interface ReusePage extends Page {
  /** Reads into an object whose parts may be used again; what it held before is lost. */
  void decodeReuse(Bytes message, Object object);
}
