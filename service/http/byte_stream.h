#ifndef ARBITER_SERVICE_HTTP_BYTE_STREAM_H_
#define ARBITER_SERVICE_HTTP_BYTE_STREAM_H_

#include <boost/asio/io_context.hpp>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "service/net/fd.h"
#include "service/net/tls.h"

namespace arbiter {

// The bytes of a connection, with or without TLS. All functions must be called by the thread that
// runs the `io_context`, which also calls the handlers, never within the function that took them.
class ByteStream {
 public:
  // Is told what has been read; `ok` is false if nothing more can be read. The bytes are valid
  // during the call.
  using ReadHandler = std::function<void(bool ok, std::string_view bytes)>;
  // Is told how many bytes were written; `ok` is false if nothing more can be written.
  using WriteHandler = std::function<void(bool ok, size_t bytes)>;

  virtual ~ByteStream() = default;

  // Makes the stream ready for reading and writing.
  virtual void Open(std::function<void(bool ok)> opened) = 0;
  // Reads some bytes. At most one read may be pending.
  virtual void Read(ReadHandler handler) = 0;
  // Writes some of the bytes, which must stay valid until then. At most one write may be pending.
  virtual void Write(std::string_view bytes, WriteHandler handler) = 0;
  // Sends nothing more. Reading goes on.
  virtual void EndWriting() = 0;
  // Ends all pending operations, whose handlers are still called, and closes the connection.
  virtual void Close() = 0;
  // Whether the client has closed its side. Needed while no read is pending, which would say so.
  virtual bool HasPeerClosed() = 0;
  // The names in the client's certificate, if it has been verified: its alternative names or, if it
  // has none of any kind, its common name, as for calls through gRPC.
  virtual std::vector<std::string> CertificateNames() const { return {}; }
};

// The TLS settings of new connections, from the files of a Tls. Used by one thread.
class TlsContexts {
 public:
  // `tls` is nullptr if connections are not encrypted.
  explicit TlsContexts(std::shared_ptr<const Tls> tls);
  ~TlsContexts();

  // Returns the stream of a connection.
  std::unique_ptr<ByteStream> MakeStream(Fd fd, boost::asio::io_context* io);

 private:
  struct Current;

  const std::shared_ptr<const Tls> tls_;
  std::shared_ptr<Current> current_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_HTTP_BYTE_STREAM_H_
