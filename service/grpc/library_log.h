#ifndef ARBITER_SERVICE_GRPC_LIBRARY_LOG_H_
#define ARBITER_SERVICE_GRPC_LIBRARY_LOG_H_

#include "service/ops/log.h"

namespace arbiter {

// Redirects the messages of gRPC and Protobuf to `log`, which must outlive this object, for as long
// as this object exists. Errors of gRPC, except failed handshakes and the like, are logged as
// errors: a burst of 20, then one per second, with the number of those left out. Fatal errors of
// Protobuf are logged as errors, too. Everything else is logged at the debug level, because clients
// can cause any amount of it.
//
// A line has the place in the library's source code that the message comes from. It has the text of
// the message only if that is known to hold nothing that a client has sent: gRPC quotes headers,
// for example, which may hold keys. At most one object may exist in a process at a time.
class LibraryLog {
 public:
  explicit LibraryLog(Logger* log);
  ~LibraryLog();
  LibraryLog(const LibraryLog&) = delete;
  LibraryLog& operator=(const LibraryLog&) = delete;

  // Must be called when the level of `log` has changed.
  void UpdateLevel() const;

 private:
  const Logger& log_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_GRPC_LIBRARY_LOG_H_
