package serbench.experiments.sort;

import serbench.experiments.store.StoreReader;

/**
 * What all threads of a sort share.
 *
 * @param index of the store that is sorted, and then of the sorted one
 */
record Setting(Mode mode, Budget budget, StoreReader reader, RecordIndex index, Scratch scratch) {}
