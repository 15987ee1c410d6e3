// yas's binary archive with numbers no longer than they need be, without its header.
#pragma once

#include "serializing.hpp"

using Codec = YasCodec<yas::binary | yas::compacted | yas::no_header>;
