// The protocol of this codec; a variant has another.
import thrift from "thrift";

export const Protocol = thrift.TCompactProtocol;
