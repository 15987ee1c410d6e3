package serbench.rendered;

import serbench.protocol.BuildFacts;

/** What would be rendered for the planted page. */
public final class Build implements BuildFacts {
  @Override
  public String codec() {
    return "planted";
  }

  @Override
  public String workload() {
    return "bytes";
  }

  @Override
  public String schema() {
    return "none";
  }

  @Override
  public String compiler() {
    return "";
  }

  @Override
  public String flags() {
    return "";
  }
}
