#ifndef ARBITER_SERVICE_NET_FD_H_
#define ARBITER_SERVICE_NET_FD_H_

#include <unistd.h>

#include <utility>

namespace arbiter {

// Owns a file descriptor and closes it on destruction. -1 stands for none.
class Fd {
 public:
  Fd() = default;
  explicit Fd(int number) : number_(number) {}
  Fd(Fd&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Fd& operator=(Fd&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Fd() {
    if (number_ >= 0) close(number_);
  }

  int get() const { return number_; }
  // Gives up ownership: the caller must close the descriptor.
  int release() { return std::exchange(number_, -1); }
  explicit operator bool() const { return number_ >= 0; }

 private:
  int number_ = -1;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_NET_FD_H_
