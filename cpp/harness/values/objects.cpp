#include "values/objects.hpp"

namespace serbench {

void write_canonical(const Root& object, ByteBuffer& out) {
  out.clear();
  write(Writer<Canonical>(out), object).finish();
}

void read_canonical(Bytes bytes, Root& object) { read(Reader<Canonical>(bytes), object).finish(); }

void copy_object(const Root& from, Root& to) {
  ByteBuffer bytes;
  write_canonical(from, bytes);
  read(Reader<Fast>(bytes.bytes()), to);
}

std::uint64_t touch_object(const Root& object, One plan) { return touch(object, plan); }
std::uint64_t touch_object(const Root& object, Tenth plan) { return touch(object, plan); }
std::uint64_t touch_object(const Root& object, All plan) { return touch(object, plan); }

}  // namespace serbench
