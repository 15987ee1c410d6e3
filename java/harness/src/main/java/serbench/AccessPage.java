package serbench;

/** Reads fields without a full decode; each returns the touch of what it read (FORMAT.md). */
public interface AccessPage {
  long accessOne(Bytes message);

  long accessTenth(Bytes message);

  long accessAll(Bytes message);
}
