package codec;

import org.apache.thrift.protocol.TCompactProtocol;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.TTransport;

/** The protocol of this codec: numbers no longer than they need be. */
final class Protocols {
  private Protocols() {}

  static TProtocol over(TTransport transport) {
    return new TCompactProtocol(transport);
  }
}
