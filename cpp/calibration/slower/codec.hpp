// A codec that does every 33rd call twice, and so takes 1/33 = 3.03 % more time than the adapter it stands
// on.
//
// 33 and the numbers of objects of our corpora, which are powers of two, have no common divisor, so over time
// each object is repeated as often as any other.
#pragma once

#define Codec PromptCodec
#include SERBENCH_PAGE
#undef Codec

#include "adapter.hpp"

class Codec {
 public:
  serbench::Bytes encode(const serbench::Root& object) {
    if (again()) {
      serbench::keep(prompt_.encode(object));
    }
    return prompt_.encode(object);
  }

  void decode(serbench::Bytes bytes, serbench::Root& object) {
    if (again()) {
      serbench::Root twice;
      prompt_.decode(bytes, twice);
      serbench::keep(twice);
    }
    prompt_.decode(bytes, object);
  }

 private:
  bool again() {
    if (++calls_ < 33) {
      return false;
    }
    calls_ = 0;
    return true;
  }

  serbench::Client<PromptCodec> prompt_;
  unsigned calls_ = 0;
};
