package serbench;

/**
 * The page of a library whose documentation reads into an object that held another value before.
 */
public interface ReusePage extends Page {
  /**
   * The value in the object that this method returned last, whose parts it may use again. The page
   * keeps that object; what an earlier call returned is lost.
   */
  Object decodeReuse(Bytes message);
}
