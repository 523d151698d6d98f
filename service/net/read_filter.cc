#include "service/net/read_filter.h"

#include <dlfcn.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <utility>

namespace arbiter {
namespace {

using FilterPtr = std::shared_ptr<ReadFilter>;

// The filters by descriptor. Never destroyed, because threads of gRPC may read until the process
// has ended.
class Filters {
 public:
  FilterPtr Get(int fd) {
    const std::lock_guard lock(MutexOf(fd));
    const FilterPtr* const filter = Of(fd);
    return filter == nullptr ? nullptr : *filter;
  }
  void Set(int fd, FilterPtr filter) {
    auto changed = std::make_unique<FilterPtr>(std::move(filter));
    const std::lock_guard lock(MutexOf(fd));
    changed.reset(std::exchange(Of(fd), changed.release()));
  }
  void Remove(int fd, const ReadFilter* filter) {
    std::unique_ptr<FilterPtr> removed;
    const std::lock_guard lock(MutexOf(fd));
    FilterPtr*& of_fd = Of(fd);
    if (of_fd != nullptr && of_fd->get() == filter) removed.reset(std::exchange(of_fd, nullptr));
  }

 private:
  static constexpr size_t kMutexes = 64;

  FilterPtr*& Of(int fd) { return of_fd_[static_cast<size_t>(fd)]; }
  std::mutex& MutexOf(int fd) { return mutexes_[static_cast<size_t>(fd) % kMutexes]; }

  std::array<std::mutex, kMutexes> mutexes_;
  // Owned; null for descriptors that have no filter. A million smart pointers would need more steps
  // of constant evaluation than compilers take.
  std::array<FilterPtr*, kMaxFilteredFds> of_fd_{};
};
constinit Filters filters;

// The filter of the TLS connections that this thread creates.
thread_local FilterPtr new_tls_filter;

// Finds OpenSSL's SSL_read(), which the one in this program replaces.
using SslRead = int(SSL*, void*, int);
SslRead* FindRealSslRead() {
  void* const found = dlsym(RTLD_NEXT, "SSL_read");
  if (found != nullptr) return reinterpret_cast<SslRead*>(found);
  std::fputs("no library defines SSL_read()\n", stderr);
  std::abort();
}

// NOLINTBEGIN(google-runtime-int): OpenSSL's callbacks take a `long`.
void AddTlsFilter(void* /*ssl*/, void* /*value*/, CRYPTO_EX_DATA* data, int index, long /*argl*/,
                  void* /*argp*/) {
  if (new_tls_filter != nullptr) CRYPTO_set_ex_data(data, index, new FilterPtr(new_tls_filter));
}

void FreeTlsFilter(void* /*ssl*/, void* value, CRYPTO_EX_DATA* /*data*/, int /*index*/,
                   long /*argl*/, void* /*argp*/) {
  delete static_cast<FilterPtr*>(value);
}

int CopyTlsFilter(CRYPTO_EX_DATA* /*to*/, const CRYPTO_EX_DATA* /*from*/, void** value,
                  int /*index*/, long /*argl*/, void* /*argp*/) {
  if (*value != nullptr) *value = new FilterPtr(*static_cast<FilterPtr*>(*value));
  return 1;
}
// NOLINTEND(google-runtime-int)

// The index of the filter in the extra data of a TLS connection.
int TlsFilterIndex() {
  static const int index =
      SSL_get_ex_new_index(0, nullptr, &AddTlsFilter, &CopyTlsFilter, &FreeTlsFilter);
  return index;
}

bool FilterAccepts(ReadFilter& filter, const msghdr& message, size_t size) {
  for (size_t i = 0; size > 0 && i < message.msg_iovlen; ++i) {
    const iovec& piece = message.msg_iov[i];
    const size_t read = std::min(piece.iov_len, size);
    if (!filter.OnRead({static_cast<const char*>(piece.iov_base), read})) return false;
    size -= read;
  }
  return true;
}

ssize_t ReceiveFiltered(int fd, msghdr* message, int flags) {
  const ssize_t size = syscall(SYS_recvmsg, fd, message, flags);
  if (size <= 0 || fd >= kMaxFilteredFds || (flags & (MSG_ERRQUEUE | MSG_PEEK)) != 0) return size;
  const FilterPtr filter = filters.Get(fd);
  if (filter == nullptr || FilterAccepts(*filter, *message, static_cast<size_t>(size))) return size;
  errno = ECONNRESET;
  return -1;
}

// A call of SSL_read().
struct TlsRead {
  ReadFilter* filter;
  bool accepted = true;
};

// Called by OpenSSL for each part of what it reads and writes; `read` is a TlsRead.
void OnTlsMessage(int is_written, int /*version*/, int content, const void* bytes, size_t /*size*/,
                  SSL* /*ssl*/, void* read) {
  // Both parts begin with a type. In TLS 1.3 the header says application data, and the type of the
  // encrypted content is the real one.
  const bool has_type = content == SSL3_RT_HEADER || content == SSL3_RT_INNER_CONTENT_TYPE;
  if (is_written != 0 || !has_type) return;
  if (*static_cast<const uint8_t*>(bytes) != SSL3_RT_HANDSHAKE) return;
  auto* const call = static_cast<TlsRead*>(read);
  if (!call->filter->OnTlsHandshakeRecord()) call->accepted = false;
}

int ReadTlsFiltered(SSL* ssl, void* buffer, int capacity) {
  static const auto read = FindRealSslRead();
  const auto* const filter = static_cast<FilterPtr*>(SSL_get_ex_data(ssl, TlsFilterIndex()));
  if (filter == nullptr) return read(ssl, buffer, capacity);
  TlsRead call = {.filter = filter->get()};
  SSL_set_msg_callback(ssl, &OnTlsMessage);
  SSL_set_msg_callback_arg(ssl, &call);
  const int size = read(ssl, buffer, capacity);
  SSL_set_msg_callback(ssl, nullptr);
  if (call.accepted && size > 0) {
    call.accepted =
        call.filter->OnRead({static_cast<const char*>(buffer), static_cast<size_t>(size)});
  }
  if (call.accepted) return size;
  // Without an error, gRPC would take -1 for a request to wait for more bytes.
  ERR_raise(ERR_LIB_SSL, ERR_R_OPERATION_FAIL);
  return -1;
}

}  // namespace

void FilterReads(int fd, std::shared_ptr<ReadFilter> filter) {
  if (fd < 0 || fd >= kMaxFilteredFds) return;
  filters.Set(fd, std::move(filter));
}

void StopFilteringReads(int fd, const ReadFilter* filter) {
  if (fd < 0 || fd >= kMaxFilteredFds) return;
  filters.Remove(fd, filter);
}

bool ReadsCanBeFiltered() {
  return dlsym(RTLD_DEFAULT, "recvmsg") == reinterpret_cast<void*>(&recvmsg) &&
         dlsym(RTLD_DEFAULT, "SSL_read") == reinterpret_cast<void*>(&SSL_read);
}

ScopedTlsReadFilter::ScopedTlsReadFilter(std::shared_ptr<ReadFilter> filter) {
  if (filter == nullptr) return;
  TlsFilterIndex();
  new_tls_filter = std::move(filter);
}

ScopedTlsReadFilter::~ScopedTlsReadFilter() { new_tls_filter = nullptr; }

}  // namespace arbiter

extern "C" {

__attribute__((visibility("default"))) ssize_t recvmsg(int fd, msghdr* message, int flags) {
  return arbiter::ReceiveFiltered(fd, message, flags);
}

__attribute__((visibility("default"))) int SSL_read(SSL* ssl, void* buf, int num) {
  return arbiter::ReadTlsFiltered(ssl, buf, num);
}

}  // extern "C"
