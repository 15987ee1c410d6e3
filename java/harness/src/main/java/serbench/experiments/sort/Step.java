package serbench.experiments.sort;

/** What is timed, while chunks are made and while they are merged, by the names of PROTOCOL.md. */
enum Step {
  READ("read"),
  COPY("copy"),
  DECODE("decode"),
  KEY("key"),
  SORT("sort"),
  MERGE("merge"),
  ENCODE("encode"),
  WRITE("write"),
  FSYNC("fsync"),
  FREE("free");

  private final String text;

  Step(String text) {
    this.text = text;
  }

  @Override
  public String toString() {
    return text;
  }
}
