#include "service/http/http_rpc.h"

#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <utility>

#include "service/http/http_connection.h"

namespace arbiter {

HttpRpc::HttpRpc(std::shared_ptr<HttpConnection> connection, HttpCall call)
    : connection_(std::move(connection)), call_(std::move(call)) {}

HttpRpc::~HttpRpc() = default;

Rpc::HeaderValues HttpRpc::FindHeaders(std::string_view name) const {
  HeaderValues values;
  const auto [first, last] =
      call_.head.equal_range(boost::beast::string_view(name.data(), name.size()));
  for (auto header = first; header != last; ++header) {
    values.emplace_back(header->value().data(), header->value().size());
  }
  return values;
}

const ConnectionPtr& HttpRpc::connection() const { return connection_->connection(); }

std::vector<std::string> HttpRpc::CertificateNames() const {
  return connection_->CertificateNames();
}

ReceivedBytes HttpRpc::TakeMessage() { return ReceivedBytes::Own(std::move(message_)); }

void HttpRpc::Open(RpcHandler* handler) {
  handler_ = handler;
  connection_->OpenRpc(this);
}

void HttpRpc::AddInitialMetadata(std::string_view name, std::string_view value) {
  initial_metadata_.emplace_back(name, value);
}

void HttpRpc::AddTrailingMetadata(std::string_view name, std::string_view value) {
  trailing_metadata_.emplace_back(name, value);
}

template <typename Operation>
void HttpRpc::Run(Operation operation) {
  boost::asio::dispatch(connection_->executor(), std::move(operation));
}

void HttpRpc::StartWatch() {
  watching_ = true;
  if (!is_cancelled()) return;
  operations_.fetch_add(1, std::memory_order_relaxed);
  boost::asio::post(connection_->executor(), [this] {
    handler_->OnCancel();
    EndOperation();
  });
}

void HttpRpc::StartRead() {
  operations_.fetch_add(1, std::memory_order_relaxed);
  Run([this] { connection_->ReadMessage(); });
}

void HttpRpc::StartSendInitialMetadata() {
  operations_.fetch_add(1, std::memory_order_relaxed);
  Run([this] {
    connection_->SendHead();
    EndOperation();
  });
}

void HttpRpc::StartWrite(std::string message, bool /*more_follows*/) {
  operations_.fetch_add(1, std::memory_order_relaxed);
  Run([this, message = std::move(message)]() mutable {
    connection_->WriteMessage(std::move(message));
  });
}

void HttpRpc::StartFinish(RpcStatus status) {
  Run([this, status = std::move(status)] { connection_->Finish(status, nullptr); });
}

void HttpRpc::StartWriteAndFinish(std::string message) {
  Run([this, message = std::move(message)]() mutable {
    connection_->Finish(RpcStatus(), &message);
  });
}

void HttpRpc::Cancel() {
  operations_.fetch_add(1, std::memory_order_relaxed);
  Run([this] {
    connection_->CancelRpc();
    EndOperation();
  });
}

void HttpRpc::ReportRead(std::string* message) {
  if (message != nullptr) message_ = std::move(*message);
  handler_->OnReadDone(message != nullptr);
  EndOperation();
}

void HttpRpc::ReportWrite(bool ok) {
  handler_->OnWriteDone(ok);
  EndOperation();
}

void HttpRpc::ReportCancelled() {
  cancelled_.store(true, std::memory_order_relaxed);
  if (watching_) handler_->OnCancel();
}

void HttpRpc::EndOperation() {
  if (operations_.fetch_sub(1, std::memory_order_acq_rel) > 1) return;
  const std::shared_ptr<HttpConnection> connection = std::move(connection_);
  connection->ForgetRpc();
  handler_->OnDone();
}

}  // namespace arbiter
