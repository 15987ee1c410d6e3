// What yyjson allocates from: its dynamic allocator, which keeps what is freed for the next document.
#pragma once

#include <yyjson.h>

#include <memory>
#include <new>

namespace serbench {

struct FreesAllocator {
  void operator()(yyjson_alc* allocator) const { yyjson_alc_dyn_free(allocator); }
};

class JsonMemory {
 public:
  JsonMemory() : allocator_(yyjson_alc_dyn_new()) {
    if (!allocator_) {
      throw std::bad_alloc();
    }
  }

  yyjson_alc* get() const { return allocator_.get(); }
  void free(void* memory) const { allocator_->free(allocator_->ctx, memory); }

 private:
  std::unique_ptr<yyjson_alc, FreesAllocator> allocator_;
};

}  // namespace serbench
