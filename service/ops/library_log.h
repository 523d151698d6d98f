#ifndef ARBITER_SERVICE_OPS_LIBRARY_LOG_H_
#define ARBITER_SERVICE_OPS_LIBRARY_LOG_H_

#include "service/ops/log.h"

namespace arbiter {

// While it lives, what gRPC and Protobuf have to say goes to `log`: gRPC's errors as errors, one a
// second after the first 20, with how many were left out; the rest, of which callers can cause any
// amount, at debug. At most one at a time in a process.
class LibraryLog {
 public:
  explicit LibraryLog(Logger* log);
  ~LibraryLog();
  LibraryLog(const LibraryLog&) = delete;
  LibraryLog& operator=(const LibraryLog&) = delete;

  // The level of `log` has changed.
  void FollowLevel() const;

 private:
  const Logger& log_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_OPS_LIBRARY_LOG_H_
