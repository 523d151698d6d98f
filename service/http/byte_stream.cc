#include "service/http/byte_stream.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <cerrno>
#include <utility>

#include "service/net/address.h"

namespace arbiter {
namespace {

namespace asio = boost::asio;
using Protocol = asio::generic::stream_protocol;
using Socket = Protocol::socket;
using boost::system::error_code;

// How much is read at once.
constexpr size_t kReadBytes = 16 * 1024;

bool HasPeerClosedSocket(int fd) {
  pollfd state = {.fd = fd, .events = POLLRDHUP, .revents = 0};
  return poll(&state, 1, 0) > 0 && (state.revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0;
}

Socket MakeSocket(Fd fd, asio::io_context* io) {
  const int family = SocketAddress::Local(fd.get()).family();
  if (family != AF_UNIX) {
    // The pieces of a stream must not wait for each other, and a client that has vanished must be
    // noticed.
    constexpr int kOn = 1;
    setsockopt(fd.get(), IPPROTO_TCP, TCP_NODELAY, &kOn, sizeof(kOn));
    setsockopt(fd.get(), SOL_SOCKET, SO_KEEPALIVE, &kOn, sizeof(kOn));
    constexpr int kIdleSeconds = 60;
    setsockopt(fd.get(), IPPROTO_TCP, TCP_KEEPIDLE, &kIdleSeconds, sizeof(kIdleSeconds));
  }
  Socket socket(*io);
  socket.assign(Protocol(family, 0), fd.get());
  fd.release();
  return socket;
}

class PlainStream final : public ByteStream {
 public:
  PlainStream(Fd fd, asio::io_context* io) : socket_(MakeSocket(std::move(fd), io)) {}

  void Open(std::function<void(bool ok)> opened) override {
    asio::post(socket_.get_executor(), [opened = std::move(opened)] { opened(true); });
  }

  // A connection that waits for a request has no buffer.
  void Read(ReadHandler handler) override {
    socket_.async_wait(Socket::wait_read, [this,
                                           handler = std::move(handler)](const error_code& error) {
      if (error) return handler(false, {});
      std::array<char, kReadBytes> bytes;
      const ssize_t count = recv(socket_.native_handle(), bytes.data(), bytes.size(), MSG_DONTWAIT);
      if (count < 0 && (errno == EAGAIN || errno == EINTR)) {
        return handler(true, {});
      }
      if (count <= 0) return handler(false, {});
      handler(true, {bytes.data(), static_cast<size_t>(count)});
    });
  }

  void Write(std::string_view bytes, WriteHandler handler) override {
    const ssize_t count =
        send(socket_.native_handle(), bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (count >= 0 || (errno != EAGAIN && errno != EINTR)) {
      asio::post(socket_.get_executor(), [count, handler = std::move(handler)] {
        handler(count >= 0, count >= 0 ? static_cast<size_t>(count) : 0);
      });
      return;
    }
    socket_.async_wait(Socket::wait_write, [handler = std::move(handler)](const error_code& error) {
      handler(!error, 0);
    });
  }

  bool HasPeerClosed() override { return HasPeerClosedSocket(socket_.native_handle()); }

  void EndWriting() override {
    error_code ignored;
    socket_.shutdown(Socket::shutdown_send, ignored);
  }

  void Close() override {
    error_code ignored;
    socket_.close(ignored);
  }

 private:
  Socket socket_;
};

// Returns the names of a certificate: its alternative names or, if it has none, its common name.
std::string TextOf(const ASN1_STRING* text) {
  return {reinterpret_cast<const char*>(ASN1_STRING_get0_data(text)),
          static_cast<size_t>(ASN1_STRING_length(text))};
}

// Returns an IP address as a text; empty if it is none.
std::string AddressText(const ASN1_OCTET_STRING* address) {
  std::array<char, INET6_ADDRSTRLEN> text = {};
  const int family = ASN1_STRING_length(address) == 4 ? AF_INET : AF_INET6;
  if (family == AF_INET6 && ASN1_STRING_length(address) != 16) return "";
  if (inet_ntop(family, ASN1_STRING_get0_data(address), text.data(), text.size()) == nullptr) {
    return "";
  }
  return text.data();
}

std::vector<std::string> NamesOf(X509* certificate) {
  std::vector<std::string> names;
  auto* const alternatives = static_cast<GENERAL_NAMES*>(
      X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr));
  const int count = alternatives == nullptr ? 0 : sk_GENERAL_NAME_num(alternatives);
  for (int i = 0; i < count; ++i) {
    const GENERAL_NAME* const name = sk_GENERAL_NAME_value(alternatives, i);
    if (name->type == GEN_DNS || name->type == GEN_EMAIL || name->type == GEN_URI) {
      names.push_back(TextOf(name->d.ia5));
    } else if (name->type == GEN_IPADD) {
      names.push_back(AddressText(name->d.iPAddress));
    }
  }
  GENERAL_NAMES_free(alternatives);
  if (count > 0) return names;
  X509_NAME* const subject = X509_get_subject_name(certificate);
  const int index = X509_NAME_get_index_by_NID(subject, NID_commonName, -1);
  if (index >= 0) {
    names.push_back(TextOf(X509_NAME_ENTRY_get_data(X509_NAME_get_entry(subject, index))));
  }
  return names;
}

class TlsStream final : public ByteStream {
 public:
  TlsStream(Fd fd, asio::io_context* io, std::shared_ptr<asio::ssl::context> context)
      : context_(std::move(context)), stream_(MakeSocket(std::move(fd), io), *context_) {}

  void Open(std::function<void(bool ok)> opened) override {
    stream_.async_handshake(
        asio::ssl::stream_base::server,
        [opened = std::move(opened)](const error_code& error) { opened(!error); });
  }

  void Read(ReadHandler handler) override {
    stream_.async_read_some(asio::buffer(input_), [this, handler = std::move(handler)](
                                                      const error_code& error, size_t bytes) {
      handler(!error, {input_.data(), error ? 0 : bytes});
    });
  }

  void Write(std::string_view bytes, WriteHandler handler) override {
    stream_.async_write_some(
        asio::buffer(bytes.data(), bytes.size()),
        [handler = std::move(handler)](const error_code& error, size_t written) {
          handler(!error, written);
        });
  }

  // HTTP says where the last response ends, so the client needs no notification of TLS.
  bool HasPeerClosed() override {
    return HasPeerClosedSocket(stream_.lowest_layer().native_handle());
  }

  void EndWriting() override {
    error_code ignored;
    stream_.next_layer().shutdown(Socket::shutdown_send, ignored);
  }

  void Close() override {
    error_code ignored;
    stream_.next_layer().close(ignored);
  }

  std::vector<std::string> CertificateNames() const override {
    SSL* const ssl = const_cast<asio::ssl::stream<Socket>&>(stream_).native_handle();
    X509* const certificate = SSL_get1_peer_certificate(ssl);
    if (certificate == nullptr || SSL_get_verify_result(ssl) != X509_V_OK) {
      X509_free(certificate);
      return {};
    }
    std::vector<std::string> names = NamesOf(certificate);
    X509_free(certificate);
    return names;
  }

 private:
  const std::shared_ptr<asio::ssl::context> context_;
  asio::ssl::stream<Socket> stream_;
  std::array<char, 8 * 1024> input_;
};

// Accepts HTTP/1.1 if the client offers it.
int SelectProtocol(SSL* /*ssl*/, const unsigned char** selected, unsigned char* selected_size,
                   const unsigned char* offered, unsigned int offered_size, void* /*unused*/) {
  static constexpr unsigned char kHttp[] = "\x08http/1.1";
  unsigned char* found = nullptr;
  const int result =
      SSL_select_next_proto(&found, selected_size, kHttp, sizeof(kHttp) - 1, offered, offered_size);
  *selected = found;
  return result == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL;
}

std::shared_ptr<asio::ssl::context> MakeContext(const TlsFiles& files) {
  auto context = std::make_shared<asio::ssl::context>(asio::ssl::context::tls_server);
  SSL_CTX* const ssl = context->native_handle();
  SSL_CTX_set_min_proto_version(ssl, TLS1_2_VERSION);
  SSL_CTX_set_options(ssl, SSL_OP_NO_RENEGOTIATION);
  SSL_CTX_set_mode(ssl, SSL_MODE_RELEASE_BUFFERS);
  // Each connection has a full handshake, with the certificates that are valid now.
  SSL_CTX_set_options(ssl, SSL_OP_NO_TICKET);
  SSL_CTX_set_session_cache_mode(ssl, SSL_SESS_CACHE_OFF);
  constexpr unsigned char kContext[] = "arbiter";
  SSL_CTX_set_session_id_context(ssl, kContext, sizeof(kContext) - 1);
  SSL_CTX_set_alpn_select_cb(ssl, &SelectProtocol, nullptr);
  // ReadTlsFiles() has checked the files.
  error_code ignored;
  context->use_certificate_chain(asio::buffer(files.certificate_chain), ignored);
  context->use_private_key(asio::buffer(files.private_key), asio::ssl::context::pem, ignored);
  if (!files.client_ca.empty()) {
    context->add_certificate_authority(asio::buffer(files.client_ca), ignored);
    context->set_verify_mode(asio::ssl::verify_peer | asio::ssl::verify_fail_if_no_peer_cert,
                             ignored);
  }
  return context;
}

}  // namespace

struct TlsContexts::Current {
  std::shared_ptr<const TlsFiles> files;
  std::shared_ptr<asio::ssl::context> context;
};

TlsContexts::TlsContexts(std::shared_ptr<const Tls> tls) : tls_(std::move(tls)) {}

TlsContexts::~TlsContexts() = default;

std::unique_ptr<ByteStream> TlsContexts::MakeStream(Fd fd, asio::io_context* io) {
  if (tls_ == nullptr) return std::make_unique<PlainStream>(std::move(fd), io);
  std::shared_ptr<const TlsFiles> files = tls_->files();
  if (current_ == nullptr || current_->files != files) {
    current_ = std::make_shared<Current>(Current{files, MakeContext(*files)});
  }
  return std::make_unique<TlsStream>(std::move(fd), io, current_->context);
}

}  // namespace arbiter
