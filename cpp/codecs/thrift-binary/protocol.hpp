// The protocol of this codec; a variant has another.
#pragma once

#include <thrift/protocol/TBinaryProtocol.h>

namespace serbench {

template <class Transport>
using Protocol = apache::thrift::protocol::TBinaryProtocolT<Transport>;

}  // namespace serbench
