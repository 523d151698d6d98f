#ifndef ARBITER_SERVICE_CALLS_RPC_H_
#define ARBITER_SERVICE_CALLS_RPC_H_

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "service/net/connections.h"

// The seam between the doors of the service, such as gRPC, and its calls: a door implements Rpc,
// and a call implements RpcHandler.
namespace arbiter {

// The server's reactions to the events of an RPC. The door makes all of these calls from one
// thread, one at a time. That thread serves many RPCs, so the calls must neither block nor compute
// for long.
class RpcHandler {
 public:
  using Time = std::chrono::steady_clock::time_point;

  virtual ~RpcHandler() = default;

  // Called when a read has ended: with a message, which Rpc::TakeMessage() returns, or without one
  // because the client has half-closed or the RPC is over.
  virtual void OnReadDone(bool has_message) = 0;
  // Called when a write has ended. If `ok` is false, nothing can reach the client any more.
  virtual void OnWriteDone(bool ok) = 0;
  // Called before OnDone() if the client has cancelled the RPC, its connection is lost, or its
  // deadline has passed, provided that Rpc::StartWatch() was called before the end.
  virtual void OnCancel() = 0;
  // Called every Rpc::kTick while the RPC is open.
  virtual void OnTick(Time now) = 0;
  // Called last, when the RPC is over and all of its operations have ended.
  virtual void OnDone() = 0;
};

// How an RPC ends.
struct RpcStatus {
  absl::StatusCode code = absl::StatusCode::kOk;
  std::string message = {};
  // A serialised google.rpc.Status; empty if there is none.
  std::string details = {};
};

// The contiguous bytes of a received message, in memory of the door.
class ReceivedBytes {
 public:
  using Release = void (*)(void* memory);

  // `bytes` are part of `memory`, which `release` frees.
  ReceivedBytes(std::string_view bytes, void* memory, Release release)
      : bytes_(bytes), memory_(memory, release) {}

  std::string_view view() const { return bytes_; }

  // Takes ownership of bytes that no door has received.
  static ReceivedBytes Own(std::string bytes) {
    auto* const owned = new std::string(std::move(bytes));
    return {*owned, owned, [](void* memory) { delete static_cast<std::string*>(memory); }};
  }

 private:
  std::string_view bytes_;
  std::unique_ptr<void, Release> memory_;
};

// Converts the messages of one method between Protobuf's wire format and another form, in which the
// client sends and receives them. Takes time in proportion to their size, so long messages must be
// converted in a turn of the client. Thread-safe.
class Codec {
 public:
  virtual ~Codec() = default;

  // Returns the request with this body in the wire format. The error of a body that is not valid is
  // BAD_FIELD, at the path of the field if it is known. The result has at most about four times the
  // size of the body.
  virtual absl::StatusOr<std::string> ToWire(std::string_view body) const = 0;
  // Returns the body of a response, which must be valid.
  virtual std::string FromWire(std::string_view response) const = 0;
};

// One RPC, from its headers to its end. Any thread may start a read, a write or the end, whose
// completion is reported to the handler. At most one read and one write may be pending at a time,
// and nothing may be started after the end.
class Rpc {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // The interval of RpcHandler::OnTick().
  static constexpr std::chrono::milliseconds kTick{50};

  virtual ~Rpc() = default;
  Rpc(const Rpc&) = delete;
  Rpc& operator=(const Rpc&) = delete;

  // The path of the method, such as `/arbiter.v1.RulesService/LegalMoves`.
  virtual std::string_view method() const = 0;
  // The values of the headers with this name, in lower case, in the order in which they arrived.
  using HeaderValues = absl::InlinedVector<std::string_view, 1>;
  virtual HeaderValues FindHeaders(std::string_view name) const = 0;
  // The time by which the client wants the RPC to have ended; Time::max() if it has not set any.
  virtual Time deadline() const = 0;
  // The connection on which the RPC has arrived; never nullptr.
  virtual const ConnectionPtr& connection() const = 0;
  // The names in the client's certificate, if TLS has verified it; otherwise empty.
  virtual std::vector<std::string> CertificateNames() const = 0;

  // Whether OnCancel() has been called. Thread-safe.
  virtual bool is_cancelled() const = 0;

  // Converts the messages of the RPC, which are in the form of the client; nullptr if that is the
  // wire format.
  virtual const Codec* codec() const { return nullptr; }

  // Returns the message that was read last. Must be called at most once for each message.
  virtual ReceivedBytes TakeMessage() = 0;

  // From now on, reports to `handler`, which must outlive the RPC. Must be called once, before the
  // door gets control back.
  virtual void Open(RpcHandler* handler) = 0;

  // Adds a header to the initial or the trailing metadata, before it is sent. Both texts must
  // outlive the RPC.
  virtual void AddInitialMetadata(std::string_view name, std::string_view value) = 0;
  virtual void AddTrailingMetadata(std::string_view name, std::string_view value) = 0;
  // Whether clients may retry an RPC that has failed after it has sent initial metadata.
  virtual bool allows_retry_after_metadata() const { return false; }

  // Reports OnCancel() from now on, which may cost one more operation. Whether or not an RPC is
  // watched, a pending read ends when the RPC is cancelled. Must be called by the thread that calls
  // the handler, at most once.
  virtual void StartWatch() = 0;
  virtual void StartRead() = 0;
  // Sends the initial metadata, which otherwise goes out with the first message or the status. The
  // completion of this operation is not reported.
  virtual void StartSendInitialMetadata() = 0;
  // Sends a message. If `more_follows`, the door may hold it back until the next one.
  virtual void StartWrite(std::string message, bool more_follows) = 0;
  // Ends the RPC. No write may be pending. Only OnDone() is reported.
  virtual void StartFinish(RpcStatus status) = 0;
  // Like StartFinish() with OK, but first sends a last message.
  virtual void StartWriteAndFinish(std::string message) = 0;
  // Cancels the RPC, as if the client had done so.
  virtual void Cancel() = 0;

 protected:
  Rpc() = default;
};

// Takes ownership of an RPC that has arrived at a door: calls Rpc::Open() and keeps the RPC alive
// until OnDone().
using AcceptRpc = std::function<void(std::unique_ptr<Rpc> rpc)>;

// Converts a received message to the wire format, unless `codec` is nullptr.
inline absl::Status DecodeMessage(const Codec* codec, ReceivedBytes* message) {
  if (codec == nullptr) return absl::OkStatus();
  absl::StatusOr<std::string> wire = codec->ToWire(message->view());
  if (!wire.ok()) return wire.status();
  *message = ReceivedBytes::Own(*std::move(wire));
  return absl::OkStatus();
}
// Converts a message to the form of the client, unless `codec` is nullptr.
inline std::string EncodeMessage(const Codec* codec, std::string message) {
  return codec == nullptr ? std::move(message) : codec->FromWire(message);
}

// The handler of an RPC that owns itself until the door has nothing more to report.
class SelfOwnedRpc : public RpcHandler, public std::enable_shared_from_this<SelfOwnedRpc> {
 public:
  void OnDone() override { const std::shared_ptr<SelfOwnedRpc> self = std::move(self_); }

 protected:
  explicit SelfOwnedRpc(std::unique_ptr<Rpc> rpc) : rpc_(std::move(rpc)) {}

  // Makes a handler that owns itself, and opens and watches its RPC.
  template <typename Handler, typename... Args>
  static std::shared_ptr<Handler> Open(Args&&... args) {
    auto handler = OpenUnwatched<Handler>(std::forward<Args>(args)...);
    handler->rpc_->StartWatch();
    return handler;
  }
  // Like Open(), but does not watch the RPC.
  template <typename Handler, typename... Args>
  static std::shared_ptr<Handler> OpenUnwatched(Args&&... args) {
    auto handler = std::make_shared<Handler>(std::forward<Args>(args)...);
    handler->self_ = handler;
    handler->rpc_->Open(handler.get());
    return handler;
  }

  // Returns an owner of this handler, which must be a `Handler`.
  template <typename Handler>
  std::shared_ptr<Handler> Shared() {
    return std::static_pointer_cast<Handler>(shared_from_this());
  }

  Rpc& rpc() { return *rpc_; }

 private:
  const std::unique_ptr<Rpc> rpc_;
  std::shared_ptr<SelfOwnedRpc> self_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_RPC_H_
