package serbench.spark;

import java.io.Serializable;
import java.util.Iterator;
import scala.Tuple2;
import serbench.ObjectForm;
import serbench.Plan;
import serbench.values.Digest;

/**
 * What the last stage of a job does with the records of a partition: in a proof it computes their
 * digests, otherwise it reads one field of each.
 */
record Reading(boolean proves, Keys keys, Meter.Sums meter) implements Serializable {
  /** The result of a task with a partition's records. */
  long[] of(Iterator<Tuple2<Long, Object>> records) {
    meter.watch();
    return ofAll(proves, keys, records).numbers();
  }

  static Seen ofAll(boolean proves, Keys keys, Iterator<Tuple2<Long, Object>> records) {
    ObjectForm form = Subject.here().form();
    long objects = 0;
    long digest = 0;
    long touch = 0;
    boolean ordered = true;
    long first = 0;
    long last = 0;
    while (records.hasNext()) {
      Tuple2<Long, Object> record = records.next();
      long key = record._1();
      if (proves) {
        digest += Seen.mixed(Digest.of(form, record._2()), keys.numberOf(key));
      }
      touch += form.touched(record._2(), Plan.ONE);
      ordered &= objects == 0 || last <= key;
      first = objects == 0 ? key : first;
      last = key;
      objects++;
    }
    return new Seen(objects, digest, touch, ordered, first, last);
  }
}
