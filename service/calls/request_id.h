#ifndef ARBITER_SERVICE_CALLS_REQUEST_ID_H_
#define ARBITER_SERVICE_CALLS_REQUEST_ID_H_

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

namespace arbiter {

// Gives every call a name by which its log line is found. Thread-safe.
class RequestIds {
 public:
  RequestIds();

  // `wanted` where it is 1 to 128 printable ASCII characters without blanks,
  // else a new id, unique over processes.
  std::string Choose(std::string_view wanted);

 private:
  const std::string prefix_;
  std::atomic<uint64_t> next_ = 1;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_REQUEST_ID_H_
