// A oneof as the library's variant: the position of its case from 0, or -1 and nothing.
#pragma once

#include "encodings.hpp"

namespace nop {

template <class... Cases>
struct Encoding<std::variant<std::monostate, Cases...>> : EncodingIO<std::variant<std::monostate, Cases...>> {
  using Oneof = std::variant<std::monostate, Cases...>;

  static constexpr EncodingByte Prefix(const Oneof&) { return EncodingByte::Variant; }

  static constexpr std::size_t Size(const Oneof& oneof) {
    return BaseEncodingSize(EncodingByte::Variant) + Encoding<std::int32_t>::Size(position(oneof)) +
           std::visit([]<class Case>(const Case& value) { return EncodingOfCase<Case>::Size(value); }, oneof);
  }

  static constexpr bool Match(EncodingByte prefix) { return prefix == EncodingByte::Variant; }

  template <class Writer>
  static constexpr Status<void> WritePayload(EncodingByte, const Oneof& oneof, Writer* writer) {
    auto status = Encoding<std::int32_t>::Write(position(oneof), writer);
    if (!status) {
      return status;
    }
    return std::visit(
        [writer]<class Case>(const Case& value) { return EncodingOfCase<Case>::Write(value, writer); },
        oneof);
  }

  template <class Reader>
  static constexpr Status<void> ReadPayload(EncodingByte, Oneof* oneof, Reader* reader) {
    std::int32_t position = 0;
    auto status = Encoding<std::int32_t>::Read(&position, reader);
    if (!status) {
      return status;
    }
    if (position == -1) {
      oneof->template emplace<0>();
      EmptyVariant nothing;
      return Encoding<EmptyVariant>::Read(&nothing, reader);
    }
    status = ErrorStatus::UnexpectedVariantType;
    const auto read_case = [&]<std::size_t I>(std::integral_constant<std::size_t, I>) {
      if (position == static_cast<std::int32_t>(I)) {
        auto& value = serbench::filled_case<I + 1>(*oneof);
        status = Encoding<std::decay_t<decltype(value)>>::Read(&value, reader);
      }
    };
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (read_case(std::integral_constant<std::size_t, I>{}), ...);
    }(std::index_sequence_for<Cases...>{});
    return status;
  }

 private:
  static constexpr std::int32_t position(const Oneof& oneof) {
    return static_cast<std::int32_t>(oneof.index()) - 1;
  }

  // A case on a cycle is boxed in memory only.
  template <class Case>
  struct EncodingOfCase : Encoding<Case> {};
  template <class T>
  struct EncodingOfCase<std::unique_ptr<T>> {
    static std::size_t Size(const std::unique_ptr<T>& box) { return Encoding<T>::Size(serbench::boxed(box)); }
    template <class Writer>
    static Status<void> Write(const std::unique_ptr<T>& box, Writer* writer) {
      return Encoding<T>::Write(serbench::boxed(box), writer);
    }
  };
};

// No case is set.
template <>
struct Encoding<std::monostate> {
  static constexpr std::size_t Size(std::monostate) { return Encoding<EmptyVariant>::Size({}); }
  template <class Writer>
  static constexpr Status<void> Write(std::monostate, Writer* writer) {
    return Encoding<EmptyVariant>::Write({}, writer);
  }
};

}  // namespace nop
