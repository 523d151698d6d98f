#ifndef ARBITER_SERVICE_NET_READ_FILTER_H_
#define ARBITER_SERVICE_NET_READ_FILTER_H_

#include <memory>
#include <string_view>

namespace arbiter {

// gRPC 1.51 has no hook on incoming bytes, and for some floods it is too late once it has worked on
// them. So this program defines recvmsg() and SSL_read() itself, the functions that gRPC reads
// with: they call the real ones, and pass what these return to the filter of the connection, if
// there is one. Goes with FloodFilter.
class ReadFilter {
 public:
  virtual ~ReadFilter() = default;

  // Told of what has been read, piece by piece, by one thread at a time. False if gRPC is not to
  // have it, nor anything that follows; for gRPC the connection has failed then.
  virtual bool OnRead(std::string_view bytes) = 0;
};

// Descriptors from here on get no filter; no connection has one of them (ConnectionCap()).
inline constexpr int kMaxFilteredFds = 1 << 20;

// Whether gRPC reads with the functions of this program.
bool ReadsCanBeFiltered();

// What is read from this socket passes `filter` from now on, until the descriptor gets another one
// or null. Thread-safe.
void FilterReads(int fd, std::shared_ptr<ReadFilter> filter);
// Takes `filter` from this descriptor, unless it has another one by now. Thread-safe.
void StopFilteringReads(int fd, const ReadFilter* filter);

// What comes out of TLS passes `filter`, for each TLS connection that this thread creates while
// this exists.
class ScopedTlsReadFilter {
 public:
  explicit ScopedTlsReadFilter(std::shared_ptr<ReadFilter> filter);
  ~ScopedTlsReadFilter();
  ScopedTlsReadFilter(const ScopedTlsReadFilter&) = delete;
  ScopedTlsReadFilter& operator=(const ScopedTlsReadFilter&) = delete;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_NET_READ_FILTER_H_
