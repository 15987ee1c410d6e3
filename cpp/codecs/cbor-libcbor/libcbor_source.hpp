// Reads values out of CBOR's items, in the order in which they come.
#pragma once

#include "document_touch.hpp"
#include "libcbor_items.hpp"

namespace serbench {

class CborSource {
 public:
  class Cursor;
  class List;
  class Map;

  // An item that has just been read. After the root nothing comes, so what is not needed of it need not be
  // passed over.
  CborSource(CborItems& items, CborItem item, bool is_root = false)
      : items_(&items), item_(item), is_root_(is_root) {
    while (item_.kind == CborKind::tag) {
      item_ = items.next();
    }
  }

  bool is_null() const { return item_.kind == CborKind::null; }

  bool boolean() const {
    expect(CborKind::boolean);
    return item_.number != 0;
  }

  template <Number T>
  T number() const {
    if constexpr (std::is_floating_point_v<T>) {
      expect(CborKind::real);
      return static_cast<T>(item_.real);
    } else if (item_.kind == CborKind::negative_int) {
      // Minus one minus the number; that is its complement, where it fits.
      return fitting<T>(~fitting<std::int64_t>(item_.number));
    } else {
      expect(CborKind::unsigned_int);
      return fitting<T>(item_.number);
    }
  }

  // One that came in chunks is valid until the next such.
  std::string_view text() const {
    expect(CborKind::text);
    return items_->whole(item_);
  }

  void bytes(std::vector<std::byte>& to) const {
    const std::string_view from = raw_bytes();
    const auto* begin = reinterpret_cast<const std::byte*>(from.data());
    to.assign(begin, begin + from.size());
  }
  std::uint64_t touch_bytes() const {
    const std::string_view from = raw_bytes();
    return touch_units(from.data(), from.size());
  }

  List list() const;
  Map map() const;

  // Passes over the item.
  void skip() const { items_->skip_inside(item_); }

 private:
  std::string_view raw_bytes() const {
    expect(CborKind::bytes);
    return items_->whole(item_);
  }

  void expect(CborKind kind) const {
    if (item_.kind != kind) [[unlikely]] {
      throw Malformed("A CBOR item has another type than its field.");
    }
  }

  CborItems* items_;
  CborItem item_;
  bool is_root_;
};

// Goes through what a list or map contains; an item of it has been read when there is more.
class CborSource::Cursor {
 public:
  bool more() const { return more_; }

 protected:
  Cursor(CborItems& items, const CborItem& around) : items_(&items), left_(around.size) {}

  void look() {
    if (left_ && *left_ == 0) {
      more_ = false;
      return;
    }
    item_ = items_->next();
    more_ = item_.kind != CborKind::end;
    if (left_) {
      --*left_;
    }
    if (!more_ && left_) [[unlikely]] {
      throw Malformed("A CBOR item ends before its last element.");
    }
  }

  CborItems* items_;
  CborItem item_;
  std::optional<std::size_t> left_;
  bool more_ = false;
};

class CborSource::List : public Cursor {
 public:
  List(CborItems& items, const CborItem& around) : Cursor(items, around) { look(); }

  CborSource value() {
    taken_ = true;
    return {*items_, item_};
  }
  void advance() {
    if (!taken_) {
      value().skip();
    }
    taken_ = false;
    look();
  }

  // As many elements as are said to follow, where there are bytes for them.
  std::size_t size() const { return more_ ? std::min(left_.value_or(0), items_->left()) + 1 : 0; }

  // Those of a list of indefinite length are passed over once to be counted.
  std::size_t count() const {
    if (more_ && left_) {
      return *left_ + 1;
    }
    CborItems items = *items_;
    List rest = *this;
    rest.items_ = &items;
    std::size_t count = 0;
    for (; rest.more(); rest.advance()) {
      ++count;
    }
    return count;
  }
  void skip(std::size_t count) {
    for (; count != 0; --count) {
      advance();
    }
  }
  void finish() {
    while (more()) {
      advance();
    }
  }

 private:
  bool taken_ = false;
};

class CborSource::Map : public Cursor {
 public:
  static constexpr bool sorted = false;

  Map(CborItems& items, const CborItem& around, bool is_root) : Cursor(items, around), is_root_(is_root) {
    look();
    look_for_key();
  }

  bool is(std::string_view name) const { return key_ == name; }
  std::string_view name() const { return key_; }
  CborSource value() {
    taken_ = true;
    return {*items_, items_->next()};
  }
  void advance() {
    if (!taken_) {
      value().skip();
    }
    taken_ = false;
    look();
    look_for_key();
  }
  void finish() {
    while (!is_root_ && more()) {
      advance();
    }
  }

 private:
  void look_for_key() {
    if (more_) {
      key_ = CborSource(*items_, item_).text();
    }
  }

  std::string_view key_;
  bool is_root_;
  bool taken_ = false;
};

inline CborSource::List CborSource::list() const {
  expect(CborKind::list);
  return {*items_, item_};
}

inline CborSource::Map CborSource::map() const {
  expect(CborKind::map);
  return {*items_, item_, is_root_};
}

}  // namespace serbench
