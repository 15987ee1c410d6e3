package serbench.experiments.relay;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import serbench.RequestError;

/** Where the driver listens: {@code unix:PATH} or {@code tcp:PORT}. */
record Endpoint(String text, SocketAddress address) {
  private static final String UNIX = "unix:";
  private static final String TCP = "tcp:";
  private static final byte[] GREETING = "SRLY".getBytes(StandardCharsets.US_ASCII);

  /** What the driver gave, by which it knows its relay. */
  private static final byte[] SECRET =
      System.getenv().getOrDefault("SERBENCH_RELAY_SECRET", "").getBytes(StandardCharsets.US_ASCII);

  private static final int GREETING_BYTES = 8 + SECRET.length;

  /** What a connection is for, in the order of its codes. */
  enum Role {
    SOURCE,
    SINK
  }

  static Endpoint of(String text) {
    try {
      if (text.startsWith(UNIX)) {
        return new Endpoint(text, UnixDomainSocketAddress.of(text.substring(UNIX.length())));
      }
      if (text.startsWith(TCP)) {
        int port = Integer.parseInt(text.substring(TCP.length()));
        return new Endpoint(text, new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      }
    } catch (IllegalArgumentException noAddress) {
      // It is refused below like every other text.
    }
    throw new RequestError("The value of at is \"" + text + "\" where an address belongs.");
  }

  /** A connection that has said who it is. */
  SocketChannel connected(Role role, int number) {
    ByteBuffer greeting = ByteBuffer.allocate(GREETING_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    greeting.put(GREETING).putShort((short) role.ordinal()).putShort((short) number);
    greeting.put(SECRET).flip();
    try {
      SocketChannel channel = SocketChannel.open(address);
      if (address instanceof InetSocketAddress) {
        // What is written waits for nothing: it has been gathered already.
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      }
      while (greeting.hasRemaining()) {
        channel.write(greeting);
      }
      return channel;
    } catch (IOException fault) {
      throw new RequestError("Nothing answers at " + text + ": " + fault.getMessage() + ".");
    }
  }
}
