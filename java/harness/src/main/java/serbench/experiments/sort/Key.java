package serbench.experiments.sort;

import serbench.RequestError;

/** What a record is sorted by, by the names of PROTOCOL.md. */
enum Key {
  ACCESS,
  STUDY;

  /** Throws RequestError where there is no such key. */
  static Key named(String name, boolean hasStudyKey, String workload) {
    if (name.equals("access")) {
      return ACCESS;
    }
    if (!name.equals("study")) {
      throw new RequestError("There is no key \"" + name + "\".");
    }
    if (!hasStudyKey) {
      throw new RequestError("The objects of " + workload + " have no key \"study\".");
    }
    return STUDY;
  }
}
