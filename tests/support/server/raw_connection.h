#ifndef ARBITER_TESTS_SUPPORT_SERVER_RAW_CONNECTION_H_
#define ARBITER_TESTS_SUPPORT_SERVER_RAW_CONNECTION_H_

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "service/net/fd.h"
#include "tests/support/frames.h"

namespace arbiter::testing {

// A connection to a server whose bytes the test writes itself, for what no client does.
class RawConnection {
 public:
  // Connects from `source`, an IPv4 address of this machine; empty: from any.
  explicit RawConnection(const std::string& address, const std::string& source = "");

  // Whether there was somebody to connect to.
  bool connected() const { return connected_; }
  // Sends HTTP/2's first bytes; whether the server answers them in time.
  bool Greet(std::chrono::milliseconds timeout);
  // Whether all of it was taken in time.
  bool Send(std::string_view bytes,
            std::chrono::milliseconds timeout = std::chrono::milliseconds(5000));
  // Sends what fits without waiting and returns how many bytes that were; -1 if the connection has
  // ended.
  ssize_t SendSome(std::string_view bytes);
  // What there is, of at most 64 KiB, as soon as there is something; empty at the end of the time
  // and of the connection.
  std::string Receive(std::chrono::milliseconds timeout);
  // Whether the server closes it in time.
  bool EndsWithin(std::chrono::milliseconds timeout);

  // The socket, for poll() and recv(); it belongs to this object.
  int socket() const { return fd_.get(); }
  // Hands the socket over to the caller, who closes it.
  int Release() { return fd_.release(); }

 private:
  Fd fd_;
  bool connected_ = false;
};

// A field of HPACK (RFC 7541, 6.2.2), not to be remembered; one to be remembered (6.2.1).
std::string Field(std::string_view name, std::string_view value, bool indexed = false);
// The header fields of a gRPC call of a method of RulesService.
std::string CallFields(std::string_view method);
// The header fields of a gRPC call of a path such as `/grpc.health.v1.Health/Watch`. If they are
// `indexed` and the first header block of a connection, kSameCallFields repeats them.
std::string PathFields(std::string_view path, bool indexed = false);
inline constexpr std::string_view kSameCallFields = "\xc3\xc2\xc1\xc0\xbf\xbe";
// A message with gRPC's prefix.
std::string Message(std::string_view bytes);

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_SERVER_RAW_CONNECTION_H_
