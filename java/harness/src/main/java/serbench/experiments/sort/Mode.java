package serbench.experiments.sort;

import serbench.AccessAdapter;
import serbench.Adapter;
import serbench.RequestError;

/** What is held of a record and how its key is read, by the names of PROTOCOL.md. */
enum Mode {
  OBJECTS("objects"),
  BYTES("bytes"),
  LAZY("lazy"),
  RAW("raw");

  private final String text;

  Mode(String text) {
    this.text = text;
  }

  /**
   * Throws RequestError when the codec lacks it. No codec reads the key of the study by access.
   *
   * @param floor whether objects are bytes already
   */
  static Mode named(String name, Adapter adapter, boolean floor, Key key) {
    for (Mode mode : values()) {
      if (mode.text.equals(name) && mode.suits(adapter, floor)) {
        if (mode == LAZY && key == Key.STUDY) {
          throw new RequestError("No codec has the mode \"lazy\" with the key \"study\".");
        }
        return mode;
      }
    }
    throw new RequestError("This codec has no mode \"" + name + "\".");
  }

  private boolean suits(Adapter adapter, boolean floor) {
    return floor == (this == RAW) && (this != LAZY || adapter instanceof AccessAdapter);
  }
}
