package serbench.experiments.relay;

/** How a message finds its sink. */
enum Route {
  /** By its number in its source. */
  SHUFFLE("shuffle") {
    @Override
    int sink(long sequence, long touch, int sinks) {
      return (int) (Frame.number(sequence) % sinks);
    }
  },

  /** By what access-one reads of it. */
  FIELDS("fields") {
    @Override
    int sink(long sequence, long touch, int sinks) {
      return (int) Long.remainderUnsigned(touch, sinks);
    }
  };

  final String text;

  Route(String text) {
    this.text = text;
  }

  abstract int sink(long sequence, long touch, int sinks);
}
