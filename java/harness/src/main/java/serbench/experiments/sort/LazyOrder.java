package serbench.experiments.sort;

import java.util.function.IntFunction;
import serbench.Bytes;

/** The order of keys that are read out of the messages in each comparison. */
final class LazyOrder implements Order {
  private final SortedCodec codec;
  private final IntFunction<Bytes> messages;
  private final int[] numbers;

  /** A message need be valid only until the next is asked for. */
  LazyOrder(SortedCodec codec, IntFunction<Bytes> messages, int[] numbers) {
    this.codec = codec;
    this.messages = messages;
    this.numbers = numbers;
  }

  @Override
  public boolean before(int left, int right) {
    long a = codec.accessedKey(messages.apply(left), numbers[left]);
    long b = codec.accessedKey(messages.apply(right), numbers[right]);
    return a < b || a == b && numbers[left] < numbers[right];
  }
}
