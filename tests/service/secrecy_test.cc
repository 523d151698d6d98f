// Seeds, hidden queens, keys and the contents of requests do not appear in anything that the server
// prints or that others can read: the log at its most verbose level, metrics, errors, and answers
// to other viewers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_replace.h"
#include "core/base/error.h"
#include "tests/support/scoped_variable.h"
#include "tests/support/server/analysis_client.h"
#include "tests/support/server/client.h"
#include "tests/support/server/raw_connection.h"
#include "tests/support/server/requests.h"
#include "tests/support/server/server_process.h"
#include "tests/support/temporary_file.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

constexpr char kSeed[] = "Xseed-of-the-secrecy-testX";
constexpr char kKey[] = "Xkey-of-the-secrecy-test-abcdefX";
constexpr char kPayload[] = "payload-of-the-secrecy-test";
// The square on which White's queen is hidden, and the beginning of a FEN that shows her there.
constexpr char kHerSquare[] = "h5";
constexpr char kHerFen[] = "4k3/8/8/7I/8/4e3";
constexpr char kBeforeHerMove[] = "4k3/8/8/8/8/4e3/8/3QK2R w 0";
// Reasons for which this server never refuses a request.
const std::set<std::string> kUnusedReasons = {
    "UNSPECIFIED",   "UNAUTHENTICATED", "PERMISSION_DENIED", "QUOTA_EXCEEDED",
    "UNIMPLEMENTED", "JOB_NOT_FOUND",   "JOB_CONFLICT",      "WRONG_JOB_STATE"};

// Returns the forms in which a secret might leak: unchanged and in the common encodings.
std::vector<std::string> FormsOf(const std::string& secret) {
  const std::string hex = absl::BytesToHexString(secret);
  std::vector<std::string> forms = {secret, hex, absl::AsciiStrToUpper(hex),
                                    absl::CHexEscape(secret), absl::CEscape(secret)};
  // In base64, the encoding of a secret depends on its offset, and the last characters depend on
  // what follows it.
  for (size_t skip = 0; skip < 3; ++skip) {
    const std::string base64 = absl::Base64Escape(secret.substr(skip));
    forms.push_back(base64.substr(0, base64.size() - 4));
  }
  return forms;
}

class Secrecy : public ::testing::Test {
 protected:
  // Declares a secret that no answer, log line or metric may contain.
  void Hide(const std::string& secret) { AddForms(secret, &secrets_); }
  // Declares a secret that answers may contain, but no log line or metric.
  void KeepToClient(const std::string& secret) { AddForms(secret, &client_secrets_); }

  void ExpectNone(const std::vector<std::string>& secrets, const std::string& text,
                  const std::string& what) const {
    for (const std::string& secret : secrets) {
      ASSERT_EQ(text.find(secret), std::string::npos)
          << what << " has " << absl::CHexEscape(secret) << ":\n"
          << absl::CHexEscape(text);
    }
  }
  // Sends `item` in a unary call and in a batch, and expects no secret in the answers.
  v1::BatchResponse Ask(const v1::BatchRequest& item) {
    const v1::BatchResponse answer = client_.Call(item);
    ExpectNone(secrets_, answer.SerializeAsString() + answer.DebugString(), "an answer");
    for (const v1::BatchResponse& batched : client_.Batch({item})) {
      ExpectNone(secrets_, batched.SerializeAsString() + batched.DebugString(), "an answer");
    }
    return answer;
  }
  // Stops the server and expects no secret of either kind in its log and metrics.
  void EndAndSearch() {
    const std::string metrics = HttpGet(server_.metrics_address(), "/metrics");
    server_.Signal(SIGTERM);
    EXPECT_EQ(server_.Wait(), 0);
    const std::string log = server_.Log();
    ASSERT_NE(log.find(R"("msg":"call")"), std::string::npos);
    ASSERT_NE(metrics.find("arbiter_rejected_total"), std::string::npos);
    for (const auto* secrets : {&secrets_, &client_secrets_}) {
      ExpectNone(*secrets, log, "the log");
      ExpectNone(*secrets, metrics, "a metric");
    }
  }

  const TemporaryFile keys_{"k1 " + absl::Base64Escape(kKey) + "\n"};
  ServerProcess server_{{"--log-level", "debug", "--snapshot-keys", keys_.path(),
                         "--max-record-actions", "10", "--analysis-threads", "1",
                         "--analysis-queue", "0"}};
  Client client_{server_.address()};
  AnalysisClient analysis_{server_.address()};

 private:
  static void AddForms(const std::string& secret, std::vector<std::string>* secrets) {
    // Shorter secrets might occur by chance.
    ASSERT_GE(secret.size(), 16u);
    for (std::string& form : FormsOf(secret)) secrets->push_back(std::move(form));
  }

  std::vector<std::string> secrets_;
  std::vector<std::string> client_secrets_;
};

// Adds the seed to a request that has a field for it.
v1::BatchRequest WithSeed(v1::BatchRequest item) {
  if (item.has_start_game()) item.mutable_start_game()->mutable_randomness()->set_seed(kSeed);
  if (item.has_apply_moves()) item.mutable_apply_moves()->mutable_randomness()->set_seed(kSeed);
  if (item.has_validate_game()) item.mutable_validate_game()->mutable_record()->set_seed(kSeed);
  return item;
}

// Requests that are refused, one or more for each reason that an item can have.
constexpr const char* kRefused[] = {
    R"({"startGame":{"variant":"chess"}})",
    R"({"startGame":{"variant":"chakart","options":{"makruk":{}}}})",
    R"({"startGame":{"variant":"chakart","viewer":77}})",
    R"({"applyMoves":{"position":{"variant":"chakart","fen":"4k3/8 w 0"}}})",
    R"({"applyMoves":{"position":{"variant":"chak","fen":"9/9/9/9/9/9/9/9/4K4 w - - 0 1"}}})",
    R"({"applyMoves":{"position":{"variant":"chakart","snapshot":"QVJCUwI="}}})",
    R"({"applyMoves":{"position":{"variant":"chakart"},"actions":["e2e9"]}})",
    R"({"applyMoves":{"position":{"variant":"chakart"},"actions":["e2e5"]}})",
    R"({"applyMoves":{"position":{"variant":"chakart"},"actions":["e7e5"]}})",
    R"({"applyMoves":{"position":{"variant":"chakart"},"actions":["resign","e2e4"]}})",
    R"({"applyMoves":{"position":{"variant":"chak"},"actions":["claim draw"]}})",
    R"({"applyMoves":{"position":{"variant":"chakart","fen":"4k3/8/8/8/8/8/8/R3K3 w 0"},
        "actions":["a1a3{put=b3}"]}})",
    R"({"applyMoves":{"position":{"variant":"makruk"},"actions":["e3e4"],
        "elapsedMs":["1","2"]}})",
    R"({"validateGame":{"variant":"chakart","options":{"chakart":{"setup":"SETUP_ASYMMETRIC"}},
        "record":{"startFen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0"}}})",
    R"({"validateGame":{"variant":"chakart","record":{"actions":["e2e5"]}}})",
    R"({"validateGame":{"variant":"chakart","record":{"actions":
        ["1","1","1","1","1","1","1","1","1","1","1"]}}})",
    R"({"convertMoves":{"position":{"variant":"makruk"},"texts":["Nf3"],"from":"NOTATION_SAN"}})",
    R"({"perft":{"position":{"variant":"chpok"},"depth":1}})",
    R"({"legalMoves":{"position":{"variant":"chakart",
        "options":{"chakart":{"setup":"SETUP_SYMMETRIC"}}}}})",
    R"({"enumerateOutcomes":{"position":{"variant":"chakart",
        "fen":"4k3/8/8/3I4/8/8/8/4K3 b 1 {\"flags\":\"1011\"}"},
        "action":"e8e7","viewer":"VIEWER_SPECTATOR"}})",
};

TEST_F(Secrecy, RefusalsDoNotRevealSeeds) {
  Hide(kSeed);
  for (const char* json : kRefused) {
    const v1::BatchResponse answer = Ask(WithSeed(Item(json)));
    EXPECT_TRUE(answer.has_status() || answer.validate_game().has_first_illegal()) << json;
  }
  // The seed is too long, so the error is about the seed itself.
  v1::BatchRequest item = Item(R"({"startGame":{"variant":"chakart"}})");
  item.mutable_start_game()->mutable_randomness()->set_seed(std::string(kSeed) + kSeed + kSeed);
  EXPECT_TRUE(Ask(item).has_status());
  // Protobuf prints a message about a string that is not UTF-8.
  const std::string no_utf8 =
      WithSeed(Item(kRefused[0])).start_game().SerializeAsString() + "\x22\x01\xff";
  const google::rpc::Status status = client_.CallBytes("StartGame", no_utf8);
  EXPECT_NE(status.code(), 0);
  ExpectNone(FormsOf(kSeed), status.SerializeAsString(), "an error");

  const auto running = analysis_.Start(InfiniteAnalysis("makruk"));
  v1::AnalyzeResponse progress;
  ASSERT_TRUE(running->Read(&progress));
  v1::AnalyzeRequest another = AnalysisToDepth("chakart", 1);
  another.mutable_position()->mutable_record()->set_seed(kSeed);
  const google::rpc::Status refused = analysis_.Analyze(another).status;
  ExpectNone(FormsOf(kSeed), refused.SerializeAsString(), "an error");
  running->Cancel();
  EXPECT_NE(running->Finish().code(), 0);
  ASSERT_TRUE(Eventually(
      [&] { return MetricOf(server_, R"(arbiter_rejected_total{reason="CANCELLED"})") == 1; }));

  for (int i = 0; i < static_cast<int>(kErrorReasonCount); ++i) {
    const std::string reason(ReasonName(static_cast<ErrorReason>(i)));
    const double count = MetricOf(server_, "arbiter_rejected_total{reason=\"" + reason + "\"}");
    EXPECT_EQ(count > 0, kUnusedReasons.count(reason) == 0) << reason;
  }
  EndAndSearch();
}

TEST_F(Secrecy, RandomDrawsDoNotRevealTheirSeed) {
  Hide(kSeed);
  const v1::BatchResponse start = Ask(WithSeed(Item(R"({"startGame":{"variant":"chakart",
      "options":{"chakart":{"setup":"SETUP_ASYMMETRIC"}},"randomness":{"commitment":true}}})")));
  EXPECT_EQ(start.start_game().commitment().size(), 32u);
  v1::BatchRequest move = Item(R"({"applyMoves":{"position":{"variant":"chakart"},
      "actions":["h1h3","e8d8","d1d5?"]}})");
  move.mutable_apply_moves()->mutable_position()->set_fen(kBeforeHerMove);
  EXPECT_EQ(Ask(WithSeed(move)).apply_moves().applied(0).draws_size(), 1);
  // A seed that the server generates is returned to its client only.
  const v1::BatchResponse generated =
      Ask(Item(R"({"startGame":{"variant":"chakart","randomness":{"generate":true}}})"));
  KeepToClient(generated.start_game().seed());
  EndAndSearch();
}

// The answers to other viewers are byte-identical wherever the queen stands, and sealed snapshots
// have the same size.
TEST_F(Secrecy, AHiddenQueenIsNotRevealedToOtherViewers) {
  KeepToClient(kHerFen);
  std::vector<std::string> seen;
  std::vector<size_t> sealed_sizes;
  for (const char* move : {"d1h5?", "d1d5?", "d1a4?", "d1d7?"}) {
    v1::BatchRequest item = Item(R"({"applyMoves":{"position":{"variant":"chakart"},
        "viewer":"VIEWER_BLACK","board":true}})");
    v1::ApplyMovesRequest& apply = *item.mutable_apply_moves();
    apply.mutable_position()->set_fen(kBeforeHerMove);
    apply.add_actions(move);
    std::string all = Ask(item).SerializeAsString();
    apply.set_viewer(v1::VIEWER_ALL);
    const std::string sealed = client_.Call(item).apply_moves().state().snapshot();
    KeepToClient(sealed);
    sealed_sizes.push_back(sealed.size());
    EXPECT_EQ(sealed.find("chakart"), std::string::npos);
    v1::Position position;
    position.set_variant("chakart");
    position.set_snapshot(sealed);
    for (const v1::Viewer viewer : {v1::VIEWER_BLACK, v1::VIEWER_SPECTATOR}) {
      for (const char* json :
           {R"({"legalMoves":{}})", R"({"adjudicate":{"board":true}})", R"({"renderBoard":{}})",
            R"({"applyMoves":{"actions":["e8e9"],"board":true}})",
            R"({"enumerateOutcomes":{"action":"e8e7"}})"}) {
        v1::BatchRequest query = Item(json);
        const auto set_position = [&](auto* request) {
          *request->mutable_position() = position;
          request->set_viewer(viewer);
        };
        if (query.has_legal_moves()) set_position(query.mutable_legal_moves());
        if (query.has_adjudicate()) set_position(query.mutable_adjudicate());
        if (query.has_render_board()) set_position(query.mutable_render_board());
        if (query.has_apply_moves()) set_position(query.mutable_apply_moves());
        if (query.has_enumerate_outcomes()) set_position(query.mutable_enumerate_outcomes());
        all += Ask(query).SerializeAsString();
      }
    }
    v1::AnalyzeRequest analyze = AnalysisToDepth("chakart", 1);
    *analyze.mutable_position() = position;
    analyze.set_viewer(v1::VIEWER_BLACK);
    all += analysis_.Analyze(analyze).status.SerializeAsString();
    seen.push_back(all);
  }
  EXPECT_THAT(seen, ::testing::Each(seen[0]));
  EXPECT_THAT(sealed_sizes, ::testing::Each(sealed_sizes[0]));
  EndAndSearch();
  EXPECT_EQ(server_.Log().find(kHerSquare), std::string::npos);
}

// The contents of answers and the key that seals snapshots are not there either.
TEST_F(Secrecy, ContentsOfRequestsAreNotInLogOrMetrics) {
  Hide(kKey);
  KeepToClient(kPayload);
  client_.AddMetadata("authorization", std::string("Bearer ") + kPayload);
  client_.AddMetadata("traceparent", kPayload);
  for (const char* json : {
           R"({"id":"PAYLOAD","startGame":{"variant":"PAYLOAD"}})",
           R"({"id":"PAYLOAD","startGame":{"variant":"makruk","locale":"PAYLOAD"}})",
           R"({"id":"PAYLOAD","legalMoves":{"position":{"variant":"chak","fen":"PAYLOAD"}}})",
           R"({"id":"PAYLOAD","legalMoves":{"position":{"variant":"chak"},"from":"PAYLOAD"}})",
           R"({"id":"PAYLOAD","applyMoves":{"position":{"variant":"chak"},"actions":["PAYLOAD"]}})",
           R"({"id":"PAYLOAD","adjudicate":{"position":{"variant":"chak"},"event":"PAYLOAD"}})",
           R"({"id":"PAYLOAD","convertMoves":{"position":{"variant":"chak"},"texts":["PAYLOAD"]}})",
           R"({"id":"PAYLOAD","applyMoves":{"position":{"variant":"chak"},"actions":["e3e4"]}})",
       }) {
    const v1::BatchResponse answer = Ask(Item(absl::StrReplaceAll(json, {{"PAYLOAD", kPayload}})));
    for (const v1::State& state : {answer.start_game().state(), answer.apply_moves().state()}) {
      if (state.fen().size() >= 16) KeepToClient(state.fen());
      if (!state.snapshot().empty()) KeepToClient(state.snapshot());
    }
  }
  const auto session = analysis_.Session();
  v1::AnalyzeRequest request = AnalysisToDepth("makruk", 1);
  request.mutable_position()->set_fen(kPayload);
  session->Analyze(kPayload, request);
  session->ReadTo(kPayload);
  keys_.Write(std::string("k1 ") + kKey + "\n");
  ASSERT_TRUE(EventuallyLogs(server_, "cannot reload; the old contents stay in use", 1));
  EndAndSearch();
}

// gRPC quotes what clients send in its own messages: headers that it cannot parse, with their
// values, and all headers when it traces. A client may send a key in the wrong header.
class HeaderSecrecy : public ::testing::TestWithParam<const char*> {
 protected:
  // Returns the header fields of a valid call in which `name` has this value.
  static std::string FieldsWith(const std::string& name, const std::string& value) {
    std::map<std::string, std::string> fields = {{":method", "POST"},
                                                 {":scheme", "http"},
                                                 {":path", "/arbiter.v1.RulesService/LegalMoves"},
                                                 {":authority", "test"},
                                                 {"te", "trailers"},
                                                 {"content-type", "application/grpc"}};
    fields[name] = value;
    std::string block;
    // ':' is below all letters, so the pseudo-headers come first.
    for (const auto& [field, text] : fields) block += Field(field, text);
    return block;
  }
  static std::string Secret(const std::string& place) {
    return "secret-" + place + "-0123456789abcdef";
  }
  // Sends these bytes on a connection of their own. Waits until the server has read them: it then
  // answers the ping that follows them, or has closed the connection.
  void Send(const std::string& bytes) const {
    RawConnection connection(server_.address());
    EXPECT_TRUE(connection.Send(Preface() + SettingsAck() + bytes +
                                Frame(FrameType::kPing, 0, 0, std::string(8, 'p'))));
    std::string answer;
    std::string part;
    do {
      part = connection.Receive();
      answer += part;
    } while (!part.empty() && std::ranges::count(FrameTypes(answer), FrameType::kPing) == 0);
  }

  const ScopedVariable verbosity_{"GRPC_VERBOSITY", "debug"};
  const ScopedVariable trace_{"GRPC_TRACE", "http,tcp"};
  ServerProcess server_{{"--log-level", GetParam()}};
};

TEST_P(HeaderSecrecy, WhatGrpcSaysAboutHeadersIsNotInTheLog) {
  std::vector<std::string> places = {":method",
                                     ":scheme",
                                     ":path",
                                     ":authority",
                                     "te",
                                     "content-type",
                                     "grpc-timeout",
                                     "user-agent",
                                     "grpc-encoding",
                                     "grpc-accept-encoding",
                                     "grpc-internal-encoding-request",
                                     "grpc-previous-rpc-attempts",
                                     "grpc-retry-pushback-ms",
                                     "grpc-status",
                                     "grpc-message",
                                     "lb-token",
                                     "lb-cost-bin",
                                     "host",
                                     "x-unknown",
                                     "x-unknown-bin",
                                     "authorization"};
  for (const std::string& place : places) {
    Send(Frame(FrameType::kHeaders, kEndStreamFlag | kEndHeadersFlag, 1,
               FieldsWith(place, Secret(place))));
  }
  for (const char* place : {"name", "Name"}) {
    places.push_back(place);
    Send(Frame(FrameType::kHeaders, kEndStreamFlag | kEndHeadersFlag, 1,
               FieldsWith(Secret(place), "value")));
  }
  places.push_back("goaway");
  Send(Frame(FrameType::kGoAway, 0, 0, std::string(8, '\0') + Secret("goaway")));
  places.push_back("frame");
  Send(Secret("frame"));
  server_.Signal(SIGTERM);
  EXPECT_EQ(server_.Wait(), 0);
  const std::string log = server_.Log();
  // Operators still see that gRPC refused something, and where.
  EXPECT_THAT(log, ::testing::HasSubstr("/hpack_parser.cc:"));
  std::vector<std::string> leaked;
  for (const std::string& place : places) {
    const std::vector<std::string> forms = FormsOf(Secret(place));
    const auto is_logged = [&log](const std::string& form) {
      return log.find(form) != std::string::npos;
    };
    if (std::ranges::any_of(forms, is_logged)) leaked.push_back(place);
  }
  EXPECT_THAT(leaked, ::testing::IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Levels, HeaderSecrecy, ::testing::Values("info", "debug"));

}  // namespace
}  // namespace arbiter::testing
