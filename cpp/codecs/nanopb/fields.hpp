// The callbacks of fields, by how a field holds its values; how one value is coded is their first parameter.
// They get the field of the plain message as their argument ("Field callbacks" in nanopb's documentation).
#pragma once

#include "adapter.hpp"
#include "reusing.hpp"
#include "values.hpp"

namespace serbench {

template <class Kind, class Field>
void offer(const Field& field, pb_callback_t& callback) {
  callback.arg = const_cast<Field*>(&field);
  callback.funcs.encode = [](pb_ostream_t* out, const pb_field_t* description, void* const* argument) {
    return Kind::write(out, description, *static_cast<const Field*>(*argument));
  };
}

template <class Kind, class Field>
void expect(Field& field, pb_callback_t& callback) {
  callback.arg = &field;
  callback.funcs.decode = [](pb_istream_t* in, const pb_field_t*, void** argument) {
    return Kind::read(in, *static_cast<Field*>(*argument));
  };
}

// A length and what `body` writes, which is first only counted, as pb_encode_submessage does.
template <class Body>
bool write_delimited(pb_ostream_t* out, Body body) {
  pb_ostream_t counting = PB_OSTREAM_SIZING;
  if (!body(&counting) || !pb_encode_varint(out, counting.bytes_written)) {
    return false;
  }
  return out->callback == nullptr ? pb_write(out, nullptr, counting.bytes_written) : body(out);
}

// Strings and bytes without presence: empty ones are left out.
template <class Coding>
struct Plain {
  static bool write(pb_ostream_t* out, const pb_field_t* description, const auto& field) {
    return field.empty() || (pb_encode_tag_for_field(out, description) && Coding::write(out, field));
  }
  static bool read(pb_istream_t* in, auto& field) { return Coding::read(in, field); }
};

// Optional values, and those in a box.
template <class Coding>
struct Optional {
  static bool write(pb_ostream_t* out, const pb_field_t* description, const auto& field) {
    return !field || (pb_encode_tag_for_field(out, description) && Coding::write(out, *field));
  }
  static bool read(pb_istream_t* in, auto& field) { return Coding::read(in, filled(field)); }
};

template <std::size_t Position, class Coding>
struct Case {
  template <class Oneof>
  static bool write(pb_ostream_t* out, const pb_field_t* description, const Oneof& oneof) {
    if (oneof.index() != Position) {
      return true;
    }
    const auto& value = std::get<Position>(oneof);
    if (!pb_encode_tag_for_field(out, description)) {
      return false;
    }
    if constexpr (requires { value.get(); }) {
      return Coding::write(out, boxed(value));
    } else {
      return Coding::write(out, value);
    }
  }
  static bool read(pb_istream_t* in, auto& oneof) { return Coding::read(in, filled_case<Position>(oneof)); }
};

// Lists of strings, bytes and messages: a field for each element.
template <class Coding>
struct Repeated {
  static bool write(pb_ostream_t* out, const pb_field_t* description, const auto& list) {
    for (const auto& value : list) {
      if (!pb_encode_tag_for_field(out, description) || !Coding::write(out, value)) {
        return false;
      }
    }
    return true;
  }
  static bool read(pb_istream_t* in, auto& list) { return Coding::read(in, list.emplace_back()); }
};

// Lists of numbers: one field for all. Where numbers lie in memory as in the bytes, they are copied together.
template <class Coding>
struct Packed {
  static constexpr bool is_copied = std::endian::native == std::endian::little &&
                                    (Coding::wire_type == PB_WT_32BIT || Coding::wire_type == PB_WT_64BIT);

  template <class T>
  static bool write(pb_ostream_t* out, const pb_field_t* description, const std::vector<T>& list) {
    if (list.empty()) {
      return true;
    }
    if (!pb_encode_tag(out, PB_WT_STRING, description->tag)) {
      return false;
    }
    if constexpr (is_copied) {
      return pb_encode_string(out, reinterpret_cast<const pb_byte_t*>(list.data()), list.size() * sizeof(T));
    } else {
      return write_delimited(out, [&list](pb_ostream_t* to) {
        for (const T value : list) {
          if (!Coding::write(to, value)) {
            return false;
          }
        }
        return true;
      });
    }
  }

  template <class T>
  static bool read(pb_istream_t* in, std::vector<T>& list) {
    if constexpr (is_copied) {
      const std::size_t count = in->bytes_left / sizeof(T);
      list.resize(list.size() + count);
      return pb_read(in, reinterpret_cast<pb_byte_t*>(&*(list.end() - static_cast<std::ptrdiff_t>(count))),
                     count * sizeof(T)) &&
             in->bytes_left == 0;
    } else {
      while (in->bytes_left != 0) {
        T value{};
        if (!Coding::read(in, value)) {
          return false;
        }
        list.push_back(value);
      }
      return true;
    }
  }
};

// Maps: a message for each entry with the key as field 1 and the value as field 2.
template <class KeyCoding, class Coding>
struct Entries {
  static bool write(pb_ostream_t* out, const pb_field_t* description, const auto& map) {
    for (const auto& entry : map) {
      const auto body = [&entry](pb_ostream_t* to) {
        return pb_encode_tag(to, KeyCoding::wire_type, 1) && KeyCoding::write(to, entry.first) &&
               pb_encode_tag(to, Coding::wire_type, 2) && Coding::write(to, entry.second);
      };
      if (!pb_encode_tag_for_field(out, description) || !write_delimited(out, body)) {
        return false;
      }
    }
    return true;
  }

  template <class Key, class T>
  static bool read(pb_istream_t* in, std::map<Key, T>& map) {
    Key key{};
    T value{};
    while (in->bytes_left != 0) {
      pb_wire_type_t wire_type{};
      std::uint32_t tag = 0;
      bool is_end = false;
      if (!pb_decode_tag(in, &wire_type, &tag, &is_end)) {
        return false;
      }
      const bool ok = tag == 1   ? read_field<KeyCoding>(in, wire_type, key)
                      : tag == 2 ? read_field<Coding>(in, wire_type, value)
                                 : pb_skip_field(in, wire_type);
      if (!ok) {
        return false;
      }
    }
    map.insert_or_assign(std::move(key), std::move(value));
    return true;
  }

 private:
  template <class ValueCoding>
  static bool read_field(pb_istream_t* in, pb_wire_type_t wire_type, auto& value) {
    if (wire_type != ValueCoding::wire_type) {
      return false;
    }
    if constexpr (ValueCoding::wire_type == PB_WT_STRING) {
      pb_istream_t inside;
      return pb_make_string_substream(in, &inside) && ValueCoding::read(&inside, value) &&
             pb_close_string_substream(in, &inside);
    } else {
      return ValueCoding::read(in, value);
    }
  }
};

}  // namespace serbench
