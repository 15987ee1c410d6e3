package serbench.spark;

import java.util.Iterator;
import java.util.function.Function;

/** Iterators over the records of a partition. */
final class Iterators {
  private Iterators() {}

  static <A, B> Iterator<B> mapped(Iterator<A> from, Function<A, B> each) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return from.hasNext();
      }

      @Override
      public B next() {
        return each.apply(from.next());
      }
    };
  }
}
