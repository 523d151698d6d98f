#include "service/server/connection_table.h"

// The kernel's tcp_info; that of <netinet/tcp.h> ends too early.
#include <linux/tcp.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>

namespace arbiter {
namespace {

// 0 where the descriptor is closed or no socket.
ino_t SocketInode(int fd) {
  struct stat found = {};
  if (fstat(fd, &found) != 0 || !S_ISSOCK(found.st_mode)) return 0;
  return found.st_ino;
}

// 0 for what is no TCP connection.
uint64_t BytesReceived(int fd) {
  tcp_info info = {};
  socklen_t size = sizeof(info);
  return getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &size) == 0 ? info.tcpi_bytes_received : 0;
}

constexpr int kSweepShare = 20;

}  // namespace

void ConnectionTable::Add(int fd) {
  const std::lock_guard lock(mutex_);
  // What had the number before is closed.
  open_[fd] = {.inode = SocketInode(fd), .noted_bytes = 0};
}

bool ConnectionTable::HasRoom(size_t cap) {
  const std::lock_guard lock(mutex_);
  if (open_.size() < cap) return true;
  const Clock::time_point start = Clock::now();
  if (start < next_sweep_) return false;
  Sweep();
  const Clock::time_point end = Clock::now();
  next_sweep_ = end + kSweepShare * (end - start);
  return open_.size() < cap;
}

size_t ConnectionTable::Count() {
  const std::lock_guard lock(mutex_);
  Sweep();
  return open_.size();
}

size_t ConnectionTable::CountAtMost() {
  const std::lock_guard lock(mutex_);
  return open_.size();
}

void ConnectionTable::NoteTraffic() {
  const std::lock_guard lock(mutex_);
  for (auto& [fd, connection] : open_) connection.noted_bytes = BytesReceived(fd);
}

bool ConnectionTable::BreakBusiest(uint64_t at_least) {
  const std::lock_guard lock(mutex_);
  Sweep();
  int busiest = -1;
  uint64_t wanted = at_least;
  for (const auto& [fd, connection] : open_) {
    const uint64_t bytes = BytesReceived(fd);
    if (bytes < connection.noted_bytes + wanted) continue;
    busiest = fd;
    wanted = bytes - connection.noted_bytes + 1;
  }
  return busiest >= 0 && ShutDown(busiest, SHUT_RDWR);
}

void ConnectionTable::HalfClose() {
  const std::lock_guard lock(mutex_);
  Sweep();
  for (const auto& [fd, unused] : open_) ShutDown(fd, SHUT_WR);
}

bool ConnectionTable::ShutDown(int fd, int how) {
  return SocketInode(fd) == open_.at(fd).inode && shutdown(fd, how) == 0;
}

void ConnectionTable::Sweep() {
  std::erase_if(open_,
                [](const auto& entry) { return SocketInode(entry.first) != entry.second.inode; });
}

}  // namespace arbiter
