package serbench.experiments.relay;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Map;
import serbench.AccessAdapter;
import serbench.Adapter;
import serbench.Bytes;
import serbench.ObjectForm;
import serbench.Plan;
import serbench.RelayedForm;
import serbench.ReuseAdapter;
import serbench.protocol.Replies;
import serbench.timing.Jvm;

/**
 * Prints how many bytes a relay's thread allocates in a mode while many messages pass, with a codec
 * that allocates nothing; the arguments are a path for the socket, the mode and the block.
 */
final class RelayAllocations {
  private static final int MESSAGES = 100_000;
  private static final int MESSAGE_BYTES = 500;

  private RelayAllocations() {}

  public static void main(String[] arguments) throws Exception {
    int block = Integer.parseInt(arguments[2]);
    UnixDomainSocketAddress address = UnixDomainSocketAddress.of(arguments[0]);
    try (ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      listener.bind(address);
      Endpoint driver = Endpoint.of("unix:" + arguments[0]);
      Counters counters = new Counters();
      StepClock clock = new StepClock();
      SourceConnection[] sources = {
        new SourceConnection(driver.connected(Endpoint.Role.SOURCE, 0), MESSAGE_BYTES, counters)
      };
      started(listener.accept(), RelayAllocations::send);
      SinkConnection[] sinks = {
        new SinkConnection(driver.connected(Endpoint.Role.SINK, 0), clock, counters)
      };
      started(listener.accept(), RelayAllocations::receive);
      Counting page = new Counting();
      Mode mode = Mode.named(arguments[1]);
      Subject subject = new Subject(() -> page, page, false, page, new RelayedForm() {});
      Route route = mode.route("fields", subject);
      Handler.Setting setting = new Handler.Setting(route, sinks, clock, counters);
      Handler handler = Handlers.of(mode, setting, subject, block);
      Replies replies = new Replies();
      new Relay(sources, sinks, handler, new BarrierReport(replies, counters, clock), block).run();
      replies.line("allocated", "n", page.messages, "bytes", page.later - page.first);
    }
    System.exit(0);
  }

  private interface End {
    void play(SocketChannel channel) throws IOException;
  }

  private static void started(SocketChannel channel, End end) {
    Thread thread =
        new Thread(
            () -> {
              try (channel) {
                end.play(channel);
              } catch (IOException broken) {
                throw new IllegalStateException(broken);
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  /** A barrier that asks for phases, then messages. */
  private static void send(SocketChannel channel) throws IOException {
    ByteBuffer frame =
        ByteBuffer.allocate(Frame.HEADER_BYTES + MESSAGE_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    frame.putInt(0).putLong(Frame.barrier(1, true)).flip();
    channel.write(frame);
    for (int i = 0; i < MESSAGES; i++) {
      frame.clear().putInt(MESSAGE_BYTES).putLong(i).rewind();
      while (frame.hasRemaining()) {
        channel.write(frame);
      }
    }
  }

  private static void receive(SocketChannel channel) throws IOException {
    ByteBuffer taken = ByteBuffer.allocate(1 << 16);
    while (channel.read(taken.clear()) >= 0) {
      // What arrives is proved elsewhere.
    }
  }

  /** Notes what its thread has allocated at a message of the first half and at one of the last. */
  private static final class Counting implements AccessAdapter, Adapter, ReuseAdapter, ObjectForm {
    private final Object object = new Object();
    private final Bytes encoded = Bytes.of(new byte[MESSAGE_BYTES]);
    private int messages;
    private long first;
    private long later;

    private void count() {
      messages++;
      if (messages == MESSAGES / 2) {
        first = Jvm.allocatedBytes();
      } else if (messages == MESSAGES) {
        later = Jvm.allocatedBytes();
      }
    }

    @Override
    public Map<String, String> libraries() {
      return Map.of();
    }

    @Override
    public Bytes encode(Object object) {
      return encoded;
    }

    @Override
    public Object decode(Bytes message) {
      count();
      return object;
    }

    @Override
    public void decodeReuse(Bytes message, Object object) {
      count();
    }

    @Override
    public long access(Bytes message, Plan plan) {
      count();
      return messages;
    }

    @Override
    public Object read(Bytes bytes) {
      return object;
    }

    @Override
    public Bytes write(Object object) {
      return encoded;
    }

    @Override
    public long touched(Object object, Plan plan) {
      return messages;
    }
  }
}
