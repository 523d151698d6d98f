// Chpok over the API: an auction with random draws, the board that follows it, and every kind of
// invalid input.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/service/reason_case.h"
#include "tests/support/server/client.h"
#include "tests/support/server/requests.h"
#include "tests/support/server/server_process.h"

namespace arbiter::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

class ChpokService : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { server_ = new ServerProcess(); }
  static void TearDownTestSuite() { delete server_; }

  v1::ApplyMovesResponse Apply(const v1::State& state, std::vector<std::string> actions,
                               const std::string& seed = "",
                               const std::vector<int64_t>& elapsed_ms = {}) {
    v1::BatchRequest item;
    v1::ApplyMovesRequest& request = *item.mutable_apply_moves();
    request.mutable_position()->set_variant("chpok");
    request.mutable_position()->set_snapshot(state.snapshot());
    for (std::string& action : actions) request.add_actions(std::move(action));
    request.mutable_elapsed_ms()->Add(elapsed_ms.begin(), elapsed_ms.end());
    if (!seed.empty()) request.mutable_randomness()->set_seed(seed);
    const v1::BatchResponse response = client_.Call(item);
    EXPECT_FALSE(response.has_status()) << response.DebugString();
    return response.apply_moves();
  }

  static ServerProcess* server_;
  Client client_{server_->address()};
};
ServerProcess* ChpokService::server_ = nullptr;

// Plays the bidding of ruling P29 and a short board game.
TEST_F(ChpokService, P29_AGameCanBePlayedFromTheFirstBidToItsEnd) {
  std::string seed;
  for (char byte = 0; byte < 32; ++byte) seed.push_back(byte);
  const v1::State start =
      client_.Call(Item(R"({"startGame":{"variant":"chpok","options":{"chpok":{"chips":2}}}})"))
          .start_game()
          .state();
  EXPECT_EQ(start.phase(), v1::PHASE_BIDDING);
  EXPECT_EQ(start.turn(), v1::COLOR_UNSPECIFIED);
  EXPECT_EQ(start.chpok().bidding().turn(), v1::BIDDER_CHALLENGER);
  EXPECT_EQ(start.chpok().bidding().bids(0).max_raise(), 2u);

  const v1::ApplyMovesResponse bid = Apply(start, {"raise xf +1 width=10,undo=2"});
  const v1::ChpokBidding& bidding = bid.state().chpok().bidding();
  EXPECT_EQ(bidding.turn(), v1::BIDDER_OPPONENT);
  EXPECT_EQ(bidding.width(), 10u);
  EXPECT_FALSE(bidding.home_row_fits());
  EXPECT_EQ(bidding.home_row_played(), "RNBDQKDBNR");
  EXPECT_EQ(bidding.bids(3).gap(), 1);
  EXPECT_EQ(bidding.bids(3).match(), "match xf");
  EXPECT_EQ(bid.applied(0).events(0).bidder(), v1::BIDDER_CHALLENGER);

  const v1::ApplyMovesResponse last = Apply(
      bid.state(), {"raise home +2 KPPPPPPPPP", "raise xf +1 width=9,points=1020000,hill"}, seed);
  EXPECT_EQ(last.applied(1).text(),
            "raise xf +1 width=9,points=1020000,hill{white=challenger,time=3+0}");
  EXPECT_EQ(last.applied(1).draws_size(), 2);
  const v1::State& board = last.state();
  EXPECT_EQ(board.fen(),
            "rnbdqkbnr/ppppppppp/9/9/9/9/PPPPPPPPP/RNBDQKBNR w - 1,1 0,0 0,0 0,0 1 "
            "{xf=points=1020000,hill;d=0;tc=3+0}");
  EXPECT_EQ(board.phase(), v1::PHASE_BOARD);
  EXPECT_EQ(board.ply(), 0u);
  EXPECT_EQ(board.chpok().board().white(), v1::BIDDER_CHALLENGER);

  const v1::ApplyMovesResponse over = Apply(board, {"e2e4", "f7f5", "e4f5", "white:resign"});
  EXPECT_EQ(over.applied(2).san(), "exf5");
  EXPECT_EQ(over.state().adjudication().points().white(), 3) << "1+1 for pawns, 1 for the row";
  EXPECT_EQ(over.state().chpok().board().white_points().rows(), 1);
  EXPECT_EQ(over.state().chpok().board().white_points().kinds(), 2);
  EXPECT_EQ(over.state().adjudication().result(), v1::RESULT_BLACK_WINS);
  EXPECT_EQ(over.state().phase(), v1::PHASE_FINISHED);
}

TEST_F(ChpokService, P10_LegalMovesOfABiddingAreTemplates) {
  const v1::LegalMovesResponse legal =
      client_.Call(Item(R"({"legalMoves":{"position":{"variant":"chpok"}}})")).legal_moves();
  EXPECT_THAT(legal.texts(), IsEmpty());
  ASSERT_EQ(legal.bids_size(), 4);
  EXPECT_EQ(legal.bids(1).form(), "raise time +N M+B");
  EXPECT_FALSE(legal.bids(1).has_match_cost());
  EXPECT_EQ(legal.bids(1).max_raise(), 15u);
  EXPECT_EQ(legal.controls(0).action(), "resign");
  EXPECT_EQ(legal.controls(0).bidder(), v1::BIDDER_CHALLENGER);
  EXPECT_EQ(legal.controls(0).actor(), v1::COLOR_UNSPECIFIED);
}

// The last bid draws the targets that are still open (P5).
TEST_F(ChpokService, P5_OutcomesOfTheLastBidAreEnumeratedWithProbabilities) {
  const auto answer = client_
                          .Call(Item(R"({"enumerateOutcomes":{"position":{"variant":"chpok",
      "fen":"bidding turn=opponent chips=0,1 white=0,0:- time=0,0:- home=1,0:RNBQKBNR xf=0,0:- ply=1"},
      "action":"match home"}})"))
                          .enumerate_outcomes();
  ASSERT_EQ(answer.outcomes_size(), 22);
  EXPECT_EQ(answer.outcomes(0).text(), "match home{white=challenger,time=1+0}");
  EXPECT_EQ(answer.outcomes(0).numerator(), 1u);
  EXPECT_EQ(answer.outcomes(0).denominator(), 22u);
  EXPECT_EQ(answer.outcomes(21).state().phase(), v1::PHASE_BOARD);
}

// The server does not measure time. The client reports elapsed times (P6, P24).
TEST_F(ChpokService, P6_ClocksRunIfTimesAreReported) {
  const auto timed = client_
                         .Call(Item(R"({"applyMoves":{"position":{"variant":"chpok"},
      "actions":["raise white +1","match white{white=opponent}"],"elapsedMs":["30000","-1"]}})"))
                         .apply_moves();
  EXPECT_THAT(timed.state().fen(), HasSubstr("{clock=170000,200000}"));
  EXPECT_EQ(timed.state().chpok().bidding().clocks().first_ms(), 170000);
  const v1::ApplyMovesResponse late = Apply(timed.state(), {"raise time +1 5+0"}, "", {170001});
  EXPECT_TRUE(late.applied(0).timed_out());
  EXPECT_EQ(late.state().adjudication().result(), v1::RESULT_OPPONENT_WINS);
  EXPECT_EQ(late.state().adjudication().termination(), v1::TERMINATION_TIMEOUT);
  EXPECT_THAT(late.state().fen(), HasSubstr("{clock=0,200000}"));
}

// A record includes elapsed times, so that a game with clocks can be validated.
TEST_F(ChpokService, P24_ARecordWithTimesIsValidated) {
  const auto valid = client_
                         .Call(Item(R"({"validateGame":{"variant":"chpok",
      "options":{"chpok":{"skipBidding":true,"minutes":1,"bonus":2}},
      "record":{"actions":["e2e4","e7e5","g1f3"],"elapsedMs":["1000","500","61001"]},
      "claimedResult":"RESULT_BLACK_WINS"}})"))
                         .validate_game();
  EXPECT_EQ(valid.verdict(), v1::ValidateGameResponse::VERDICT_LEGAL) << valid.DebugString();
  EXPECT_TRUE(valid.claimed_result_fits()) << valid.DebugString();
  EXPECT_THAT(valid.state().fen(), HasSubstr(" -5000,0 "));
  EXPECT_THAT(valid.state().fen(), HasSubstr("clock=0,61500"));
}

TEST_F(ChpokService, P19_ASnapshotHoldsTheStatesThatUndoRestores) {
  const auto start = client_.Call(Item(R"({"startGame":{"variant":"chpok","options":{"chpok":
      {"skipBidding":true,"white":"BIDDER_OPPONENT","features":{"undo":1,"width":6}}}}})"));
  const v1::State& first = start.start_game().state();
  EXPECT_EQ(first.chpok().board().white(), v1::BIDDER_OPPONENT);
  const v1::State moved = Apply(Apply(first, {"a2a4"}).state(), {"b7b5"}).state();
  const v1::State undone = Apply(moved, {"undo"}).state();
  EXPECT_EQ(undone.fen(),
            "rnqknr/pppppp/6/6/6/6/PPPPPP/RNQKNR w - 1,1 0,0 0,1 0,0 1 {xf=undo=1;d=0}");
  EXPECT_EQ(undone.chpok().board().white_left().undos(), 0u);
}

const ReasonCase kCases[] = {
    // Bids that P2 forbids. The message states the gap and the chips.
    {"ILLEGAL_ACTION", kFailedPrecondition, "actions[0]",
     "the gap on white is 0, and the Challenger has 15 chips (P2)",
     R"({"applyMoves":{"position":{"variant":"chpok"},"actions":["match white"]}})"},
    {"ILLEGAL_ACTION", kFailedPrecondition, "actions[1]",
     "the gap on time is 4, and the Opponent has 15 chips (P2)",
     R"({"applyMoves":{"position":{"variant":"chpok"},
         "actions":["raise time +4 5+0","raise time +4 3+0"]}})"},
    {"ILLEGAL_ACTION", kFailedPrecondition, "actions[0]", "at most the chips left",
     R"({"applyMoves":{"position":{"variant":"chpok"},"actions":["raise white +16"]}})"},
    // Home rows.
    {"BAD_ACTION_TEXT", kInvalidArgument, "actions[0]",
     "'RNBQQBNR' has no K; it must have at least one (P7)",
     R"({"applyMoves":{"position":{"variant":"chpok"},"actions":["raise home +1 RNBQQBNR"]}})"},
    {"BAD_ACTION_TEXT", kInvalidArgument, "actions[0]", "other than K, Q, R, B, D, N and P",
     R"({"applyMoves":{"position":{"variant":"chpok"},"actions":["raise home +1 RNBQKBNX"]}})"},
    {"ILLEGAL_ACTION", kFailedPrecondition, "actions[0]",
     "has 9 letters, but the width in force is 8 (P8)",
     R"({"applyMoves":{"position":{"variant":"chpok"},"actions":["raise home +1 RNBDQKBNR"]}})"},
    // Features.
    {"BAD_ACTION_TEXT", kInvalidArgument, "actions[0]", "width is '11'",
     R"({"applyMoves":{"position":{"variant":"chpok"},"actions":["raise xf +1 width=11"]}})"},
    {"BAD_ACTION_TEXT", kInvalidArgument, "actions[0]", "unknown feature 'swamp' (known: width, ",
     R"({"applyMoves":{"position":{"variant":"chpok"},"actions":["raise xf +1 hill,swamp"]}})"},
    {"OPTION_OUT_OF_RANGE", kInvalidArgument, "options.chpok.features", "undo is '6'",
     R"({"startGame":{"variant":"chpok","options":{"chpok":{"skipBidding":true,
         "features":{"undo":6}}}}})"},
    {"OPTION_OUT_OF_RANGE", kInvalidArgument, "options.chpok.home_row",
     "8 letters, but the board has 9",
     R"({"startGame":{"variant":"chpok","options":{"chpok":{"skipBidding":true,
         "homeRow":"RNBQKBNR","features":{"width":9}}}}})"},
    {"OPTION_OUT_OF_RANGE", kInvalidArgument, "options.chpok.chips", "from 0 to 99",
     R"({"startGame":{"variant":"chpok","options":{"chpok":{"chips":100}}}})"},
    {"OPTION_OUT_OF_RANGE", kInvalidArgument, "options.chpok.minutes", "skip_bidding",
     R"({"startGame":{"variant":"chpok","options":{"chpok":{"minutes":5}}}})"},
    {"OPTION_OUT_OF_RANGE", kInvalidArgument, "options.chpok.chips", "skip_bidding leaves out",
     R"({"startGame":{"variant":"chpok","options":{"chpok":{"skipBidding":true,"chips":5}}}})"},
    {"OPTION_OUT_OF_RANGE", kInvalidArgument, "options.chpok.move_limit_min",
     "skip_bidding leaves out",
     R"({"startGame":{"variant":"chpok","options":{"chpok":{"skipBidding":true,
         "moveLimitMin":20}}}})"},
    // Claims.
    {"CLAIM_REFUSED", kFailedPrecondition, "event", "Black has made 0 moves",
     R"({"adjudicate":{"position":{"variant":"chpok","options":{"chpok":{"skipBidding":true}}},
         "event":"claim draw"}})"},
    {"CLAIM_REFUSED", kFailedPrecondition, "event", "d(39) = 7, d(40) = 5 (P18)",
     R"({"adjudicate":{"position":{"variant":"chpok",
         "fen":"4k3/8/8/8/8/8/8/4K3 w - 1,1 5,0 0,0 0,0 42 {d=7*19,5*2}"},"event":"claim win"}})"},
    {"CLAIM_REFUSED", kFailedPrecondition, "event", "d(41) = 5 (P18)",
     R"({"adjudicate":{"position":{"variant":"chpok",
         "fen":"4k3/8/8/8/8/8/8/4K3 w - 1,1 5,0 0,0 0,0 42 {d=7*19,5*2}"},"event":"claim draw"}})"},
    {"CLAIM_REFUSED", kFailedPrecondition, "event", "is unknown",
     R"({"adjudicate":{"position":{"variant":"chpok",
         "fen":"4k3/8/8/8/8/8/8/4K3 b - 1,1 5,5 0,0 0,0 42"},"event":"claim draw"}})"},
    {"CLAIM_REFUSED", kFailedPrecondition, "actions[1]", "ms left on the clock",
     R"({"applyMoves":{"position":{"variant":"chpok"},"actions":["raise white +1","timeout"],
         "elapsedMs":["0","5"]}})"},
    // Undo and castling.
    {"ILLEGAL_ACTION", kFailedPrecondition, "actions[0]", "has no undo left (P19)",
     R"({"applyMoves":{"position":{"variant":"chpok",
         "fen":"4k3/8/8/8/8/8/8/4K3 w - 1,1 0,0 0,0 0,0 1 {d=0}"},"actions":["undo"]}})"},
    {"ILLEGAL_ACTION", kFailedPrecondition, "actions[0]", "the knight on g1 stands between",
     R"({"applyMoves":{"position":{"variant":"chpok",
         "fen":"4k3/8/8/8/8/8/8/4K1NR w - 1,1 0,0 0,0 0,0 1 {d=0}"},"actions":["e1h1"]}})"},
    {"NOT_YOUR_TURN", kFailedPrecondition, "actions[0]", "the king on e8 is Black's",
     R"({"applyMoves":{"position":{"variant":"chpok",
         "fen":"4k2r/8/8/8/8/8/8/4K2R w - 1,1 0,0 0,0 0,0 1 {d=0}"},"actions":["e8h8"]}})"},
    {"ILLEGAL_ACTION", kFailedPrecondition, "actions[0]", "its own queen is on h1",
     R"({"applyMoves":{"position":{"variant":"chpok",
         "fen":"4k3/8/8/8/8/8/8/4K2Q w - 1,1 0,0 0,0 0,0 1 {d=0}"},"actions":["e1h1"]}})"},
    // Actions of the wrong phase.
    {"ILLEGAL_ACTION", kFailedPrecondition, "actions[0]", "the bidding is not over",
     R"({"applyMoves":{"position":{"variant":"chpok"},"actions":["e2e4"]}})"},
    {"ILLEGAL_ACTION", kFailedPrecondition, "actions[0]", "the bidding is over",
     R"({"applyMoves":{"position":{"variant":"chpok","options":{"chpok":{"skipBidding":true}}},
         "actions":["match white"]}})"},
    {"ILLEGAL_ACTION", kFailedPrecondition, "actions[0]", "no draw by agreement in Chpok (P17)",
     R"({"applyMoves":{"position":{"variant":"chpok"},"actions":["draw?"]}})"},
    {"WRONG_PHASE", kFailedPrecondition, "position", "no perft during the bidding",
     R"({"perft":{"position":{"variant":"chpok"},"depth":2}})"},
    {"RANDOMNESS_REQUIRED", kFailedPrecondition, "randomness", "are drawn at random (P5)",
     R"({"startGame":{"variant":"chpok","options":{"chpok":{"chips":0}}}})"},
    {"BAD_FEN", kInvalidArgument, "position.fen", "rank 1: there are 8 files; all ranks must",
     R"({"legalMoves":{"position":{"variant":"chpok",
         "fen":"10/10/10/10/10/10/10/4K3 w - 1,1 0,0 0,0 0,0 1"}}})"},
    {"IMPOSSIBLE_POSITION", kInvalidArgument, "position.fen", "chips and deposits",
     R"({"legalMoves":{"position":{"variant":"chpok",
         "fen":"bidding turn=challenger chips=3,2 white=0,0:- time=0,0:- home=0,0:RNBQKBNR xf=0,0:- ply=0"}}})"},
};

TEST_F(ChpokService, BadInputIsRefusedWithTheReason) {
  for (const ReasonCase& expected : kCases) ExpectRefused(client_, expected);
}

}  // namespace
}  // namespace arbiter::testing
