// XXH64 with seed 0: the digest of FORMAT.md, section 3. Written from the published description of the
// algorithm ("xxHash fast digest algorithm", Y. Collet).
#pragma once

#include "bytes.hpp"

namespace serbench {

namespace xxh64_detail {

inline constexpr std::uint64_t prime1 = 0x9E3779B185EBCA87;
inline constexpr std::uint64_t prime2 = 0xC2B2AE3D27D4EB4F;
inline constexpr std::uint64_t prime3 = 0x165667B19E3779F9;
inline constexpr std::uint64_t prime4 = 0x85EBCA77C2B2AE63;
inline constexpr std::uint64_t prime5 = 0x27D4EB2F165667C5;

inline std::uint64_t round(std::uint64_t lane, std::uint64_t input) {
  return std::rotl(lane + input * prime2, 31) * prime1;
}

inline std::uint64_t merged(std::uint64_t hash, std::uint64_t lane) {
  return (hash ^ round(0, lane)) * prime1 + prime4;
}

}  // namespace xxh64_detail

inline std::uint64_t xxh64(Bytes bytes) {
  using namespace xxh64_detail;
  const std::byte* at = bytes.data();
  std::size_t left = bytes.size();
  std::uint64_t hash = prime5;
  if (left >= 32) {
    std::uint64_t lanes[4] = {prime1 + prime2, prime2, 0, 0 - prime1};
    for (; left >= 32; left -= 32) {
      for (std::uint64_t& lane : lanes) {
        lane = round(lane, load_little<std::uint64_t>(at));
        at += 8;
      }
    }
    hash =
        std::rotl(lanes[0], 1) + std::rotl(lanes[1], 7) + std::rotl(lanes[2], 12) + std::rotl(lanes[3], 18);
    for (const std::uint64_t lane : lanes) {
      hash = merged(hash, lane);
    }
  }
  hash += bytes.size();
  for (; left >= 8; left -= 8, at += 8) {
    hash = std::rotl(hash ^ round(0, load_little<std::uint64_t>(at)), 27) * prime1 + prime4;
  }
  if (left >= 4) {
    hash = std::rotl(hash ^ (load_little<std::uint32_t>(at) * prime1), 23) * prime2 + prime3;
    left -= 4;
    at += 4;
  }
  for (; left != 0; --left, ++at) {
    hash = std::rotl(hash ^ (std::to_integer<std::uint64_t>(*at) * prime5), 11) * prime1;
  }
  hash = (hash ^ (hash >> 33)) * prime2;
  hash = (hash ^ (hash >> 29)) * prime3;
  return hash ^ (hash >> 32);
}

// The digest of many digests, each as 8 little-endian bytes, in order.
inline std::uint64_t digest_of(std::span<const std::uint64_t> digests) {
  ByteBuffer joined;
  joined.resize(8 * digests.size());
  for (std::size_t i = 0; i != digests.size(); ++i) {
    store_little(joined.data() + 8 * i, digests[i]);
  }
  return xxh64(joined.bytes());
}

}  // namespace serbench
