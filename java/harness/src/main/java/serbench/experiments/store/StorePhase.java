package serbench.experiments.store;

/** What is timed, by the names of PROTOCOL.md. */
enum StorePhase {
  ENCODE("encode"),
  COPY("copy"),
  WRITE("write"),
  FSYNC("fsync"),
  READ("read"),
  DECODE("decode"),
  TOUCH("touch"),
  FREE("free");

  private final String text;

  StorePhase(String text) {
    this.text = text;
  }

  @Override
  public String toString() {
    return text;
  }
}
