package serbench.experiments.relay;

import java.util.ArrayList;
import java.util.List;
import serbench.Adapter;
import serbench.Bytes;
import serbench.RelayedForm;

/**
 * The mode {@code split}: each sink gets its share of the batch. The object is the same for all: it
 * is encoded once for each sink with another list in it, so its other fields need not be copied.
 */
final class Splitting extends ObjectRecoding {
  private final RelayedForm relayed;

  /** For each place of a block and each sink, kept and filled again. */
  private final List<List<ArrayList<Object>>> parts = new ArrayList<>();

  Splitting(Setting setting, Subject subject, int block) {
    super(setting, subject, subject.reuses(), block);
    relayed = subject.relayed();
    for (int i = 0; i < block; i++) {
      List<ArrayList<Object>> ofSinks = new ArrayList<>();
      for (int sink = 0; sink < sinks.length; sink++) {
        ofSinks.add(new ArrayList<>());
      }
      parts.add(ofSinks);
    }
  }

  /** Elements have their own. */
  @Override
  long touch(Adapter reader, Object decoded, Bytes message) {
    return 0;
  }

  @Override
  void route(Block block) {
    clock.enter(StepClock.Step.ROUTE);
    for (int i = 0; i < block.count(); i++) {
      if (block.sound[i]) {
        share(relayed.batch(block.opened[i]), parts.get(i));
      }
    }
  }

  private void share(ArrayList<?> batch, List<ArrayList<Object>> ofSinks) {
    for (int j = 0; j < batch.size(); j++) {
      Object element = batch.get(j);
      long touch = route == Route.FIELDS ? relayed.number(element) : 0;
      ofSinks.get(route.sink(j, touch, sinks.length)).add(element);
    }
  }

  @Override
  void send(Block block, int i, Adapter writer) {
    Object object = block.opened[i];
    ArrayList<?> whole = relayed.batch(object);
    List<ArrayList<Object>> ofSinks = parts.get(i);
    for (int sink = 0; sink < sinks.length; sink++) {
      ArrayList<Object> part = ofSinks.get(sink);
      relayed.setBatch(object, part);
      sinks[sink].send(block.sequences[i], encoded(writer, object));
      part.clear();
    }
    // A kept object uses its list again.
    relayed.setBatch(object, whole);
  }
}
