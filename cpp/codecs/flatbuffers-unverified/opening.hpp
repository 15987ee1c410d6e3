// Opens bytes that are trusted: nothing is looked at before it is read.
#pragma once

#include "conversions.hpp"

namespace serbench {

inline const wire_root* open(Bytes bytes) { return flatbuffers::GetRoot<wire_root>(bytes.data()); }

}  // namespace serbench
