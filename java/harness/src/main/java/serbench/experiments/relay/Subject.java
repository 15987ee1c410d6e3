package serbench.experiments.relay;

import java.util.function.Supplier;
import serbench.ObjectForm;
import serbench.Page;
import serbench.RelayedForm;
import serbench.ReusePage;
import serbench.protocol.Bench;

/**
 * The codec and the objects that a relay works with.
 *
 * @param page one of those that {@code pages} makes, to ask what the codec can do
 * @param floor whether objects are bytes already, which are neither encoded nor decoded
 */
record Subject(
    Supplier<Page> pages, Page page, boolean floor, ObjectForm form, RelayedForm relayed) {
  static Subject of(Bench bench) {
    ObjectForm plain = bench.plainForm();
    Page page = bench.page();
    return new Subject(bench::page, page, page.form(plain) != plain, plain, bench.relayedForm());
  }

  boolean reuses() {
    return page instanceof ReusePage;
  }
}
