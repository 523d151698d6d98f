// Every documented error reason over a socket, with its code, field and message.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "arbiter/v1/errors.pb.h"
#include "tests/service/reason_case.h"
#include "tests/support/file.h"
#include "tests/support/server/access_calls.h"
#include "tests/support/server/client.h"
#include "tests/support/server/requests.h"
#include "tests/support/server/server_process.h"
#include "tests/support/server/status_codes.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using ::testing::HasSubstr;

const ReasonCase kCases[] = {
    {"UNKNOWN_VARIANT", kInvalidArgument, "position.variant", "known: chak, chakart, chpok, makruk",
     R"({"legalMoves":{"position":{"variant":"chess"}}})"},
    {"BAD_FEN", kInvalidArgument, "position.fen", "rank 8: there are 7 files, not 8",
     R"({"adjudicate":{"position":{"variant":"makruk","fen":"rnsmksn/8/8/8/8/8/8/8 w - - 0 1"}}})"},
    {"BAD_FEN", kInvalidArgument, "record.start_fen", "field 2 (side to move)",
     R"({"validateGame":{"variant":"makruk","record":{"startFen":"4k3/8/8/8/8/8/8/4K3 x - - 0 1"}}})"},
    {"IMPOSSIBLE_POSITION", kInvalidArgument, "position.fen", "exactly one",
     R"({"perft":{"position":{"variant":"chak","fen":"9/9/9/9/9/9/9/9/4K4 w - - 0 1"},"depth":1}})"},
    {"BAD_ACTION_TEXT", kInvalidArgument, "actions[1]", "is not a valid Makruk action",
     R"({"applyMoves":{"position":{"variant":"makruk"},"actions":["e3e4","e6e9"]}})"},
    {"ILLEGAL_ACTION", kFailedPrecondition, "actions[0]", "never two",
     R"({"applyMoves":{"position":{"variant":"makruk"},"actions":["e3e5"]}})"},
    {"ILLEGAL_ACTION", kFailedPrecondition, "position.record.actions[0]", "no piece on e5",
     R"({"legalMoves":{"position":{"variant":"chak","record":{"actions":["e5e6"]}}}})"},
    {"GAME_OVER", kFailedPrecondition, "action", "Black wins: White resigned.",
     R"({"enumerateOutcomes":{"position":{"variant":"makruk","record":{"actions":["resign"]}},
         "action":"e3e4"}})"},
    {"GAME_OVER", kFailedPrecondition, "texts[0]", "White wins by altar mate.",
     R"({"convertMoves":{"position":{"variant":"chak","fen":"k8/4D4/9/9/9/9/9/9/9 b - - 0 1"},
         "texts":["Ka8"],"from":"NOTATION_SAN"}})"},
    {"BAD_FIELD", kInvalidArgument, "from", "Chak has no Thai SAN",
     R"({"convertMoves":{"position":{"variant":"chak"},"from":"NOTATION_THAI_SAN"}})"},
    {"NOT_YOUR_TURN", kFailedPrecondition, "actions[0]", "it is White's turn",
     R"({"applyMoves":{"position":{"variant":"makruk"},"actions":["e6e5"]}})"},
    {"BAD_SNAPSHOT", kInvalidArgument, "position.snapshot", "was not made by this service",
     R"({"legalMoves":{"position":{"variant":"chak","snapshot":"AAAA"}}})"},
    {"OPTION_OUT_OF_RANGE", kInvalidArgument, "options.makruk", "the variant is 'chak'",
     R"({"startGame":{"variant":"chak","options":{"makruk":{}}}})"},
    {"OPTION_OUT_OF_RANGE", kInvalidArgument, "options.makruk.counting", "99 is not a value",
     R"({"startGame":{"variant":"makruk","options":{"makruk":{"counting":99}}}})"},
    {"CLAIM_REFUSED", kFailedPrecondition, "event", "only 0 of 100 plies",
     R"({"adjudicate":{"position":{"variant":"chak"},"event":"claim draw"}})"},
    {"LIMIT_EXCEEDED", kResourceExhausted, "depth", "the maximum is 12",
     R"({"perft":{"position":{"variant":"chak"},"depth":13}})"},
    {"BAD_FIELD", kInvalidArgument, "from", "is not a square",
     R"({"legalMoves":{"position":{"variant":"makruk"},"from":"i9"}})"},
    {"BAD_FIELD", kInvalidArgument, "viewer", "does not know",
     R"({"startGame":{"variant":"makruk","viewer":77}})"},
    {"BAD_FIELD", kInvalidArgument, "arrows[1]", "is not a square of Makruk",
     R"({"renderBoard":{"position":{"variant":"makruk"},
         "arrows":[{"from":"a1","to":"a2"},{"from":"a1","to":"a9"}]}})"},
    {"BAD_FIELD", kInvalidArgument, "elapsed_ms", "one time for each action, or none",
     R"({"applyMoves":{"position":{"variant":"makruk"},"actions":["e3e4"],
         "elapsedMs":["1","2"]}})"},
    {"BAD_SEED", kInvalidArgument, "randomness.seed", "3 bytes",
     R"({"startGame":{"variant":"makruk","randomness":{"seed":"AAAA"}}})"},
    {"RANDOMNESS_REQUIRED", kFailedPrecondition, "actions[0]", "give a seed or the outcomes",
     R"({"applyMoves":{"position":{"variant":"chakart",
         "fen":"4k3/8/8/8/8/8/8/R3K3 w 0"},"actions":["a1a3"]}})"},
    {"RANDOMNESS_REQUIRED", kFailedPrecondition, "randomness", "the set-up is drawn",
     R"({"startGame":{"variant":"chakart","options":{"chakart":{"setup":"SETUP_SYMMETRIC"}}}})"},
    {"RANDOMNESS_REQUIRED", kFailedPrecondition, "position", "the set-up is drawn",
     R"({"legalMoves":{"position":{"variant":"chakart",
         "options":{"chakart":{"setup":"SETUP_SYMMETRIC"}}}}})"},
    {"IMPOSSIBLE_OUTCOME", kFailedPrecondition, "actions[0]",
     "a1a3: random draw 1 decides put among b2, b4; 'b3' is not among them",
     R"({"applyMoves":{"position":{"variant":"chakart",
         "fen":"4k3/8/8/8/8/8/8/R3K3 w 0"},"actions":["a1a3{put=b3}"]}})"},
    {"IMPOSSIBLE_OUTCOME", kFailedPrecondition, "record.start_fen", "the seed draws",
     R"({"validateGame":{"variant":"chakart","options":{"chakart":{"setup":"SETUP_ASYMMETRIC"}},
         "record":{"startFen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0",
                   "seed":"MDEyMzQ1Njc4OTAxMjM0NQ=="}}})"},
    {"IMPOSSIBLE_OUTCOME", kFailedPrecondition, "record.start_fen", "cannot draw this position",
     R"({"validateGame":{"variant":"chakart","options":{"chakart":{"setup":"SETUP_ASYMMETRIC"}},
         "record":{"startFen":"4k3/8/8/8/8/8/8/R3K3 w 0"}}})"},
    {"HIDDEN_INFORMATION", kFailedPrecondition, "viewer", "a queen is hidden",
     R"({"enumerateOutcomes":{"position":{"variant":"chakart",
         "fen":"4k3/8/8/3I4/8/8/8/4K3 b 1 {\"flags\":\"1011\"}"},
         "action":"e8e7","viewer":"VIEWER_SPECTATOR"}})"},
    {"HIDDEN_INFORMATION", kFailedPrecondition, "viewer", "so the game cannot be written (H23)",
     R"({"writePgn":{"game":{"variant":"chakart","record":{"actions":["e2e4","e7e5","d1h5?"]}},
         "viewer":"VIEWER_BLACK"}})"},
    {"BAD_FIELD", kInvalidArgument, "game.tags[0].name", "is written from the game itself",
     R"({"writePgn":{"game":{"variant":"chak","tags":[{"name":"FEN","value":"x"}]}}})"},
    {"ILLEGAL_ACTION", kFailedPrecondition, "game.record.actions[0]", "never two",
     R"({"writePgn":{"game":{"variant":"makruk","record":{"actions":["e3e5"]}}}})"},
    {"UNKNOWN_VARIANT", kInvalidArgument, "variant", "known: chak, chakart, chpok, makruk",
     R"({"readPgn":{"pgn":"*","variant":"chess"}})"},
    {"BAD_FEN", kInvalidArgument, "position.fen", "one viewer",
     R"({"legalMoves":{"position":{"variant":"chakart","fen":"4k3/8/8/8/8/8/8/3?K3 b 1"}}})"},
    {"BAD_NOTATION", kFailedPrecondition, "texts[0]", "names no legal move",
     R"({"convertMoves":{"position":{"variant":"makruk"},"texts":["Nf3"],"from":"NOTATION_SAN"}})"},
};

class ErrorReasons : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    server_ = new ServerProcess(
        {"--max-record-actions", "10", "--work-threads", "1", "--work-queue", "0"});
  }
  static void TearDownTestSuite() { delete server_; }

  static ServerProcess* server_;
  Client client_{server_->address()};
};
ServerProcess* ErrorReasons::server_ = nullptr;

TEST_F(ErrorReasons, HaveTheirCodeFieldAndMessage) {
  for (const ReasonCase& expected : kCases) ExpectRefused(client_, expected);
}

// An item that fails as a call fails in a batch too, without affecting other items.
TEST_F(ErrorReasons, ABatchItemFailsAlone) {
  std::vector<v1::BatchRequest> items;
  for (const ReasonCase& expected : kCases) {
    items.push_back(Item(expected.item));
    items.back().set_id(std::to_string(items.size()));
  }
  items.push_back(Item(R"({"id":"good","perft":{"position":{"variant":"chak"},"depth":2}})"));
  int code = -1;
  std::set<std::string> answered;
  for (const v1::BatchResponse& answer : client_.Batch(items, &code)) {
    answered.insert(answer.id());
    if (answer.id() == "good") {
      // The item may be refused because the work queue is full.
      EXPECT_TRUE(answer.perft().nodes() == 1092 || answer.has_status());
      continue;
    }
    EXPECT_TRUE(answer.has_status()) << answer.id();
  }
  EXPECT_EQ(code, 0);
  EXPECT_EQ(answered.size(), std::size(kCases) + 1);
}

TEST_F(ErrorReasons, TooManyActionsExceedTheLimit) {
  v1::BatchRequest item;
  item.mutable_validate_game()->set_variant("chak");
  for (int i = 0; i < 11; ++i) item.mutable_validate_game()->mutable_record()->add_actions("x");
  const google::rpc::Status status = client_.Call(item).status();
  EXPECT_EQ(status.code(), kResourceExhausted);
  EXPECT_EQ(DetailOf<google::rpc::ErrorInfo>(status).reason(), "LIMIT_EXCEEDED");
}

TEST_F(ErrorReasons, LongWorkStopsAtItsDeadline) {
  const v1::BatchRequest perft = Item(R"({"perft":{"position":{"variant":"chak"},"depth":12}})");
  EXPECT_EQ(client_.Call(perft, /*timeout_ms=*/200).status().code(), kDeadlineExceeded);
}

TEST_F(ErrorReasons, AFullQueueIsOverloadedWithARetryDelay) {
  const v1::BatchRequest perft =
      Item(R"({"perft":{"position":{"variant":"chak"},"depth":12,"locale":"th"}})");
  // Other calls occupy the only work thread nearly all the time.
  const BusyCaller busy(server_->address(), "");
  google::rpc::Status overloaded;
  ASSERT_TRUE(Eventually([&] {
    overloaded = client_.Call(perft, /*timeout_ms=*/100).status();
    return overloaded.code() == kResourceExhausted;
  })) << overloaded.DebugString();
  EXPECT_EQ(DetailOf<google::rpc::ErrorInfo>(overloaded).reason(), "OVERLOADED");
  EXPECT_GE(DetailOf<google::rpc::RetryInfo>(overloaded).retry_delay().seconds(), 1);
  // The locale of the request is read although the call is refused.
  EXPECT_EQ(DetailOf<google::rpc::LocalizedMessage>(overloaded).locale(), "th");
}

TEST_F(ErrorReasons, TheMessageIsLocalisedIfALocaleIsRequested) {
  const google::rpc::Status status =
      client_.Call(Item(R"({"startGame":{"variant":"shogi","locale":"zh-CN"}})")).status();
  const auto localized = DetailOf<google::rpc::LocalizedMessage>(status);
  EXPECT_EQ(localized.locale(), "zh-CN");
  EXPECT_THAT(localized.message(), HasSubstr("shogi"));
}

TEST(ErrorReasonList, TheDocumentationNamesEveryReason) {
  const std::string page = ReadFile(ARBITER_SOURCE_DIR "/docs/errors.md");
  const auto* reasons = v1::ErrorReason_descriptor();
  for (int i = 1; i < reasons->value_count(); ++i) {
    const std::string name = reasons->value(i)->name().substr(std::string("ERROR_REASON_").size());
    EXPECT_THAT(page, HasSubstr("| `" + name + "` |"));
  }
}

}  // namespace
}  // namespace arbiter::testing
