package serbench.experiments.sort;

/** The order of keys that have been read, equal ones by their objects' numbers. */
final class KeyOrder implements Order {
  private final long[] keys;
  private final int[] numbers;

  KeyOrder(long[] keys, int[] numbers) {
    this.keys = keys;
    this.numbers = numbers;
  }

  @Override
  public boolean before(int left, int right) {
    long a = keys[left];
    long b = keys[right];
    return a < b || a == b && numbers[left] < numbers[right];
  }
}
