#ifndef ARBITER_SERVICE_NET_READ_FILTER_H_
#define ARBITER_SERVICE_NET_READ_FILTER_H_

#include <memory>
#include <string_view>

namespace arbiter {

// Sees the bytes of a connection before gRPC does.
//
// gRPC 1.51 has no hook for incoming bytes, and for some floods it is too late once gRPC has
// processed them. Therefore this program defines recvmsg() and SSL_read(), with which gRPC reads.
// They call the real functions and pass the bytes to the filter of the connection, if there is one.
// All this can be removed together with FloodFilter.
class ReadFilter {
 public:
  virtual ~ReadFilter() = default;

  // Receives the bytes that were read, in pieces. Called by one thread at a time. If this returns
  // false, gRPC gets neither these bytes nor any that follow, as if the connection had failed.
  virtual bool OnRead(std::string_view bytes) = 0;

  // Receives a TLS record of the handshake protocol that follows the handshake, such as a key
  // update. Returns what OnRead() returns, and is called by the same thread.
  virtual bool OnTlsHandshakeRecord() = 0;
};

// Descriptors from this number on have no filter. No connection has such a descriptor
// (ConnectionCap()).
inline constexpr int kMaxFilteredFds = 1 << 20;

// Whether gRPC really calls the functions that this program defines.
bool ReadsCanBeFiltered();

// Passes all bytes that are read from this socket to `filter`, until another filter or nullptr is
// set for the descriptor. Thread-safe.
void FilterReads(int fd, std::shared_ptr<ReadFilter> filter);
// Removes `filter` from the descriptor, unless the descriptor has another filter by now.
// Thread-safe.
void StopFilteringReads(int fd, const ReadFilter* filter);

// Attaches `filter` to each TLS connection that this thread creates during the object's lifetime;
// the filter sees the decrypted bytes. Does nothing if the filter is nullptr.
class ScopedTlsReadFilter {
 public:
  explicit ScopedTlsReadFilter(std::shared_ptr<ReadFilter> filter);
  ~ScopedTlsReadFilter();
  ScopedTlsReadFilter(const ScopedTlsReadFilter&) = delete;
  ScopedTlsReadFilter& operator=(const ScopedTlsReadFilter&) = delete;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_NET_READ_FILTER_H_
