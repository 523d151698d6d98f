// Offers Connect's ConformanceService through the door for HTTP: a server whose requests say how it
// answers them. It prints its address, and serves until its input ends.
//
//   conformance_server MAX_MESSAGE_BYTES
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "connectrpc/conformance/v1/service.pb.h"
#include "google/rpc/status.pb.h"
#include "service/calls/rpc.h"
#include "service/http/http_door.h"
#include "service/http/http_rpc.h"
#include "service/net/acceptor.h"

namespace arbiter {
namespace {

using connectrpc::conformance::v1::ConformancePayload;
using connectrpc::conformance::v1::Header;
using connectrpc::conformance::v1::IdempotentUnaryRequest;
using connectrpc::conformance::v1::IdempotentUnaryResponse;
using connectrpc::conformance::v1::ServerStreamRequest;
using connectrpc::conformance::v1::ServerStreamResponse;
using connectrpc::conformance::v1::UnaryRequest;
using connectrpc::conformance::v1::UnaryResponse;
using RequestInfo = ConformancePayload::RequestInfo;
using ConformanceError = connectrpc::conformance::v1::Error;
using Headers = google::protobuf::RepeatedPtrField<Header>;

// Returns the serialised answer of this type.
template <typename Response>
std::string MakeResponse(const std::string& data, const RequestInfo* info) {
  Response response;
  response.mutable_payload()->set_data(data);
  if (info != nullptr) *response.mutable_payload()->mutable_request_info() = *info;
  return response.SerializeAsString();
}

RpcStatus ToRpcStatus(const ConformanceError& error, const RequestInfo* info) {
  google::rpc::Status status;
  status.set_code(error.code());
  status.set_message(error.message());
  *status.mutable_details() = error.details();
  if (info != nullptr) status.add_details()->PackFrom(*info);
  return {.code = static_cast<absl::StatusCode>(error.code()),
          .message = error.message(),
          .details = status.SerializeAsString()};
}

// One call, whose request says how it is answered.
class ConformanceCall final : public SelfOwnedRpc {
 public:
  explicit ConformanceCall(std::unique_ptr<Rpc> rpc) : SelfOwnedRpc(std::move(rpc)) {}

  static void Start(std::unique_ptr<Rpc> rpc) {
    Open<ConformanceCall>(std::move(rpc))->rpc().StartRead();
  }

  void OnReadDone(bool has_message) override {
    if (is_finished_) return;
    if (!has_message) return Finish({.code = absl::StatusCode::kCancelled});
    ReceivedBytes message = rpc().TakeMessage();
    if (const absl::Status status = DecodeMessage(rpc().codec(), &message); !status.ok()) {
      return Finish({.code = status.code(), .message = std::string(status.message())});
    }
    const std::string_view path = rpc().method();
    const std::string_view method = path.substr(path.rfind('/') + 1);
    if (method == "Unary") {
      AnswerUnary<UnaryRequest, UnaryResponse>(message.view());
    } else if (method == "IdempotentUnary") {
      AnswerUnary<IdempotentUnaryRequest, IdempotentUnaryResponse>(message.view());
    } else if (method == "ServerStream") {
      AnswerStream(message.view());
    } else {
      Finish({.code = absl::StatusCode::kUnimplemented, .message = "not implemented"});
    }
  }

  void OnWriteDone(bool ok) override {
    is_writing_ = false;
    if (!ok) return Finish({.code = absl::StatusCode::kCancelled});
    Continue();
  }

  void OnCancel() override {
    const bool is_late = std::chrono::steady_clock::now() >= rpc().deadline();
    Finish({.code = is_late ? absl::StatusCode::kDeadlineExceeded : absl::StatusCode::kCancelled});
  }

  void OnTick(Time /*now*/) override { Continue(); }

 private:
  template <typename Request, typename Response>
  void AnswerUnary(std::string_view wire) {
    const auto request = Parse<Request>(wire);
    if (request == nullptr) return;
    const auto& definition = request->response_definition();
    const RequestInfo info = InfoOf(*request);
    AddMetadata(definition.response_headers(), definition.response_trailers());
    if (definition.has_error()) {
      end_ = ToRpcStatus(definition.error(), &info);
    } else {
      responses_.push_back(MakeResponse<Response>(definition.response_data(), &info));
    }
    is_unary_ = true;
    Begin(definition.response_delay_ms());
  }

  void AnswerStream(std::string_view wire) {
    const auto request = Parse<ServerStreamRequest>(wire);
    if (request == nullptr) return;
    const auto& definition = request->response_definition();
    const RequestInfo info = InfoOf(*request);
    AddMetadata(definition.response_headers(), definition.response_trailers());
    for (const std::string& data : definition.response_data()) {
      responses_.push_back(
          MakeResponse<ServerStreamResponse>(data, responses_.empty() ? &info : nullptr));
    }
    if (definition.has_error()) {
      end_ = ToRpcStatus(definition.error(), responses_.empty() ? &info : nullptr);
    }
    Begin(definition.response_delay_ms());
  }

  // Returns the request; otherwise, ends the call and returns nullptr.
  template <typename Request>
  std::shared_ptr<const Request> Parse(std::string_view wire) {
    auto request = std::make_shared<Request>();
    if (!request->ParseFromArray(wire.data(), static_cast<int>(wire.size()))) {
      Finish({.code = absl::StatusCode::kInvalidArgument, .message = "not a valid message"});
      return nullptr;
    }
    request_ = request;
    return request;
  }

  // Returns what the server has seen of the request.
  RequestInfo InfoOf(const google::protobuf::Message& request) {
    RequestInfo info;
    const HttpCall& call = static_cast<HttpRpc&>(rpc()).call();
    for (const auto& field : call.head) {
      const std::string name = absl::AsciiStrToLower(std::string(field.name_string()));
      Header* header = nullptr;
      for (Header& known : *info.mutable_request_headers()) {
        if (known.name() == name) header = &known;
      }
      if (header == nullptr) {
        header = info.add_request_headers();
        header->set_name(name);
      }
      header->add_value(std::string(field.value()));
    }
    int64_t timeout = 0;
    const Rpc::HeaderValues timeouts = rpc().FindHeaders("connect-timeout-ms");
    if (!timeouts.empty() && absl::SimpleAtoi(std::string(timeouts.front()), &timeout)) {
      info.set_timeout_ms(timeout);
    }
    info.add_requests()->PackFrom(request);
    if (call.message) info.mutable_connect_get_info();
    return info;
  }

  // The headers are part of `request_`.
  void AddMetadata(const Headers& headers, const Headers& trailers) {
    for (const Header& header : headers) {
      for (const std::string& value : header.value()) {
        rpc().AddInitialMetadata(header.name(), value);
      }
    }
    for (const Header& header : trailers) {
      for (const std::string& value : header.value()) {
        rpc().AddTrailingMetadata(header.name(), value);
      }
    }
  }

  // Begins to answer, after this time.
  void Begin(uint32_t delay_ms) {
    delay_ = std::chrono::milliseconds(delay_ms);
    has_begun_ = true;
    due_ = std::chrono::steady_clock::now() + delay_;
    Continue();
  }

  // Sends what is due.
  void Continue() {
    if (!has_begun_ || is_writing_ || is_finished_) return;
    const bool waits = is_unary_ || !responses_.empty();
    if (waits && std::chrono::steady_clock::now() < due_) return;
    if (responses_.empty()) return Finish(std::move(end_));
    std::string message = EncodeMessage(rpc().codec(), std::move(responses_.front()));
    responses_.pop_front();
    due_ += delay_;
    if (is_unary_) {
      is_finished_ = true;
      return rpc().StartWriteAndFinish(std::move(message));
    }
    is_writing_ = true;
    rpc().StartWrite(std::move(message), /*more_follows=*/false);
  }

  void Finish(RpcStatus status) {
    if (!std::exchange(is_finished_, true)) rpc().StartFinish(std::move(status));
  }

  std::shared_ptr<const google::protobuf::Message> request_;
  // The answers that have not been sent, and how the call ends after them.
  std::deque<std::string> responses_;
  RpcStatus end_;
  std::chrono::milliseconds delay_{0};
  Time due_;
  bool is_unary_ = false;
  bool has_begun_ = false;
  bool is_writing_ = false;
  bool is_finished_ = false;
};

int Serve(int max_message_bytes) {
  const Limits limits = {.max_message_bytes = max_message_bytes};
  HttpDoor door({.site = {.services = {"connectrpc.conformance.v1.ConformanceService"}}}, &limits,
                &ConformanceCall::Start);
  Connections connections(Connections::Limits(), [](BreakReason, const std::string&) {});
  auto sockets = ListenSockets::Open(*ParseAddress("127.0.0.1:0"));
  if (!sockets.ok()) {
    std::fprintf(stderr, "%s\n", sockets.status().ToString().c_str());
    return EXIT_FAILURE;
  }
  Acceptor acceptor(
      *std::move(sockets), Networks(), &connections,
      {.accepted = [&door](int fd,
                           const ConnectionPtr& connection) { door.Serve(Fd(fd), connection); },
       .refused = [] {},
       .not_from_proxy = [](const absl::Status&) {}});
  door.Start();
  acceptor.Start();
  std::printf("127.0.0.1:%d\n", acceptor.port());
  std::fflush(stdout);
  while (std::getchar() != EOF) {
  }
  acceptor.Stop();
  door.Shutdown();
  return EXIT_SUCCESS;
}

}  // namespace
}  // namespace arbiter

int main(int argc, char** argv) {
  int max_message_bytes = 0;
  if (argc != 2 || !absl::SimpleAtoi(argv[1], &max_message_bytes)) {
    std::fprintf(stderr, "usage: conformance_server MAX_MESSAGE_BYTES\n");
    return EXIT_FAILURE;
  }
  return arbiter::Serve(max_message_bytes);
}
