package serbench.experiments.relay;

import java.util.function.Supplier;
import serbench.Adapter;
import serbench.ObjectForm;
import serbench.RelayedForm;
import serbench.ReuseAdapter;
import serbench.protocol.Bench;

/**
 * The codec and the objects that a relay works with.
 *
 * @param adapter one of those that {@code adapters} makes, to ask what the codec can do
 * @param floor whether objects are bytes already, which are neither encoded nor decoded
 */
record Subject(
    Supplier<Adapter> adapters,
    Adapter adapter,
    boolean floor,
    ObjectForm form,
    RelayedForm relayed) {
  static Subject of(Bench bench) {
    ObjectForm plain = bench.plainForm();
    Adapter adapter = bench.adapter();
    return new Subject(
        bench::adapter, adapter, adapter.form(plain) != plain, plain, bench.relayedForm());
  }

  boolean reuses() {
    return adapter instanceof ReuseAdapter;
  }
}
