// Adaptors of msgpack-cxx for the plain types (formats/msgpack.md); those of its own serve everything else.
#pragma once

#include <concepts>
#include <msgpack.hpp>

#include "adapter.hpp"
#include "reusing.hpp"

namespace msgpack {
MSGPACK_API_VERSION_NAMESPACE(MSGPACK_DEFAULT_API_NS) {
  namespace adaptor {

  // The elements of an array, whose number must be the expected one.
  inline const msgpack::object* elements(const msgpack::object& found, std::size_t count) {
    if (found.type != msgpack::type::ARRAY || found.via.array.size != count) {
      throw msgpack::type_error();
    }
    return found.via.array.ptr;
  }

  template <class T>
  void convert_member(const msgpack::object& found, T& member) {
    found.convert(member);
  }

  // The library leaves a list of bools as it was when the array is empty.
  inline void convert_member(const msgpack::object& found, std::vector<bool>& list) {
    list.clear();
    found.convert(list);
  }

  // A message is the array of its members, in order.
  template <serbench::PlainMessage Message>
  struct pack<Message> {
    template <class Stream>
    msgpack::packer<Stream>& operator()(msgpack::packer<Stream>& out, const Message& message) const {
      serbench::visit(message, [&out](const auto&... members) {
        out.pack_array(sizeof...(members));
        (out.pack(members), ...);
      });
      return out;
    }
  };

  template <serbench::PlainMessage Message>
  struct convert<Message> {
    const msgpack::object& operator()(const msgpack::object& found, Message& message) const {
      serbench::visit(message, [&found](auto&... members) {
        [[maybe_unused]] const msgpack::object* next = elements(found, sizeof...(members));
        (convert_member(*next++, members), ...);
      });
      return found;
    }
  };

  template <serbench::PlainEnum Enum>
  struct pack<Enum> {
    template <class Stream>
    msgpack::packer<Stream>& operator()(msgpack::packer<Stream>& out, const Enum& value) const {
      return out.pack_int32(static_cast<std::int32_t>(value));
    }
  };

  template <serbench::PlainEnum Enum>
  struct convert<Enum> {
    const msgpack::object& operator()(const msgpack::object& found, Enum& value) const {
      value = static_cast<Enum>(found.as<std::int32_t>());
      return found;
    }
  };

  // The library's own makes a value and copies it, which messages that hold a std::unique_ptr cannot do.
  template <std::default_initializable T>
  struct convert<std::optional<T>> {
    const msgpack::object& operator()(const msgpack::object& found, std::optional<T>& field) const {
      if (found.is_nil()) {
        field.reset();
      } else {
        found.convert(serbench::filled(field));
      }
      return found;
    }
  };

  // A oneof is nil, or an array of the position of the case that is set and its value.
  template <class... Cases>
  struct pack<std::variant<std::monostate, Cases...>> {
    template <class Stream>
    msgpack::packer<Stream>& operator()(msgpack::packer<Stream>& out,
                                        const std::variant<std::monostate, Cases...>& oneof) const {
      if (oneof.index() == 0) {
        return out.pack_nil();
      }
      out.pack_array(2);
      out.pack(static_cast<std::uint32_t>(oneof.index()));
      std::visit(
          [&out]<class Case>(const Case& value) {
            if constexpr (!std::is_same_v<Case, std::monostate>) {
              out.pack(value);
            }
          },
          oneof);
      return out;
    }
  };

  template <class... Cases>
  struct convert<std::variant<std::monostate, Cases...>> {
    const msgpack::object& operator()(const msgpack::object& found,
                                      std::variant<std::monostate, Cases...>& oneof) const {
      if (found.is_nil()) {
        oneof.template emplace<0>();
        return found;
      }
      const msgpack::object* pair = elements(found, 2);
      const auto position = pair[0].as<std::uint32_t>();
      const auto convert_case = [&]<std::size_t... Before>(std::index_sequence<Before...>) {
        return (
            (position == Before + 1 && (pair[1].convert(serbench::filled_case<Before + 1>(oneof)), true)) ||
            ...);
      };
      if (!convert_case(std::index_sequence_for<Cases...>())) {
        throw msgpack::type_error();
      }
      return found;
    }
  };

  }  // namespace adaptor
}  // MSGPACK_API_VERSION_NAMESPACE
}  // namespace msgpack
