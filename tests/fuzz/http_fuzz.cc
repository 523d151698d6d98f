// Input: any bytes, as they arrive at the port for HTTP on one connection. Every request is
// answered with valid HTTP/1.1, in order. The pieces in which the bytes arrive affect no answer,
// but a connection may be closed earlier if the rest of a body that nobody reads has not arrived.
// Calls are answered by a stand-in for their methods, which reads the request and answers with an
// empty message.
#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <memory>
#include <string>
#include <utility>

#include "core/base/strings.h"
#include "service/calls/call_router.h"
#include "service/http/http_connection.h"
#include "service/http/http_rpc.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/property.h"

namespace arbiter::fuzz {
namespace {

// A client whose bytes are given, and whose answers are kept.
class ClientStream final : public ByteStream {
 public:
  ClientStream(boost::asio::io_context* io, std::string* received)
      : io_(*io), received_(*received) {}

  void Open(std::function<void(bool ok)> opened) override {
    boost::asio::post(io_, [opened = std::move(opened)] { opened(true); });
  }
  void Read(ReadHandler handler) override { reading_ = std::move(handler); }
  void Write(std::string_view bytes, WriteHandler handler) override {
    // Some clients read slowly.
    const std::string_view written = bytes.substr(0, 4'000);
    received_ += written;
    boost::asio::post(
        io_, [size = written.size(), handler = std::move(handler)] { handler(true, size); });
  }
  bool HasPeerClosed() override { return false; }
  void EndWriting() override {}
  void Close() override {
    if (reading_) boost::asio::post(io_, [handler = std::move(reading_)] { handler(false, {}); });
    reading_ = nullptr;
  }

  // Lets bytes arrive, or the end of the connection. Returns false if nobody reads.
  bool Arrive(bool ok, std::string_view bytes) {
    if (!reading_) return false;
    std::exchange(reading_, nullptr)(ok, bytes);
    return true;
  }

 private:
  boost::asio::io_context& io_;
  std::string& received_;
  ReadHandler reading_;
};

// A call that reads its request and answers with an empty message.
class EmptyAnswer final : public SelfOwnedRpc {
 public:
  explicit EmptyAnswer(std::unique_ptr<Rpc> rpc) : SelfOwnedRpc(std::move(rpc)) {}

  static void Start(std::unique_ptr<Rpc> rpc) {
    const auto call = Open<EmptyAnswer>(std::move(rpc));
    // Some calls are refused at their headers, and some end before their request has arrived.
    const bool is_refused = call->rpc().method().ends_with("Perft");
    if (!is_refused) call->rpc().StartRead();
    if (is_refused || call->rpc().method().ends_with("ReviewGame")) call->Finish();
  }

  void OnReadDone(bool has_message) override {
    if (is_finished_) return;
    if (!has_message) return Finish();
    is_finished_ = true;
    ReceivedBytes message = rpc().TakeMessage();
    const absl::Status decoded = DecodeMessage(rpc().codec(), &message);
    if (!decoded.ok()) {
      RequireReason(decoded, {ErrorReason::kBadField, ErrorReason::kUnimplemented});
      return rpc().StartFinish({.code = decoded.code(), .message = std::string(decoded.message())});
    }
    rpc().StartWriteAndFinish(EncodeMessage(rpc().codec(), ""));
  }
  void OnWriteDone(bool /*ok*/) override {}
  void OnCancel() override {}
  void OnTick(Time /*now*/) override {}

 private:
  void Finish() {
    is_finished_ = true;
    rpc().StartFinish({.code = absl::StatusCode::kInvalidArgument});
  }

  bool is_finished_ = false;
};

const HttpSite& Site() {
  static const HttpSite site(
      {.services = {kRulesServiceName, kAnalysisServiceName, kHealthServiceName},
       .origins = {"https://games.example"},
       .has_secrets = false});
  return site;
}

// Returns what the client receives if its bytes arrive in pieces of this size.
std::string AnswersTo(std::string_view input, size_t piece) {
  static const Limits limits = {.max_message_bytes = 10'000};
  boost::asio::io_context io;
  HttpEnvironment environment = {
      .limits = limits, .site = Site(), .accept = [](std::unique_ptr<Rpc> rpc) {
        EmptyAnswer::Start(std::move(rpc));
      }};
  std::string received;
  auto owned = std::make_unique<ClientStream>(&io, &received);
  ClientStream* const stream = owned.get();
  const auto connection = std::make_shared<HttpConnection>(&environment, &io, std::move(owned),
                                                           std::make_shared<Connection>());
  const auto run = [&io] {
    io.restart();
    io.poll();
  };
  connection->Open();
  run();
  for (size_t at = 0; at < input.size(); at += piece) {
    if (!stream->Arrive(true, input.substr(at, piece))) break;
    run();
  }
  stream->Arrive(false, {});
  run();
  connection->Close();
  run();
  Require(connection->is_over(), "a closed connection has nothing more to do");
  Require(environment.bodies.empty(), "no body is counted after the end");
  return received;
}

// Returns the answers without their dates, and without saying which one is the last.
std::string Comparable(std::string answers) {
  for (const std::string_view field : {"\r\ndate: ", "\r\nconnection: close"}) {
    for (size_t at = 0; (at = answers.find(field, at)) != std::string::npos;) {
      answers.erase(at, answers.find("\r\n", at + 2) - at);
    }
  }
  return answers;
}

// Requires that a text is a sequence of responses.
void RequireResponses(std::string_view answers) {
  while (!answers.empty()) {
    Require(answers.starts_with("HTTP/1.1 "), "a response begins with its version", answers);
    const size_t head = answers.find("\r\n\r\n");
    Require(head != std::string_view::npos, "a response has a head", answers);
    const std::string_view fields = answers.substr(0, head + 2);
    answers.remove_prefix(head + 4);
    if (fields.starts_with("HTTP/1.1 100 ") || fields.starts_with("HTTP/1.1 204 ")) continue;
    const size_t length = fields.find("\r\ncontent-length: ");
    if (length == std::string_view::npos) {
      Require(fields.find("\r\ntransfer-encoding: chunked\r\n") != std::string_view::npos,
              "a body has a length", fields);
      const size_t end = answers.find("0\r\n\r\n");
      Require(end != std::string_view::npos, "a chunked body ends", answers);
      answers.remove_prefix(end + 5);
      continue;
    }
    const size_t size = std::stoul(
        std::string(fields.substr(length + std::string_view("\r\ncontent-length: ").size())));
    // The answer to HEAD has only the length of a body.
    const bool has_body = !answers.starts_with("HTTP/1.1 ") && !answers.empty();
    Require(!has_body || answers.size() >= size, "a body has its length", fields);
    if (has_body) answers.remove_prefix(size);
  }
}

void Check(std::string_view input) {
  const std::string whole = Comparable(AnswersTo(input, std::max<size_t>(input.size(), 1)));
  RequireResponses(whole);
  for (const size_t piece : {size_t{1}, size_t{7}, size_t{100}}) {
    const std::string answers = Comparable(AnswersTo(input, piece));
    Require(whole.starts_with(answers), "the size of the pieces affects no answer",
            StrCat(whole, "\n---\n", answers));
  }
}

}  // namespace
}  // namespace arbiter::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  arbiter::fuzz::Check({reinterpret_cast<const char*>(data), size});
  return 0;
}
