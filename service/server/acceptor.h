#ifndef ARBITER_SERVICE_SERVER_ACCEPTOR_H_
#define ARBITER_SERVICE_SERVER_ACCEPTOR_H_

#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "service/server/connection_table.h"
#include "service/server/fd.h"
#include "service/server/listen_sockets.h"
#include "service/server/socket_address.h"

namespace arbiter {

// Accepts connections in gRPC's place, whose own listener in version 1.51 never accepts again once
// descriptors ran out (CVE-2023-4785), and knows no cap. Without descriptors it waits and
// tries again; over the cap a connection is closed at once.
class Acceptor {
 public:
  // Takes a connection over, non-blocking; called by one thread.
  using Handler = std::function<void(int fd)>;

  // Clients can connect from now on, and wait for Start(). `refused` is called for each connection
  // over the cap.
  Acceptor(ListenSockets sockets, size_t max_connections, Handler handler,
           std::function<void()> refused);
  // As Stop().
  ~Acceptor();
  Acceptor(const Acceptor&) = delete;
  Acceptor& operator=(const Acceptor&) = delete;

  void Start();
  // Closes the sockets that listen; connections are left alone.
  void Stop();

  int port() const { return port_; }
  // Where this host reaches it.
  const SocketAddress& target() const { return target_; }
  // Those handed over.
  ConnectionTable& connections() { return table_; }

  // From now on a connection from there gets in above the cap.
  void Welcome(const SocketAddress& source);

 private:
  void Run();
  // Takes what waits on a socket; false where descriptors or memory are lacking.
  bool AcceptFrom(int socket);
  void Admit(Fd connection);
  bool IsWelcome(int connection);

  std::optional<ListenSockets> sockets_;
  const size_t max_connections_;
  const Handler handler_;
  const std::function<void()> refused_;
  const int port_;
  const SocketAddress target_;
  ConnectionTable table_;
  std::mutex mutex_;
  SocketAddress welcome_;
  // Readable once it is to stop.
  Fd stop_;
  std::thread thread_;
};

// How many connections a process may have, of `wanted`: as many as descriptors are allowed, less
// those that the rest of it needs. Raises the limit to what the system allows.
size_t ConnectionCap(size_t wanted);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_SERVER_ACCEPTOR_H_
