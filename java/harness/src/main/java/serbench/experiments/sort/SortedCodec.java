package serbench.experiments.sort;

import serbench.AccessAdapter;
import serbench.Adapter;
import serbench.Bytes;
import serbench.ObjectForm;
import serbench.Plan;
import serbench.protocol.Failure;

/**
 * One thread's codec, which reads keys and counts its calls. It fails at the object whose number it
 * is told.
 */
final class SortedCodec {
  /** Keys are unsigned. With their highest bit changed they compare as signed numbers do. */
  private static final long UNSIGNED = Long.MIN_VALUE;

  private final Adapter adapter;
  private final AccessAdapter access;
  private final ObjectForm form;
  private final Key key;
  private final long[] listed;
  private final long distinct;
  private final Tally tally;

  /**
   * Keys are read, or listed.
   *
   * @param listed by the numbers of objects; empty where keys are read
   * @param distinct how many keys there are; 0 for all
   */
  SortedCodec(
      Adapter adapter, ObjectForm form, Key key, long[] listed, long distinct, Tally tally) {
    this.adapter = adapter;
    this.form = form;
    this.key = key;
    this.listed = listed;
    this.distinct = distinct;
    this.tally = tally;
    // No codec reads the key of the study by access.
    boolean accesses = key == Key.ACCESS && adapter instanceof AccessAdapter;
    access = accesses ? (AccessAdapter) adapter : null;
  }

  boolean accesses() {
    return access != null;
  }

  Object decode(Bytes message, int number) {
    tally.decodes++;
    try {
      return adapter.decode(message);
    } catch (RuntimeException | StackOverflowError fault) {
      throw Failure.of(fault, number);
    }
  }

  /** Valid until the next call. */
  Bytes encode(Object object, int number) {
    try {
      return adapter.encode(object);
    } catch (RuntimeException | StackOverflowError fault) {
      throw Failure.of(fault, number);
    }
  }

  long accessedKey(Bytes message, int number) {
    tally.accesses++;
    try {
      return key(access.access(message, Plan.ONE));
    } catch (RuntimeException | StackOverflowError fault) {
      throw Failure.of(fault, number);
    }
  }

  long keyOf(Object object) {
    return key(key == Key.STUDY ? form.studyKey(object) : form.touched(object, Plan.ONE));
  }

  long listedKey(int number) {
    return key(listed[number]);
  }

  private long key(long touch) {
    return (distinct == 0 ? touch : Long.remainderUnsigned(touch, distinct)) ^ UNSIGNED;
  }
}
