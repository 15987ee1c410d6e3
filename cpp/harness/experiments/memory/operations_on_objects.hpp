// The operations of an application, which has objects and bytes.
#pragma once

#include <optional>
#include <vector>

#include "experiments/memory/operation.hpp"

namespace serbench {

template <class C>
class Encode : public OperationBase<C> {
 public:
  using OperationBase<C>::OperationBase;
  static constexpr std::string_view name = "encode";
  static constexpr std::string_view side = application;
  static constexpr bool available = true;
  static constexpr bool writes_message = true;

  void operator()(std::size_t i) { keep(this->client_.encode(this->subject_.objects[i])); }
  Evidence prove(std::size_t i, ObjectOf<C>& came_back) {
    return this->decoded(this->client_.encode(this->subject_.objects[i]), came_back);
  }
};

template <class C>
class Decode : public OperationBase<C> {
 public:
  static constexpr std::string_view name = "decode";
  static constexpr std::string_view side = application;
  static constexpr bool available = true;
  static constexpr bool starts_from_bytes = true;

  Decode(Client<C>& client, Subject<C> subject)
      : OperationBase<C>(client, subject), kept_(subject.kept_objects) {}

  // The object's release belongs to the operation.
  void operator()(std::size_t i) {
    if (!kept_.empty()) {
      decode_and_keep(i);
      return;
    }
    ObjectOf<C> fresh;
    this->client_.decode(this->subject_.encoded[i], fresh);
    keep(fresh);
  }
  Evidence prove(std::size_t i, ObjectOf<C>& came_back) {
    this->client_.decode(this->subject_.encoded[i], came_back);
    return {.bytes = this->subject_.encoded[i].size()};
  }

 private:
  // Releases the object whose place the next one takes. Not inlined, so that the code above is as if it were
  // not there.
  [[gnu::noinline]] void decode_and_keep(std::size_t i) {
    std::optional<ObjectOf<C>>& place = kept_[next_];
    next_ = next_ + 1 == kept_.size() ? 0 : next_ + 1;
    place.reset();
    this->client_.decode(this->subject_.encoded[i], place.emplace());
    keep(*place);
  }

  std::vector<std::optional<ObjectOf<C>>> kept_;
  std::size_t next_ = 0;
};

template <class C>
class DecodeReuse : public OperationBase<C> {
 public:
  using OperationBase<C>::OperationBase;
  static constexpr std::string_view name = "decode-reuse";
  static constexpr std::string_view side = application;
  static constexpr bool available = decode_reuses<C>();
  static constexpr bool starts_from_bytes = true;

  void operator()(std::size_t i) {
    this->client_.decode_reuse(this->subject_.encoded[i], this->client_.used);
    keep(this->client_.used);
  }
  Evidence prove(std::size_t i, ObjectOf<C>& came_back) {
    (*this)(i);
    copy_object(this->client_.used, came_back);
    return {.bytes = this->subject_.encoded[i].size()};
  }
};

template <class C, class Plan>
class Access : public OperationBase<C> {
 public:
  using OperationBase<C>::OperationBase;
  static constexpr std::string_view side = application;
  static constexpr bool available = accesses<C, Plan>;
  static constexpr bool starts_from_bytes = true;
  static constexpr bool is_access = true;

  void operator()(std::size_t i) { keep(this->client_.access(this->subject_.encoded[i], Plan{})); }
  Evidence prove(std::size_t i, ObjectOf<C>&) {
    const std::uint64_t read = this->client_.access(this->subject_.encoded[i], Plan{});
    const std::uint64_t expected = touch_object(this->subject_.objects[i], Plan{});
    return {.bytes = this->subject_.encoded[i].size(), .touch = read, .expected_touch = expected};
  }
};

template <class C>
class AccessOne : public Access<C, One> {
 public:
  using Access<C, One>::Access;
  static constexpr std::string_view name = "access-one";
};

template <class C>
class AccessTenth : public Access<C, Tenth> {
 public:
  using Access<C, Tenth>::Access;
  static constexpr std::string_view name = "access-tenth";
};

template <class C>
class AccessAll : public Access<C, All> {
 public:
  using Access<C, All>::Access;
  static constexpr std::string_view name = "access-all";
};

}  // namespace serbench
