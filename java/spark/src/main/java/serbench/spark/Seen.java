package serbench.spark;

import java.util.List;
import java.util.stream.LongStream;
import serbench.values.ObjectPool;
import serbench.values.Writing;
import serbench.values.XxHash64;

/**
 * What came back of some records: how many, the sum of their digests each mixed with the object's
 * number (0 where only the touch is taken), the sum of their touches, and whether their keys
 * ascend.
 */
record Seen(long objects, long digest, long touch, boolean ordered, long firstKey, long lastKey) {
  static final Seen NOTHING = new Seen(0, 0, 0, true, 0, 0);

  /** As a task's result, which every serializer takes. */
  long[] numbers() {
    return new long[] {objects, digest, touch, ordered ? 1 : 0, firstKey, lastKey};
  }

  static Seen of(long[] numbers) {
    return new Seen(numbers[0], numbers[1], numbers[2], numbers[3] == 1, numbers[4], numbers[5]);
  }

  /** What the tasks saw, whose results stand in the order of the partitions. */
  static Seen all(List<long[]> results) {
    return results.stream().map(Seen::of).reduce(NOTHING, Seen::then);
  }

  /** Of these records followed by others. */
  Seen then(Seen next) {
    if (objects == 0 || next.objects == 0) {
      return objects == 0 ? next : this;
    }
    return new Seen(
        objects + next.objects,
        digest + next.digest,
        touch + next.touch,
        ordered && next.ordered && lastKey <= next.firstKey,
        firstKey,
        next.lastKey);
  }

  /** What an object adds to a proof: dropped, repeated and exchanged objects change the sum. */
  static long mixed(long digest, long number) {
    byte[] both = new byte[16];
    Writing.putLong(both, 0, digest);
    Writing.putLong(both, 8, number);
    return XxHash64.hash(both, 0, both.length);
  }

  /** The sum that objects of the pool must give, from the number {@code first} on. */
  static long expected(ObjectPool pool, long first, long objects) {
    return LongStream.range(first, first + objects)
        .map(
            number -> {
              byte[] bytes = pool.bytesOf(number);
              return mixed(XxHash64.hash(bytes, 0, bytes.length), number);
            })
        .sum();
  }
}
