package serbench.experiments.sort;

import serbench.AccessPage;
import serbench.Bytes;
import serbench.ObjectForm;
import serbench.Page;

/** One thread's codec, which reads keys and counts its calls. */
final class SortedCodec {
  /** Keys are unsigned. With their highest bit changed they compare as signed numbers do. */
  private static final long UNSIGNED = Long.MIN_VALUE;

  private final Page page;
  private final AccessPage access;
  private final ObjectForm form;
  private final long[] listed;
  private final long distinct;
  private final Tally tally;

  /**
   * Keys are those touched, or listed.
   *
   * @param listed by the numbers of objects; empty where keys are read
   * @param distinct how many keys there are; 0 for all
   */
  SortedCodec(Page page, ObjectForm form, long[] listed, long distinct, Tally tally) {
    this.page = page;
    this.form = form;
    this.listed = listed;
    this.distinct = distinct;
    this.tally = tally;
    access = page instanceof AccessPage accessPage ? accessPage : null;
  }

  boolean accesses() {
    return access != null;
  }

  Object decode(Bytes message) {
    tally.decodes++;
    return page.decode(message);
  }

  /** Valid until the next call. */
  Bytes encode(Object object) {
    return page.encode(object);
  }

  long accessedKey(Bytes message) {
    tally.accesses++;
    return key(access.accessOne(message));
  }

  long touchedKey(Object object) {
    return key(form.touchOne(object));
  }

  long listedKey(int number) {
    return key(listed[number]);
  }

  private long key(long touch) {
    return (distinct == 0 ? touch : Long.remainderUnsigned(touch, distinct)) ^ UNSIGNED;
  }
}
