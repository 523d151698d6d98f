#ifndef ARBITER_SERVICE_HTTP_HTTP_DOOR_H_
#define ARBITER_SERVICE_HTTP_HTTP_DOOR_H_

#include <atomic>
#include <chrono>
#include <memory>

#include "service/calls/rpc.h"
#include "service/http/http_site.h"
#include "service/limits.h"
#include "service/net/connections.h"
#include "service/net/fd.h"
#include "service/net/tls.h"

namespace arbiter {

// The door for HTTP/1.1: accepts calls that speak Connect, in JSON or in Protobuf's wire format,
// and shows pages about them. One thread does the input and output of all connections.
class HttpDoor {
 public:
  // How often the thread proves that it is not stuck.
  static constexpr std::chrono::milliseconds kHeartbeat{10};

  struct Options {
    HttpSite::Options site = {};
    // nullptr if connections are not encrypted.
    std::shared_ptr<const Tls> tls = nullptr;
  };

  // `limits` must outlive the door. `accept` begins the calls.
  HttpDoor(Options options, const Limits* limits, AcceptRpc accept);
  // Calls Shutdown().
  ~HttpDoor();
  HttpDoor(const HttpDoor&) = delete;
  HttpDoor& operator=(const HttpDoor&) = delete;

  // Starts the thread.
  void Start();
  // Serves a connection, which is non-blocking. Thread-safe.
  void Serve(Fd fd, ConnectionPtr connection);
  // From now on, connections are closed after their next response. Thread-safe.
  void BeginDrain();
  // Closes all connections, which cancels their calls, and waits until these are over.
  void Shutdown();

  // The time of the thread's last heartbeat. Thread-safe.
  std::chrono::steady_clock::time_point last_heartbeat() const { return last_heartbeat_.load(); }

 private:
  class Loop;

  std::atomic<std::chrono::steady_clock::time_point> last_heartbeat_;
  std::unique_ptr<Loop> loop_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_HTTP_HTTP_DOOR_H_
