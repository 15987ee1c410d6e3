// A library to be preloaded into a runner of any language that allocates by malloc: it counts allocations and
// the bytes that were asked for. A request for more room for a block that is there counts as one allocation
// of the new size. What is counted includes every thread, and requests that are refused. The largest request
// is kept, and where the runner wants to know, told before it is served: a runner may not live to ask.
#include <dlfcn.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

namespace {

using Tell = void (*)(std::uint64_t size);

std::atomic<std::uint64_t> allocations{0};
std::atomic<std::uint64_t> bytes{0};
std::atomic<std::uint64_t> largest{0};
std::atomic<std::uint64_t> told_above{std::numeric_limits<std::uint64_t>::max()};
std::atomic<Tell> tell{nullptr};

void note(std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  bytes.fetch_add(size, std::memory_order_relaxed);
  std::uint64_t before = largest.load(std::memory_order_relaxed);
  while (size > before && !largest.compare_exchange_weak(before, size, std::memory_order_relaxed)) {
  }
  if (size > before && size > told_above.load(std::memory_order_relaxed)) {
    tell.load(std::memory_order_relaxed)(size);
  }
}

// The largest number where the product is none.
std::size_t product(std::size_t count, std::size_t size) {
  std::size_t whole = 0;
  return __builtin_mul_overflow(count, size, &whole) ? std::numeric_limits<std::size_t>::max() : whole;
}

// The allocator below. Looking it up may allocate itself, which the first blocks serve; they are never freed.
template <class Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

alignas(16) char first_blocks[16384];
std::size_t first_used = 0;

bool is_first(const void* block) {
  return block >= first_blocks && block < first_blocks + sizeof first_blocks;
}

void* take_first(std::size_t size) {
  const std::size_t rounded = (size + 15) / 16 * 16;
  if (rounded > sizeof first_blocks - first_used) {
    return nullptr;
  }
  void* block = first_blocks + first_used;
  first_used += rounded;
  return block;
}

struct Allocator {
  void* (*malloc)(std::size_t);
  void* (*calloc)(std::size_t, std::size_t);
  void* (*realloc)(void*, std::size_t);
  void (*free)(void*);
  void* (*aligned_alloc)(std::size_t, std::size_t);
  int (*posix_memalign)(void**, std::size_t, std::size_t);
};

bool looking_up = false;

const Allocator* allocator() {
  static Allocator found{};
  if (found.malloc == nullptr && !looking_up) {
    looking_up = true;
    found.calloc = next<decltype(found.calloc)>("calloc");
    found.realloc = next<decltype(found.realloc)>("realloc");
    found.free = next<decltype(found.free)>("free");
    found.aligned_alloc = next<decltype(found.aligned_alloc)>("aligned_alloc");
    found.posix_memalign = next<decltype(found.posix_memalign)>("posix_memalign");
    found.malloc = next<decltype(found.malloc)>("malloc");
    looking_up = false;
  }
  return found.malloc == nullptr ? nullptr : &found;
}

}  // namespace

extern "C" {

void serbench_allocated(std::uint64_t* so_far, std::uint64_t* in_all) {
  *so_far = allocations.load(std::memory_order_relaxed);
  *in_all = bytes.load(std::memory_order_relaxed);
}

// The largest request since the last call.
std::uint64_t serbench_largest_allocation() { return largest.exchange(0, std::memory_order_relaxed); }

// From now on each request above a size is told before it is served, where none since the last call of
// serbench_largest_allocation was as large. What is told to must not allocate.
void serbench_tell_allocations(std::uint64_t above, Tell to) {
  tell.store(to, std::memory_order_relaxed);
  told_above.store(above, std::memory_order_relaxed);
}

void* malloc(std::size_t size) {
  note(size);
  const Allocator* below = allocator();
  return below ? below->malloc(size) : take_first(size);
}

void* calloc(std::size_t count, std::size_t size) {
  note(product(count, size));
  const Allocator* below = allocator();
  // The first blocks are zero already.
  return below ? below->calloc(count, size) : take_first(count * size);
}

void* realloc(void* block, std::size_t size) {
  note(size);
  const Allocator* below = allocator();
  if (!below) {
    return take_first(size);
  }
  if (is_first(block)) {
    void* moved = below->malloc(size);
    if (moved) {
      const auto left =
          static_cast<std::size_t>(first_blocks + sizeof first_blocks - static_cast<char*>(block));
      std::memcpy(moved, block, size < left ? size : left);
    }
    return moved;
  }
  return below->realloc(block, size);
}

void free(void* block) {
  if (block && !is_first(block)) {
    if (const Allocator* below = allocator()) {
      below->free(block);
    }
  }
}

void* aligned_alloc(std::size_t alignment, std::size_t size) {
  note(size);
  const Allocator* below = allocator();
  return below ? below->aligned_alloc(alignment, size) : nullptr;
}

int posix_memalign(void** block, std::size_t alignment, std::size_t size) {
  note(size);
  const Allocator* below = allocator();
  return below ? below->posix_memalign(block, alignment, size) : ENOMEM;
}

}  // extern "C"
