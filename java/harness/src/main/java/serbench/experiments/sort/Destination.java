package serbench.experiments.sort;

import java.nio.ByteBuffer;

/** A file to which records are written in their order. */
interface Destination {
  /** How many bytes precede each message. */
  int headerBytes();

  boolean throughPageCache();

  /** Writes a block with this number of records at the file's end. */
  void write(ByteBuffer block, int records);

  /** A message of the last block lies there in the block. */
  void note(int number, int place, int size);

  /** Waits until all is on the disk. */
  void sync();
}
