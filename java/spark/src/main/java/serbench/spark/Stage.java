package serbench.spark;

import java.util.HashMap;
import java.util.Map;

/**
 * What Spark measured of a stage, over all its tasks.
 *
 * @param shuffles whether its tasks write a shuffle
 * @param cpuNs of the threads of the tasks, without the collector
 * @param runNs their wall time
 * @param metered what the timing shell summed, by name
 */
record Stage(
    boolean shuffles,
    long cpuNs,
    long runNs,
    long wallNs,
    long gcNs,
    long bytesWritten,
    long bytesRead,
    long spilledBytes,
    long diskSpilledBytes,
    Map<String, Long> metered) {
  /** What the driver did by itself, on its own thread. */
  static Stage ofDriver(long cpuNs, long wallNs, Meter.Spent serialized) {
    Map<String, Long> metered = new HashMap<>();
    serialized.drain(
        ns -> metered.put(Meter.Sums.SERIALIZE_NS, ns),
        records -> metered.put(Meter.Sums.SERIALIZED, records));
    return new Stage(false, cpuNs, wallNs, wallNs, 0, 0, 0, 0, 0, metered);
  }

  long metered(String name) {
    return metered.getOrDefault(name, 0L);
  }
}
