// The command line with a server whose answers lack what every real one sends, as a server of
// another version might. No command may end with a signal.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "arbiter/v1/analysis_service.grpc.pb.h"
#include "arbiter/v1/rules_service.grpc.pb.h"
#include "grpcpp/security/server_credentials.h"
#include "grpcpp/server_builder.h"
#include "tests/service/command_line.h"

namespace arbiter::testing {
namespace {

using ::testing::HasSubstr;

// Answers every call with an empty message.
class EmptyRules : public v1::RulesService::Service {
 public:
  // From now on, lists one variant, of which only the id is known.
  void ListVariant() { lists_variant_ = true; }

 private:
  using Context = grpc::ServerContext;

  grpc::Status ListVariants(Context* /*context*/, const v1::ListVariantsRequest* /*request*/,
                            v1::ListVariantsResponse* response) override {
    if (lists_variant_) response->add_variants()->set_id("makruk");
    return grpc::Status::OK;
  }
#define ARBITER_EMPTY(method)                                                       \
  grpc::Status method(Context* /*context*/, const v1::method##Request* /*request*/, \
                      v1::method##Response* /*response*/) override {                \
    return grpc::Status::OK;                                                        \
  }
  ARBITER_EMPTY(StartGame)
  ARBITER_EMPTY(LegalMoves)
  ARBITER_EMPTY(ApplyMoves)
  ARBITER_EMPTY(EnumerateOutcomes)
  ARBITER_EMPTY(Adjudicate)
  ARBITER_EMPTY(ValidateGame)
  ARBITER_EMPTY(ConvertMoves)
  ARBITER_EMPTY(RenderBoard)
  ARBITER_EMPTY(Perft)
  ARBITER_EMPTY(ReadPgn)
  ARBITER_EMPTY(WritePgn)
#undef ARBITER_EMPTY

  std::atomic<bool> lists_variant_ = false;
};

// Answers with a line of analysis that has no moves, an empty best move and an empty review.
class EmptyAnalysis : public v1::AnalysisService::Service {
 private:
  grpc::Status Analyze(grpc::ServerContext* /*context*/, const v1::AnalyzeRequest* /*request*/,
                       grpc::ServerWriter<v1::AnalyzeResponse>* writer) override {
    v1::AnalyzeResponse response;
    response.mutable_progress()->add_lines();
    writer->Write(response);
    return grpc::Status::OK;
  }
  grpc::Status Session(
      grpc::ServerContext* /*context*/,
      grpc::ServerReaderWriter<v1::SessionResponse, v1::SessionRequest>* stream) override {
    v1::SessionRequest request;
    while (stream->Read(&request)) {
      v1::SessionResponse response;
      response.set_id(request.id());
      response.mutable_update()->mutable_progress()->add_lines();
      stream->Write(response);
      response.mutable_update()->mutable_best_move();
      stream->Write(response);
    }
    return grpc::Status::OK;
  }
  grpc::Status ReviewGame(grpc::ServerContext* /*context*/,
                          const v1::ReviewGameRequest* /*request*/,
                          grpc::ServerWriter<v1::ReviewGameResponse>* writer) override {
    v1::ReviewGameResponse response;
    response.mutable_ply();
    writer->Write(response);
    response.mutable_summary();
    writer->Write(response);
    return grpc::Status::OK;
  }
};

class IncompleteAnswers : public ::testing::Test {
 protected:
  IncompleteAnswers() {
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port_);
    builder.RegisterService(&rules_);
    builder.RegisterService(&analysis_);
    server_ = builder.BuildAndStart();
  }

  ProgramResult Run(std::vector<std::string> arguments, const std::string& input = "") const {
    arguments.insert(arguments.end(), {"--server", "127.0.0.1:" + std::to_string(port_)});
    return Arbiter(arguments, input);
  }

  EmptyRules rules_;

 private:
  EmptyAnalysis analysis_;
  int port_ = 0;
  std::unique_ptr<grpc::Server> server_;
};

TEST_F(IncompleteAnswers, EndNoCommandWithASignal) {
  const std::string pgn = "[Variant \"Makruk\"]\n\n1. e4 *\n";
  const std::vector<std::pair<std::vector<std::string>, std::string>> commands = {
      {{"variants"}, ""},
      {{"start", "makruk"}, ""},
      {{"legal", "makruk", "--full", "--controls"}, ""},
      {{"apply", "makruk", "e3e4"}, ""},
      {{"outcomes", "makruk", "e3e4"}, ""},
      {{"adjudicate", "makruk"}, ""},
      {{"validate", "makruk", "--moves", "e3e4"}, ""},
      {{"validate", "-"}, pgn},
      {{"convert", "makruk", "e4"}, ""},
      {{"render", "makruk"}, ""},
      {{"perft", "makruk", "--depth", "2", "--divide"}, ""},
      {{"pgn", "makruk", "--moves", "e3e4"}, ""},
      {{"pgn", "-"}, pgn},
      {{"analyze", "makruk"}, ""},
      {{"review", "makruk", "--moves", "e3e4"}, ""},
      {{"review", "-"}, pgn},
      {{"play", "makruk"}, "e3e4\nmoves\nback\n"},
      {{"play", "makruk", "--white", "engine", "--black", "engine"}, ""},
      {{"uci"},
       "uci\ngo depth 1\n"
       "d\nquit\n"},
  };
  for (const bool lists_variant : {false, true}) {
    if (lists_variant) rules_.ListVariant();
    for (const auto& [arguments, input] : commands) {
      EXPECT_NE(Run(arguments, input).exit_code, -1) << ::testing::PrintToString(arguments);
    }
  }
}

TEST_F(IncompleteAnswers, AreReported) {
  EXPECT_THAT(Run({"uci"}, "quit\n").err, HasSubstr("the answer to ListVariants is incomplete"));
  EXPECT_THAT(Run({"play", "makruk"}, "e3e4\n").out,
              HasSubstr("the answer to ApplyMoves is incomplete"));
}

}  // namespace
}  // namespace arbiter::testing
