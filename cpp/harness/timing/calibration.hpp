// Measures the sampler itself: an operation that does nothing, and a memcpy of the corpus through the sampler
// next to the same hand-written loop.
#pragma once

#include "timing/sampler.hpp"
#include "values/corpus.hpp"

namespace serbench {

struct Nothing {
  void operator()(std::size_t index) const { keep(index); }
};

// Copies the objects' corpus bytes into one buffer.
class Copying {
 public:
  explicit Copying(std::span<const Image> images) {
    std::size_t largest = 0;
    for (const Image& image : images) {
      sources_.push_back(image.bytes.bytes());
      largest = std::max(largest, image.bytes.size());
    }
    target_.resize(largest);
  }

  void operator()(std::size_t index) {
    const Bytes source = sources_[index];
    std::memcpy(target_.data(), source.data(), source.size());
    keep(target_.data());
  }

  // The same without the sampler.
  [[gnu::noinline]] Sample hand_written(std::uint64_t rotations) {
    std::byte* const to = target_.data();
    const std::uint64_t wall = clock_ns(CLOCK_MONOTONIC);
    const std::uint64_t cpu = clock_ns(CLOCK_THREAD_CPUTIME_ID);
    for (std::uint64_t rotation = 0; rotation < rotations; ++rotation) {
      for (const Bytes source : sources_) {
        std::memcpy(to, source.data(), source.size());
        asm volatile("" : : "r"(to) : "memory");
      }
    }
    const std::uint64_t cpu_ns = clock_ns(CLOCK_THREAD_CPUTIME_ID) - cpu;
    return {rotations * sources_.size(), cpu_ns, clock_ns(CLOCK_MONOTONIC) - wall};
  }

 private:
  std::vector<Bytes> sources_;
  ByteBuffer target_;
};

// Takes the samples of the three in turn, so that a machine that changes its speed changes it for all.
inline void calibrate(Replies& replies, const Corpus<Image>& corpus, const SamplingPlan& plan) {
  const std::size_t objects = corpus.objects.size();
  if (objects == 0) {
    throw RequestError("The corpus holds no objects, so there is nothing to measure.");
  }
  Nothing nothing;
  Copying copying(corpus.objects);
  const std::uint64_t empty_rotations = calibrated_rotations(nothing, objects, plan);
  const std::uint64_t copy_rotations = calibrated_rotations(copying, objects, plan);
  const auto report = [&replies](const char* name, const Sample& sample) {
    replies.line("calibration",
                 {{"name", name}, {"n", sample.n}, {"cpu_ns", sample.cpu_ns}, {"wall_ns", sample.wall_ns}});
  };
  for (std::uint64_t taken = 0; taken != plan.samples; ++taken) {
    report("empty", sample(nothing, objects, empty_rotations));
    report("sampler-memcpy", sample(copying, objects, copy_rotations));
    report("hand-memcpy", copying.hand_written(copy_rotations));
  }
}

}  // namespace serbench
