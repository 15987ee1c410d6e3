// What bitsery checks: its default, everything.
#pragma once

#include <bitsery/bitsery.h>

using Config = bitsery::DefaultConfig;
