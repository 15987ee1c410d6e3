package serbench.experiments.sort;

/** A total order of records, which are named by where they stand. */
interface Order {
  boolean before(int left, int right);
}
