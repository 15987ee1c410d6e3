// The operations of the design, one class each.
#pragma once

#include "experiments/memory/operations_on_messages.hpp"
#include "experiments/memory/operations_on_objects.hpp"

namespace serbench {

// Calls f.operator()<Operation>() for every operation that the codec has.
template <class C, class F>
void for_each_operation(F&& f) {
  const auto offer = [&f]<class Operation>() {
    if constexpr (Operation::available) {
      f.template operator()<Operation>();
    }
  };
  const auto offer_all = [&offer]<template <class> class... Operation>() {
    (offer.template operator()<Operation<C>>(), ...);
  };
  offer_all.template operator()<Encode, Decode, DecodeReuse, AccessOne, AccessTenth, AccessAll, Build,
                                Serialize, Deserialize, DeserializeFresh, Extract, Roundtrip>();
}

}  // namespace serbench
