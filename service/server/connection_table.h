#ifndef ARBITER_SERVICE_SERVER_CONNECTION_TABLE_H_
#define ARBITER_SERVICE_SERVER_CONNECTION_TABLE_H_

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <unordered_map>

namespace arbiter {

// Which connections are open, of those handed to gRPC, which closes them without a word. A
// descriptor still is the connection while it names the same socket. Thread-safe.
class ConnectionTable {
 public:
  void Add(int fd);

  // Whether fewer than `cap` are open. Looks only when as many as that may be, and then for at most
  // a twentieth of the time: between two looks the answer is that of the last.
  bool HasRoom(size_t cap);
  // How many are open; looks at each.
  size_t Count();

  // No more than so many are open; looks at none.
  size_t CountAtMost();

  // Sends the end of the stream on each.
  void HalfClose();

  // Notes how much each has brought.
  void NoteTraffic();
  // Breaks off the one that has brought most since the last NoteTraffic(), or since it is there.
  // False where none has brought `at_least` bytes; Unix sockets count nothing.
  bool BreakBusiest(uint64_t at_least);

 private:
  using Clock = std::chrono::steady_clock;

  struct Connection {
    // Of its socket.
    ino_t inode = 0;
    // At the last NoteTraffic().
    uint64_t noted_bytes = 0;
  };

  // Looks once more whether the descriptor still is the connection.
  bool ShutDown(int fd, int how);
  void Sweep();

  std::mutex mutex_;
  std::unordered_map<int, Connection> open_;
  Clock::time_point next_sweep_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_SERVER_CONNECTION_TABLE_H_
