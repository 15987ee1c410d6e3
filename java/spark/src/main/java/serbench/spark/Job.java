package serbench.spark;

/** A job over the records that the executors hold. */
interface Job {
  String name();

  /** Runs it once; each record's way through the serializer is in its stages. */
  Ran run(Reading reading);

  /** The name of the stage that ended as the given one of a round. */
  String stage(int index, Stage stage);

  /** The number of the first object that comes back. */
  default long first() {
    return 0;
  }

  /** How many objects come back. */
  long objects();

  /** Over how many objects the costs of its stages are spread. */
  default long spread() {
    return objects();
  }

  /** How many objects a record of the serializer holds. */
  default long objectsPerRecord() {
    return 1;
  }

  /**
   * What a run of a job gave.
   *
   * @param writer how Spark wrote the shuffle; empty where there is none
   * @param cachedBytes what the blocks take that the job cached
   */
  record Ran(Seen seen, String writer, long cachedBytes) {}
}
