#include "experiments/relay/connection.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <span>

#include "protocol/requests.hpp"

namespace serbench::relay {

namespace {

constexpr std::string_view unix_prefix = "unix:";
constexpr std::string_view tcp_prefix = "tcp:";

[[noreturn]] void refuse(const std::string& at, const std::string& why) {
  throw RequestError("The relay cannot connect to " + at + ": " + why + ".");
}

template <class Address>
int connected(const Address& address, const std::string& at) {
  const auto* generic = reinterpret_cast<const sockaddr*>(&address);
  const int descriptor = ::socket(generic->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0 || ::connect(descriptor, generic, sizeof address) != 0) {
    const int fault = errno;
    ::close(descriptor);
    refuse(at, std::strerror(fault));
  }
  return descriptor;
}

int connected_to_path(std::string_view path, const std::string& at) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) {
    refuse(at, "the path of a socket has at most " + std::to_string(sizeof address.sun_path - 1) + " bytes");
  }
  path.copy(address.sun_path, path.size());
  return connected(address, at);
}

int connected_to_port(std::string_view digits, const std::string& at) {
  std::uint16_t port = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, fault] = std::from_chars(digits.data(), end, port);
  if (fault != std::errc() || stop != end) {
    refuse(at, "that is no port");
  }
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int descriptor = connected(address, at);
  // What is written is whole buffers already, and the last of them shall not wait for more.
  const int on = 1;
  ::setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return descriptor;
}

int connected_at(const std::string& at) {
  const std::string_view place = at;
  if (place.starts_with(unix_prefix)) {
    return connected_to_path(place.substr(unix_prefix.size()), at);
  }
  if (place.starts_with(tcp_prefix)) {
    return connected_to_port(place.substr(tcp_prefix.size()), at);
  }
  refuse(at, "that is neither unix:PATH nor tcp:PORT");
}

// How many pieces the system takes at once.
constexpr std::size_t most_pieces = IOV_MAX;

// How many bytes a call has written that returned this: none where it was interrupted. Nothing when the other
// end has closed.
std::optional<std::size_t> written_by(ssize_t result) {
  if (result >= 0) {
    return static_cast<std::size_t>(result);
  }
  if (errno == EPIPE || errno == ECONNRESET) {
    return std::nullopt;
  }
  if (errno != EINTR) {
    throw RequestError(std::string("A sink cannot be written to: ") + std::strerror(errno) + ".");
  }
  return 0;
}

}  // namespace

Connection::Connection(const std::string& at, End end, std::uint16_t number) : descriptor_(connected_at(at)) {
  std::byte hello[8];
  std::memcpy(hello, "SRLY", 4);
  store_little(hello + 4, static_cast<std::uint16_t>(end));
  store_little(hello + 6, number);
  write_all(Bytes(hello));
  if (const char* secret = std::getenv("SERBENCH_RELAY_SECRET")) {
    write_all(std::as_bytes(std::span(secret, std::strlen(secret))));
  }
}

Connection::~Connection() {
  if (descriptor_ >= 0) {
    ::close(descriptor_);
  }
}

std::size_t Connection::read_some(std::byte* to, std::size_t most) {
  for (;;) {
    const ssize_t got = ::recv(descriptor_, to, most, 0);
    if (got >= 0) {
      return static_cast<std::size_t>(got);
    }
    if (errno == ECONNRESET) {
      return 0;
    }
    if (errno != EINTR) {
      throw RequestError(std::string("A source cannot be read: ") + std::strerror(errno) + ".");
    }
  }
}

std::size_t Connection::write_all(Bytes bytes) {
  std::size_t done = 0;
  while (done != bytes.size()) {
    const auto written =
        written_by(::send(descriptor_, bytes.data() + done, bytes.size() - done, MSG_NOSIGNAL));
    if (!written) {
      break;
    }
    done += *written;
  }
  return done;
}

std::size_t Connection::write_all(std::span<const iovec> pieces) {
  std::size_t done = 0;
  while (!pieces.empty()) {
    msghdr gathered{};
    gathered.msg_iov = const_cast<iovec*>(pieces.data());
    gathered.msg_iovlen = std::min(pieces.size(), most_pieces);
    const auto written = written_by(::sendmsg(descriptor_, &gathered, MSG_NOSIGNAL));
    if (!written) {
      break;
    }
    done += *written;
    std::size_t left = *written;
    for (; !pieces.empty() && left >= pieces.front().iov_len; pieces = pieces.subspan(1)) {
      left -= pieces.front().iov_len;
    }
    if (left != 0) {
      // A piece was cut, which is rare: a signal has come, or the other end has closed.
      const Bytes cut{static_cast<const std::byte*>(pieces.front().iov_base), pieces.front().iov_len};
      const std::size_t finished = write_all(cut.subspan(left));
      done += finished;
      if (finished != cut.size() - left) {
        break;
      }
      pieces = pieces.subspan(1);
    }
  }
  return done;
}

}  // namespace serbench::relay
