// The protocol of this codec: numbers no longer than they need be.
#pragma once

#include <thrift/protocol/TCompactProtocol.h>

namespace serbench {

template <class Transport>
using Protocol = apache::thrift::protocol::TCompactProtocolT<Transport>;

}  // namespace serbench
