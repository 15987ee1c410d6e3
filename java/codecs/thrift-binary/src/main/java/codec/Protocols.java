package codec;

import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.TTransport;

/** The protocol of this codec; a variant has another. */
final class Protocols {
  private Protocols() {}

  static TProtocol over(TTransport transport) {
    return new TBinaryProtocol(transport);
  }
}
