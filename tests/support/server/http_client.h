#ifndef ARBITER_TESTS_SUPPORT_SERVER_HTTP_CLIENT_H_
#define ARBITER_TESTS_SUPPORT_SERVER_HTTP_CLIENT_H_

#include <chrono>
#include <map>
#include <string>
#include <string_view>

#include "tests/support/server/raw_connection.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {

// A response of HTTP/1.1.
struct HttpResponse {
  // 0 if the connection ended before the response was complete.
  int status = 0;
  // The headers, by their name in lower case.
  std::map<std::string, std::string> headers = {};
  // The body, without chunks.
  std::string body = {};
};

// A connection to a server of HTTP/1.1, on which the test writes every byte itself.
class HttpClient {
 public:
  explicit HttpClient(const std::string& address) : connection_(address) {}

  // Sends bytes as they are.
  bool Send(std::string_view bytes) { return connection_.Send(bytes); }
  // Receives the next response. `is_head` tells whether it answers HEAD.
  HttpResponse Receive(bool is_head = false, std::chrono::milliseconds timeout = kPatience);
  // Receives a piece of a response that has not ended; empty at the end of the connection.
  std::string ReceiveSome(std::chrono::milliseconds timeout = kPatience) {
    return connection_.Receive(timeout);
  }
  bool ClosesWithin(std::chrono::milliseconds timeout) { return connection_.ClosesWithin(timeout); }
  RawConnection& connection() { return connection_; }

  // Sends a POST with a JSON body and receives the response. `headers` are further lines, each with
  // its line break.
  HttpResponse Post(std::string_view path, std::string_view body, std::string_view headers = "");
  HttpResponse Get(std::string_view target, std::string_view headers = "");

 private:
  // Receives more bytes. Returns false at the end of the connection, or after `timeout`.
  bool Fill(std::chrono::milliseconds timeout);

  RawConnection connection_;
  // What has been received and not been parsed.
  std::string input_;
};

// Returns a POST of a method of RulesService, as bytes.
std::string PostBytes(std::string_view path, std::string_view body, std::string_view headers = "");

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_SERVER_HTTP_CLIENT_H_
