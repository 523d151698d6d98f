// The metrics after known calls.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "core/base/error.h"
#include "tests/support/certificates.h"
#include "tests/support/file.h"
#include "tests/support/process_facts.h"
#include "tests/support/server/analysis_client.h"
#include "tests/support/server/client.h"
#include "tests/support/server/requests.h"
#include "tests/support/server/server_process.h"
#include "tests/support/temporary_file.h"

namespace arbiter::testing {
namespace {

using std::chrono::steady_clock;
using ::testing::HasSubstr;
using ::testing::Not;

double SecondsSince(steady_clock::time_point start) {
  return std::chrono::duration<double>(steady_clock::now() - start).count();
}

constexpr char kBadFen[] = R"({"legalMoves":{"position":{"variant":"chak","fen":"?"}}})";
constexpr char kIllegal[] =
    R"({"applyMoves":{"position":{"variant":"makruk"},"actions":["e3e5"]}})";
constexpr char kGood[] = R"({"legalMoves":{"position":{"variant":"makruk"}}})";
constexpr char kUnknownVariant[] = R"({"legalMoves":{"position":{"variant":"chess"}}})";

v1::BatchRequest BundleOf(const std::vector<v1::BatchRequest>& items) {
  v1::BatchRequest bundle;
  bundle.mutable_bundle()->mutable_items()->Assign(items.begin(), items.end());
  return bundle;
}

class MetricsOfServer : public ::testing::Test {
 protected:
  double Value(const std::string& series) const { return MetricOf(server_, series); }
  double Rejected(const std::string& reason) const {
    return Value("arbiter_rejected_total{reason=\"" + reason + "\"}");
  }
  double Requests(const std::string& variant) const {
    return Value("arbiter_variant_requests_total{variant=\"" + variant + "\"}");
  }
  double Draws(const std::string& variant) const {
    return Value("arbiter_draws_total{variant=\"" + variant + "\"}");
  }

  const ServerProcess server_;
  Client client_{server_.address()};
  AnalysisClient analysis_{server_.address()};
};

TEST_F(MetricsOfServer, EveryReasonHasASeriesFromTheStart) {
  for (int reason = 1; reason < static_cast<int>(kErrorReasonCount); ++reason) {
    const std::string_view name = ReasonName(static_cast<ErrorReason>(reason));
    EXPECT_EQ(Rejected(std::string(name)), 0) << name;
  }
}

TEST_F(MetricsOfServer, RefusalsAreCountedByReason) {
  client_.Call(Item(kBadFen));
  client_.Call(Item(kBadFen));
  client_.Call(Item(kGood));
  EXPECT_EQ(Rejected("BAD_FEN"), 2);
  client_.CallBytes("LegalMoves", "\xff\xff");
  EXPECT_EQ(Rejected("BAD_FIELD"), 1);
}

TEST_F(MetricsOfServer, EachRefusedItemIsCountedOnce) {
  client_.Batch({Item(kIllegal), Item(kGood), BundleOf({Item(kIllegal), Item(kUnknownVariant)})});
  EXPECT_EQ(Rejected("ILLEGAL_ACTION"), 2);
  EXPECT_EQ(Rejected("UNKNOWN_VARIANT"), 1);
  const auto session = analysis_.Session();
  session->Analyze("a", AnalysisToDepth("chess", 1));
  session->ReadTo("a");
  EXPECT_EQ(Rejected("UNKNOWN_VARIANT"), 2);
}

TEST_F(MetricsOfServer, AnOversizedAnswerIsCountedOnce) {
  const ServerProcess small({"--max-message-bytes", "1024"});
  Client client(small.address());
  client.Batch({Item(R"({"renderBoard":{"position":{"variant":"chak"}}})")});
  EXPECT_EQ(MetricOf(small, R"(arbiter_rejected_total{reason="LIMIT_EXCEEDED"})"), 1);
}

TEST_F(MetricsOfServer, RequestsAreCountedByVariant) {
  client_.Call(Item(kGood));
  client_.Call(Item(R"({"startGame":{"variant":"chpok"}})"));
  client_.Call(Item(R"({"listVariants":{}})"));
  client_.Call(Item(R"({"writePgn":{"game":{"variant":"chpok"}}})"));
  client_.Call(Item(R"({"readPgn":{"pgn":"[Variant \"Chakart\"]\n*"}})"));
  client_.Batch({Item(kIllegal), BundleOf({Item(kBadFen), Item(kGood)})});
  analysis_.Analyze(AnalysisToDepth("makruk", 1));
  const auto session = analysis_.Session();
  session->Analyze("a", AnalysisToDepth("chak", 1));
  session->ReadTo("a");
  EXPECT_EQ(Requests("makruk"), 4);
  EXPECT_EQ(Requests("chpok"), 2);
  EXPECT_EQ(Requests("chak"), 2);
  EXPECT_EQ(Requests("chakart"), 0);
  EXPECT_EQ(Requests("unknown"), 0);
}

TEST_F(MetricsOfServer, UnknownVariantsShareOneSeries) {
  client_.Call(Item(kUnknownVariant));
  client_.Call(Item(R"({"legalMoves":{}})"));
  client_.Batch({Item(R"({"startGame":{"variant":"x\"} 1\nforged 1"}})")});
  EXPECT_EQ(Requests("unknown"), 3);
  const std::string text = HttpGet(server_.metrics_address(), "/metrics");
  EXPECT_THAT(text, Not(HasSubstr("chess")));
  EXPECT_THAT(text, Not(HasSubstr("forged")));
}

TEST_F(MetricsOfServer, CallsAreCountedByClient) {
  client_.Call(Item(kGood));
  client_.Call(Item(kGood));
  client_.Call(Item(kBadFen));
  client_.Batch({Item(kGood)});
  const std::string calls = R"(arbiter_client_calls_total{client="anonymous",)";
  EXPECT_EQ(Value(calls + R"(code="OK",method="LegalMoves"})"), 2);
  EXPECT_EQ(Value(calls + R"(code="InvalidArgument",method="LegalMoves"})"), 1);
  EXPECT_EQ(Value(calls + R"(code="OK",method="Batch"})"), 1);
}

TEST_F(MetricsOfServer, RandomDrawsAreCounted) {
  const v1::BatchRequest start = Item(R"({"startGame":{"variant":"chakart",
      "options":{"chakart":{"setup":"SETUP_ASYMMETRIC"}},"randomness":{"generate":true}}})");
  const int drawn = client_.Call(start).start_game().draws_size();
  EXPECT_GE(drawn, 8);
  EXPECT_EQ(Draws("chakart"), drawn);
  const v1::BatchRequest move = Item(R"({"applyMoves":{"position":{"variant":"chakart",
      "fen":"4k3/8/8/8/8/4e3/8/3QK2R w 0"},"actions":["h1h3","e8d8"],
      "randomness":{"seed":"MDEyMzQ1Njc4OTAxMjM0NQ=="}}})");
  ASSERT_EQ(client_.Call(move).apply_moves().applied(0).draws_size(), 1);
  EXPECT_EQ(Draws("chakart"), drawn + 1);
  client_.Batch({move, BundleOf({move})});
  EXPECT_EQ(Draws("chakart"), drawn + 3);
  client_.Call(Item(kGood));
  EXPECT_EQ(Draws("makruk"), 0);
}

TEST_F(MetricsOfServer, SearchesAreCounted) {
  v1::AnalyzeRequest request = AnalysisToDepth("makruk", 4);
  request.set_threads(1);
  const auto start = steady_clock::now();
  const auto answer = analysis_.Analyze(request);
  ASSERT_GE(answer.responses.size(), 2u);
  const v1::AnalysisProgress& last = answer.responses.end()[-2].progress();
  EXPECT_EQ(last.depth(), 4u);
  EXPECT_EQ(Value("arbiter_analysis_depth_count"), 1);
  EXPECT_EQ(Value("arbiter_analysis_depth_sum"), 4);
  EXPECT_EQ(Value(R"(arbiter_analysis_depth_bucket{le="3"})"), 0);
  EXPECT_EQ(Value(R"(arbiter_analysis_depth_bucket{le="4"})"), 1);
  EXPECT_GE(Value("arbiter_analysis_nodes_total"), last.nodes());
  EXPECT_EQ(Value("arbiter_analysis_hash_fill_count"), 1);
  EXPECT_EQ(Value("arbiter_analysis_queue_depth"), 0);
  const double seconds = Value("arbiter_analysis_seconds_total");
  EXPECT_GT(seconds, 0);
  EXPECT_LT(seconds, SecondsSince(start));

  const auto session = analysis_.Session();
  session->Analyze("a", AnalysisToDepth("chak", 3));
  session->ReadTo("a");
  EXPECT_EQ(Value("arbiter_analysis_depth_count"), 2);
  EXPECT_GT(Value("arbiter_analysis_seconds_total"), seconds);

  // A review of one move takes two searches, one before the move and one after it.
  const auto review = analysis_.ReviewGame(FromJson<v1::ReviewGameRequest>(
      R"({"variant":"chakart","record":{"actions":["e2e4"]},"limits":{"depth":2}})"));
  ASSERT_EQ(review.status.code(), 0) << review.status.message();
  EXPECT_EQ(Value("arbiter_analysis_depth_count"), 4);
  EXPECT_EQ(Value("arbiter_analysis_depth_sum"), 4 + 3 + 2 + 2);
}

TEST_F(MetricsOfServer, AnalysisSecondsAddUpAllThreads) {
  const ServerProcess server({"--analysis-threads", "2"});
  v1::AnalyzeRequest request = Analysis("chak");
  request.mutable_limits()->set_movetime_ms(300);
  request.set_threads(2);
  const auto start = steady_clock::now();
  AnalysisClient(server.address()).Analyze(request);
  const double seconds = MetricOf(server, "arbiter_analysis_seconds_total");
  EXPECT_GE(seconds, 0.59);
  EXPECT_LT(seconds, 2 * SecondsSince(start));
}

TEST_F(MetricsOfServer, TheProcessIsMeasured) {
  const auto now = static_cast<double>(std::chrono::duration_cast<std::chrono::seconds>(
                                           std::chrono::system_clock::now().time_since_epoch())
                                           .count());
  EXPECT_NEAR(Value("process_start_time_seconds"), now, 60);
  EXPECT_GT(Value("process_resident_memory_bytes"), 5e6);
  EXPECT_LT(Value("process_resident_memory_bytes"), 5e9);
  EXPECT_GE(Value("process_open_fds"), 5);
  EXPECT_LT(Value("process_open_fds"), 500);
  EXPECT_GE(Value("process_max_fds"), Value("process_open_fds"));
  EXPECT_GE(Value("process_threads"), 4);
  EXPECT_LT(Value("process_threads"), 500);
  const double cpu = Value("process_cpu_seconds_total");
  client_.Call(Item(R"({"perft":{"position":{"variant":"makruk"},"depth":5}})"));
  EXPECT_GE(Value("process_cpu_seconds_total"), cpu);
  const double measured = std::chrono::duration<double>(CpuTimeOf(server_.pid())).count();
  EXPECT_NEAR(Value("process_cpu_seconds_total"), measured, 0.1);
  EXPECT_EQ(Value("arbiter_log_lines_dropped_total"), 0);
}

// Returns each metric family with its type and labels: `name counter code,method`.
std::set<std::string> Exported(const std::string& text) {
  std::map<std::string, std::string> types;
  std::map<std::string, std::set<std::string>> labels;
  std::istringstream lines(text);
  std::string family;
  for (std::string line; std::getline(lines, line);) {
    std::smatch found;
    if (std::regex_match(line, found, std::regex("# TYPE (\\S+) (\\S+)\r?"))) {
      family = found[1];
      types[family] = found[2];
      continue;
    }
    if (family.empty() || line.starts_with('#')) continue;
    const std::regex label("[{,](\\w+)=\"");
    for (std::sregex_iterator i(line.begin(), line.end(), label), end; i != end; ++i) {
      if ((*i)[1] != "le") labels[family].insert((*i)[1]);
    }
  }
  std::set<std::string> exported;
  for (const auto& [name, type] : types) {
    std::string row = name + " " + type + " ";
    for (const std::string& label : labels[name]) row += row.back() == ' ' ? label : "," + label;
    exported.insert(row);
  }
  return exported;
}

// Parses the rows `| name | type | labels | meaning |` of the page into the same form.
std::set<std::string> Documented(const std::string& page) {
  std::set<std::string> documented;
  const std::regex row(R"(\n\| `(\w+)` \| (\w+) \|([^|]*)\|)");
  for (std::sregex_iterator i(page.begin(), page.end(), row), end; i != end; ++i) {
    std::set<std::string> labels;
    const std::string list = (*i)[3];
    const std::regex name("`(\\w+)`");
    for (std::sregex_iterator j(list.begin(), list.end(), name); j != end; ++j) {
      labels.insert((*j)[1]);
    }
    std::string line = std::string((*i)[1]) + " " + std::string((*i)[2]) + " ";
    for (const std::string& label : labels) line += line.back() == ' ' ? label : "," + label;
    documented.insert(line);
  }
  return documented;
}

TEST_F(MetricsOfServer, TheDocumentationListsEveryMetric) {
  client_.Call(Item(kGood));
  std::set<std::string> exported = Exported(HttpGet(server_.metrics_address(), "/metrics"));
  // Some metrics exist only with TLS.
  const Certificate certificate({});
  const TemporaryFile chain(certificate.certificate());
  const TemporaryFile key(certificate.key());
  const ServerProcess with_tls({"--tls-cert", chain.path(), "--tls-key", key.path()});
  exported.merge(Exported(HttpGet(with_tls.metrics_address(), "/metrics")));
  EXPECT_EQ(Documented(ReadFile(ARBITER_SOURCE_DIR "/docs/metrics.md")), exported);
}

}  // namespace
}  // namespace arbiter::testing
