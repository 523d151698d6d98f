#ifndef ARBITER_TESTS_SUPPORT_FREE_PORT_H_
#define ARBITER_TESTS_SUPPORT_FREE_PORT_H_

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <fstream>
#include <random>
#include <stdexcept>

namespace arbiter::testing {

// Returns a loopback port that is free now. It lies below the kernel's ephemeral ports, so that no
// outgoing connection takes it before the server binds it.
inline int FreePort() {
  constexpr int kFirst = 10'000;
  int first_ephemeral = 0;
  std::ifstream("/proc/sys/net/ipv4/ip_local_port_range") >> first_ephemeral;
  static std::mt19937 random{std::random_device()()};
  std::uniform_int_distribution<int> any(
      kFirst, first_ephemeral > kFirst + 1'000 ? first_ephemeral - 1 : 65'535);
  for (int attempt = 0; attempt < 100; ++attempt) {
    const int port = any(random);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<uint16_t>(port));
    const int socket_fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const bool bound =
        bind(socket_fd, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
    close(socket_fd);
    if (bound) return port;
  }
  throw std::runtime_error("no free port");
}

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_FREE_PORT_H_
