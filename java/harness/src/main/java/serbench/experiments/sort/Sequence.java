package serbench.experiments.sort;

import serbench.Bytes;

/** Records in the order in which they are written. */
interface Sequence {
  int number(int i);

  /** Where objects are held. */
  Object object(int i);

  /** Where messages are held; valid until the next call. */
  Bytes message(int i);
}
