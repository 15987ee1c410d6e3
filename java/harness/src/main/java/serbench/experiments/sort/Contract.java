package serbench.experiments.sort;

import serbench.AccessPage;
import serbench.Page;
import serbench.RequestError;

/** What is held of a record and how its key is read, by the names of PROTOCOL.md. */
enum Contract {
  OBJECTS("objects"),
  KEPT("kept"),
  LAZY("lazy"),
  RAW("raw");

  private final String text;

  Contract(String text) {
    this.text = text;
  }

  /**
   * Throws RequestError when the codec lacks it. No codec reads the key of the study by access.
   *
   * @param floor whether objects are bytes already
   */
  static Contract named(String name, Page page, boolean floor, Key key) {
    for (Contract contract : values()) {
      if (contract.text.equals(name) && contract.suits(page, floor)) {
        if (contract == LAZY && key == Key.STUDY) {
          throw new RequestError("No codec has the contract \"lazy\" with the key \"study\".");
        }
        return contract;
      }
    }
    throw new RequestError("This codec has no contract \"" + name + "\".");
  }

  private boolean suits(Page page, boolean floor) {
    return floor == (this == RAW) && (this != LAZY || page instanceof AccessPage);
  }
}
