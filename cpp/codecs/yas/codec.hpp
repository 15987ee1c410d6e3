// yas's binary archive without its header.
#pragma once

#include "serializing.hpp"

using Codec = YasCodec<yas::binary | yas::no_header>;
