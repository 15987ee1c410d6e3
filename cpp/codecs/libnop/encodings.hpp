// Encodings of libnop for the plain types that it does not know; its own serve everything else
// (formats/libnop.md).
#pragma once

// libnop's headers use it without including it.
#include <nop/serializer.h>
#include <nop/utility/pedantic_buffer_reader.h>

#include <array>

#include "adapter.hpp"
#include "reusing.hpp"

namespace nop {

// A field that may be absent: nothing, or the encoding of its value.
template <class Field, class T>
struct FieldEncoding : EncodingIO<Field> {
  static constexpr EncodingByte Prefix(const Field& field) {
    return field ? Encoding<T>::Prefix(*field) : EncodingByte::Nil;
  }

  static constexpr std::size_t Size(const Field& field) {
    return field ? Encoding<T>::Size(*field) : BaseEncodingSize(EncodingByte::Nil);
  }

  static constexpr bool Match(EncodingByte prefix) {
    return prefix == EncodingByte::Nil || Encoding<T>::Match(prefix);
  }

  template <class Writer>
  static constexpr Status<void> WritePayload(EncodingByte prefix, const Field& field, Writer* writer) {
    return field ? Encoding<T>::WritePayload(prefix, *field, writer) : Status<void>{};
  }

  template <class Reader>
  static constexpr Status<void> ReadPayload(EncodingByte prefix, Field* field, Reader* reader) {
    if (prefix == EncodingByte::Nil) {
      field->reset();
      return {};
    }
    return Encoding<T>::ReadPayload(prefix, &serbench::filled(*field), reader);
  }
};

template <class T>
struct Encoding<std::optional<T>> : FieldEncoding<std::optional<T>, T> {};

// A field on a cycle.
template <class T>
struct Encoding<std::unique_ptr<T>> : FieldEncoding<std::unique_ptr<T>, T> {};

// A message is the library's structure: the number of its members, then these in order.
// NOP_EXTERNAL_STRUCTURE makes the same of a list of names, but has no form for a message without members.
template <serbench::PlainMessage T>
struct Encoding<T> : EncodingIO<T> {
  static constexpr EncodingByte Prefix(const T&) { return EncodingByte::Structure; }

  static constexpr std::size_t Size(const T& message) {
    return serbench::visit(message, [](const auto&... members) {
      return BaseEncodingSize(EncodingByte::Structure) + Encoding<SizeType>::Size(sizeof...(members)) +
             (Encoding<std::decay_t<decltype(members)>>::Size(members) + ... + 0);
    });
  }

  static constexpr bool Match(EncodingByte prefix) { return prefix == EncodingByte::Structure; }

  template <class Writer>
  static constexpr Status<void> WritePayload(EncodingByte, const T& message, Writer* writer) {
    return serbench::visit(message, [writer](const auto&... members) {
      auto status = Encoding<SizeType>::Write(sizeof...(members), writer);
      static_cast<void>(
          (status && ... && (status = Encoding<std::decay_t<decltype(members)>>::Write(members, writer))));
      return status;
    });
  }

  template <class Reader>
  static constexpr Status<void> ReadPayload(EncodingByte, T* message, Reader* reader) {
    return serbench::visit(*message, [reader](auto&... members) {
      SizeType count = 0;
      auto status = Encoding<SizeType>::Read(&count, reader);
      if (status && count != sizeof...(members)) {
        status = ErrorStatus::InvalidMemberCount;
      }
      static_cast<void>(
          (status && ... && (status = Encoding<std::decay_t<decltype(members)>>::Read(&members, reader))));
      return status;
    });
  }
};

// Bytes, which the library would write one by one, as it takes std::byte for an enum, and bools, which have
// no address in a std::vector: both as the binary that lists of integers are.
template <class T>
struct BinaryEncoding : EncodingIO<std::vector<T>> {
  static constexpr EncodingByte Prefix(const std::vector<T>&) { return EncodingByte::Binary; }

  static constexpr std::size_t Size(const std::vector<T>& values) {
    return BaseEncodingSize(EncodingByte::Binary) + Encoding<SizeType>::Size(values.size()) + values.size();
  }

  static constexpr bool Match(EncodingByte prefix) { return prefix == EncodingByte::Binary; }

  template <class Writer>
  static constexpr Status<void> WritePayload(EncodingByte, const std::vector<T>& values, Writer* writer) {
    auto status = Encoding<SizeType>::Write(values.size(), writer);
    if constexpr (std::is_same_v<T, bool>) {
      for (std::size_t i = 0; status && i != values.size(); ++i) {
        status = writer->Write(std::uint8_t{values[i]});
      }
    } else if (status) {
      const auto* begin = reinterpret_cast<const std::uint8_t*>(values.data());
      status = writer->Write(begin, begin + values.size());
    }
    return status;
  }

  template <class Reader>
  static constexpr Status<void> ReadPayload(EncodingByte, std::vector<T>* values, Reader* reader) {
    SizeType size = 0;
    auto status = Encoding<SizeType>::Read(&size, reader);
    if (status) {
      status = reader->Ensure(size);
    }
    if (!status) {
      return status;
    }
    values->resize(size);
    if constexpr (std::is_same_v<T, bool>) {
      for (SizeType i = 0; status && i != size; ++i) {
        std::uint8_t value = 0;
        status = reader->Read(&value);
        (*values)[i] = value != 0;
      }
      return status;
    } else {
      auto* begin = reinterpret_cast<std::uint8_t*>(values->data());
      return reader->Read(begin, begin + size);
    }
  }
};

template <>
struct Encoding<std::vector<std::byte>> : BinaryEncoding<std::byte> {};

template <>
struct Encoding<std::vector<bool>> : BinaryEncoding<bool> {};

// The library's own copies every entry to ask for its size, and messages that hold a std::unique_ptr cannot
// be copied.
template <class Key, class T>
struct Encoding<std::map<Key, T>> : EncodingIO<std::map<Key, T>> {
  static constexpr EncodingByte Prefix(const std::map<Key, T>&) { return EncodingByte::Map; }

  static constexpr std::size_t Size(const std::map<Key, T>& entries) {
    std::size_t size = BaseEncodingSize(EncodingByte::Map) + Encoding<SizeType>::Size(entries.size());
    for (const auto& [key, value] : entries) {
      size += Encoding<Key>::Size(key) + Encoding<T>::Size(value);
    }
    return size;
  }

  static constexpr bool Match(EncodingByte prefix) { return prefix == EncodingByte::Map; }

  template <class Writer>
  static constexpr Status<void> WritePayload(EncodingByte, const std::map<Key, T>& entries, Writer* writer) {
    auto status = Encoding<SizeType>::Write(entries.size(), writer);
    for (auto at = entries.begin(); status && at != entries.end(); ++at) {
      status = Encoding<Key>::Write(at->first, writer);
      if (status) {
        status = Encoding<T>::Write(at->second, writer);
      }
    }
    return status;
  }

  template <class Reader>
  static constexpr Status<void> ReadPayload(EncodingByte, std::map<Key, T>* entries, Reader* reader) {
    SizeType count = 0;
    auto status = Encoding<SizeType>::Read(&count, reader);
    entries->clear();
    for (SizeType i = 0; status && i != count; ++i) {
      Key key{};
      status = Encoding<Key>::Read(&key, reader);
      if (status) {
        // Sorted entries find their place at the end without a search.
        status = Encoding<T>::Read(&entries->try_emplace(entries->end(), std::move(key))->second, reader);
      }
    }
    return status;
  }
};

}  // namespace nop
