package serbench.protocol;

/** What a runner was built from; rendered for each. */
public interface BuildFacts {
  String codec();

  String workload();

  /** SHA-256 of the schema. */
  String schema();

  String compiler();

  String flags();
}
