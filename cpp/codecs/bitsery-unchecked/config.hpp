// What bitsery checks: nothing, for bytes that are trusted.
#pragma once

#include <bitsery/bitsery.h>

struct Config : bitsery::DefaultConfig {
  static constexpr bool CheckAdapterErrors = false;
  static constexpr bool CheckDataErrors = false;
};
