#ifndef ARBITER_SERVICE_HTTP_HTTP_RPC_H_
#define ARBITER_SERVICE_HTTP_HTTP_RPC_H_

#include <atomic>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "service/calls/rpc.h"
#include "service/http/connect_protocol.h"
#include "service/http/http_request.h"

namespace arbiter {

class HttpConnection;

// An RPC that has arrived as an HTTP request. The connection does its operations and reports their
// ends, on the thread of the door.
class HttpRpc final : public Rpc {
 public:
  HttpRpc(std::shared_ptr<HttpConnection> connection, HttpCall call);
  ~HttpRpc() override;

  std::string_view method() const override { return call_.path; }
  HeaderValues FindHeaders(std::string_view name) const override;
  Time deadline() const override { return call_.deadline; }
  const ConnectionPtr& connection() const override;
  std::vector<std::string> CertificateNames() const override;
  bool is_cancelled() const override { return cancelled_.load(std::memory_order_relaxed); }
  const Codec* codec() const override { return call_.codec; }
  ReceivedBytes TakeMessage() override;
  void Open(RpcHandler* handler) override;
  void AddInitialMetadata(std::string_view name, std::string_view value) override;
  void AddTrailingMetadata(std::string_view name, std::string_view value) override;
  bool allows_retry_after_metadata() const override { return true; }
  void StartWatch() override;
  void StartRead() override;
  void StartSendInitialMetadata() override;
  void StartWrite(std::string message, bool more_follows) override;
  void StartFinish(RpcStatus status) override;
  void StartWriteAndFinish(std::string message) override;
  void Cancel() override;

  // The following are for the connection, on its thread.

  const HttpCall& call() const { return call_; }
  const Metadata& initial_metadata() const { return initial_metadata_; }
  const Metadata& trailing_metadata() const { return trailing_metadata_; }
  // Reports that a read has ended, with this message unless it is nullptr.
  void ReportRead(std::string* message);
  void ReportWrite(bool ok);
  // Reports that the RPC is over. It may be destroyed before this returns.
  void ReportFinished() { EndOperation(); }
  // The client has gone, or the deadline has passed.
  void ReportCancelled();
  void ReportTick(Time now) { handler_->OnTick(now); }

 private:
  // Runs `operation` on the connection's thread.
  template <typename Operation>
  void Run(Operation operation);
  void EndOperation();

  // Given up when the RPC is over, because the object can outlive the door.
  std::shared_ptr<HttpConnection> connection_;
  const HttpCall call_;
  RpcHandler* handler_ = nullptr;
  std::string message_;
  Metadata initial_metadata_;
  Metadata trailing_metadata_;
  bool watching_ = false;
  std::atomic<bool> cancelled_ = false;
  // The number of pending operations. The end counts from the beginning.
  std::atomic<int> operations_ = 1;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_HTTP_HTTP_RPC_H_
