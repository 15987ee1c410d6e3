// What the harness needs to know of an object: how to load it from the corpus, its bytes, its touches.
#pragma once

#include "walks.hpp"
#include "xxh64.hpp"

namespace serbench {

// The object of a floor that copies: the corpus bytes as they are, in memory of their own.
struct Image {
  ByteBuffer bytes;
};

// What walks over a whole object is compiled once for a workload (objects.cpp) and not in every runner.
void write_canonical(const Root& object, ByteBuffer& out);

inline void write_canonical(const Image& image, ByteBuffer& out) { out.assign(image.bytes.bytes()); }

// Throws Malformed when the bytes are not the one encoding of an object.
void read_canonical(Bytes bytes, Root& object);

inline void read_canonical(Bytes bytes, Image& image) {
  Root object;
  read_canonical(bytes, object);
  image.bytes.assign(bytes);
}

// Objects may hold unique pointers, so they are copied by way of their bytes.
void copy_object(const Root& from, Root& to);

inline void copy_object(const Image& from, Image& to) { to.bytes.assign(from.bytes.bytes()); }

std::uint64_t touch_object(const Root& object, One plan);
std::uint64_t touch_object(const Root& object, Tenth plan);
std::uint64_t touch_object(const Root& object, All plan);

template <class Plan>
std::uint64_t touch_object(const Image& image, Plan plan) {
  Root object;
  read_canonical(image.bytes.bytes(), object);
  return touch_object(object, plan);
}

template <class Object>
std::uint64_t digest_of_object(const Object& object, ByteBuffer& scratch) {
  write_canonical(object, scratch);
  return xxh64(scratch.bytes());
}

}  // namespace serbench
