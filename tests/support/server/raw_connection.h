#ifndef ARBITER_TESTS_SUPPORT_SERVER_RAW_CONNECTION_H_
#define ARBITER_TESTS_SUPPORT_SERVER_RAW_CONNECTION_H_

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "service/net/fd.h"
#include "tests/support/frames.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {

// A connection on which the test writes every byte itself, to behave as no client library does.
class RawConnection {
 public:
  // Connects from `source`, an IPv4 address of this machine, or from any address if it is empty.
  explicit RawConnection(const std::string& address, const std::string& source = "");

  // Whether the connection was established.
  bool connected() const { return connected_; }
  // Sends the HTTP/2 connection preface and returns whether the server answers it in time.
  bool SendPreface(std::chrono::milliseconds timeout = kPatience);
  // Sends all of `bytes` and returns whether that succeeded in time.
  bool Send(std::string_view bytes, std::chrono::milliseconds timeout = kPatience);
  // Sends as many bytes as possible without blocking and returns their number; -1 if the connection
  // has ended.
  ssize_t SendSome(std::string_view bytes);
  // Waits for bytes and returns up to 64 KiB of them; empty after the timeout or at the end of the
  // connection.
  std::string Receive(std::chrono::milliseconds timeout = kPatience);
  // Returns whether the server closes the connection in time.
  bool ClosesWithin(std::chrono::milliseconds timeout);

  // Returns the socket, for poll() and recv(). This object still owns it.
  int socket() const { return fd_.get(); }
  // Hands the socket over to the caller, who closes it.
  int Release() { return fd_.release(); }

 private:
  Fd fd_;
  bool connected_ = false;
};

// Encodes a header field in HPACK: with incremental indexing (RFC 7541, 6.2.1) if `indexed`,
// otherwise without indexing (6.2.2).
std::string Field(std::string_view name, std::string_view value, bool indexed = false);
// Returns the header fields of a gRPC call of a method of RulesService.
std::string CallFields(std::string_view method);
// Returns the header fields of a gRPC call of a path such as `/grpc.health.v1.Health/Watch`. If
// they are `indexed` and are the first header block of a connection, kSameCallFields repeats them
// in six bytes.
std::string PathFields(std::string_view path, bool indexed = false);
inline constexpr std::string_view kSameCallFields = "\xc3\xc2\xc1\xc0\xbf\xbe";
// Returns a gRPC message: `bytes` after their length prefix.
std::string Message(std::string_view bytes);

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_SERVER_RAW_CONNECTION_H_
