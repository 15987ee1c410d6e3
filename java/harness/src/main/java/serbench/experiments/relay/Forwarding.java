package serbench.experiments.relay;

/** The mode {@code forward}: nothing is read. */
final class Forwarding extends Handler {
  Forwarding(Setting setting) {
    super(setting);
  }

  @Override
  void handle(Block block) {
    route(block);
    sendOn(block);
  }
}
