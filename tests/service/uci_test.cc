// Tests `arbiter uci` as GUIs and match tools use it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <sstream>

#include "tests/service/interactive.h"
#include "tests/support/process_facts.h"
#include "tests/support/server/server_process.h"

namespace arbiter::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::StartsWith;

constexpr char kNone[] = "bestmove (none)";
// The side to move is checkmated, so a search has nothing to do.
constexpr char kMated[] = "position fen k1R5/8/1K6/8/8/8/8/8 b - - 0 1";

class Uci : public ::testing::Test {
 protected:
  // Sends lines and waits until the engine has executed them.
  void SendAndSync(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) engine_.Send(line);
    engine_.Send("isready");
    engine_.Await("readyok");
  }
  // The lines that the engine printed before the latest awaited one.
  const std::vector<std::string>& output() const { return engine_.passed(); }

  // Sends a `go` command and returns its best move, without the move to ponder.
  std::string BestMove(const std::string& go) {
    engine_.Send(go);
    const std::string line = engine_.Await("bestmove ");
    return line.substr(0, line.find(" ponder "));
  }

  InteractiveProgram engine_{{ARBITER_CLI, "uci"}};
};

TEST_F(Uci, IdentifiesItselfAndListsItsOptions) {
  engine_.Send("uci");
  engine_.Await("uciok");
  EXPECT_THAT(output().front(), StartsWith("id name Arbiter "));
  for (const std::string option :
       {"UCI_Variant type combo default chak var chak var chakart var chpok var makruk",
        "Threads type spin default 1 min 1 max 256", "Hash type spin default 16 min 1 max 65536",
        "MultiPV type spin default 1 min 1 max 64", "Ponder type check default false",
        "UCI_AnalyseMode type check default false", "UCI_LimitStrength type check default false",
        "UCI_Elo type spin default 1880 min 800 max 1880",
        "makruk.counting type combo default auto var auto var manual var none",
        "chpok.chips type spin default 15 min 0 max 99",
        "chpok.skip_bidding type check default false",
        "chpok.home_row type string default <empty>"}) {
    EXPECT_THAT(output(), Contains("option name " + option));
  }
}

TEST_F(Uci, PlaysAGameForAMatchTool) {
  engine_.Send("uci");
  engine_.Await("uciok");
  SendAndSync(
      {"setoption name UCI_Variant value makruk", "setoption name Hash value 4", "ucinewgame"});
  std::string moves;
  for (int ply = 0; ply < 8; ++ply) {
    engine_.Send("position startpos" + (moves.empty() ? "" : " moves" + moves));
    engine_.Send("go wtime 1000 btime 1000 winc 10 binc 10");
    const std::string best = engine_.Await("bestmove ");
    EXPECT_THAT(output().back(),
                MatchesRegex("info depth [0-9]+ seldepth [0-9]+ multipv 1 score (cp|mate) -?[0-9]+ "
                             "nodes [0-9]+ nps [0-9]+ hashfull [0-9]+ time [0-9]+ pv .*"));
    moves += " " + best.substr(9, best.find(' ', 9) - 9);
  }
  // The position shows that all moves were legal.
  engine_.Send("position startpos moves" + moves);
  SendAndSync({"d"});
  EXPECT_THAT(output(), Contains(MatchesRegex("Fen: .* w - .* 5")));
  engine_.Send("quit");
  EXPECT_EQ(engine_.Wait(), 0);
}

TEST_F(Uci, ALimitedStrengthSearchesFewNodes) {
  SendAndSync({"setoption name UCI_Variant value makruk", "setoption name UCI_Elo value 800",
               "setoption name UCI_LimitStrength value true", "position startpos"});
  engine_.Send("go movetime 2000");
  engine_.Await("bestmove ");
  EXPECT_THAT(output().back(), MatchesRegex("info .* multipv [1-8] .* nodes [0-9]{1,3} .*"));
  SendAndSync({"setoption name UCI_LimitStrength value maybe"});
  EXPECT_THAT(output(), Contains(HasSubstr("UCI_LimitStrength must be true or false")));
}

TEST_F(Uci, ALimitedStrengthPlaysDifferentlyInEachGame) {
  SendAndSync({"setoption name UCI_Variant value makruk", "setoption name UCI_Elo value 800",
               "setoption name UCI_LimitStrength value true"});
  std::set<std::string> moves;
  for (int game = 0; game < 20; ++game) {
    SendAndSync({"ucinewgame", "position startpos"});
    moves.insert(BestMove("go movetime 2000"));
  }
  EXPECT_GT(moves.size(), 1U);
}

TEST_F(Uci, StopAnswersSoon) {
  engine_.Send("go infinite");
  engine_.Await("info depth");
  const auto used = engine_.cpu_time();
  engine_.Send("stop");
  engine_.Await("bestmove ");
  EXPECT_LT(engine_.cpu_time() - used, milliseconds(500));
}

TEST_F(Uci, FinishedInfiniteSearchHoldsBackItsBestMove) {
  SendAndSync({"setoption name UCI_Variant value makruk", kMated, "go infinite"});
  EXPECT_FALSE(engine_.HasOutput(milliseconds(200)) && engine_.Await("").starts_with("bestmove"));
  engine_.Send("stop");
  engine_.Await(kNone);
}

TEST_F(Uci, LimitsOfAPonderingSearchBeginAtPonderhit) {
  for (const std::string go : {"go ponder movetime 50", "go ponder wtime 100 btime 100"}) {
    SendAndSync({"position startpos moves e3e4", go});
    engine_.Await("info depth");
    const auto begun = steady_clock::now();
    bool answered = false;
    while (steady_clock::now() < begun + milliseconds(300)) {
      if (engine_.HasOutput(milliseconds(20))) {
        answered |= engine_.Await("").starts_with("bestmove");
      }
    }
    EXPECT_FALSE(answered) << go;
    engine_.Send("ponderhit");
    engine_.Await("bestmove ");
  }
  // If the expected move is not played, the GUI sends `stop`.
  engine_.Send("go ponder movetime 60000");
  engine_.Await("info depth");
  engine_.Send("stop");
  engine_.Await("bestmove ");
}

// The engine searches all the time until it moves, so on a machine that does nothing else, its
// processor time is the time on the clock.
TEST_F(Uci, ClockIsNeverExceeded) {
  for (const auto& [go, max] :
       std::vector<std::pair<std::string, int>>{{"go wtime 300 btime 60000", 270},
                                                {"go wtime 300 btime 60000 movestogo 1", 270},
                                                {"go wtime 300 btime 60000 winc 60000", 270},
                                                {"go wtime 0 btime 60000", 50},
                                                {"go wtime -20 btime 60000", 50}}) {
    const auto used = engine_.cpu_time();
    engine_.Send(go);
    engine_.Await("bestmove ");
    // The tolerance is for a slow machine, not for the search.
    EXPECT_LT(engine_.cpu_time() - used, milliseconds(max + 200)) << go;
  }
  // After White's move, Black's clock counts.
  engine_.Send("position startpos moves e3e4");
  const auto used = engine_.cpu_time();
  engine_.Send("go wtime 60000 btime 300");
  engine_.Await("bestmove ");
  EXPECT_LT(engine_.cpu_time() - used, milliseconds(470));
}

TEST_F(Uci, AForcedMoveTakesHardlyAnyOfTheClock) {
  SendAndSync(
      {"setoption name UCI_Variant value makruk", "position fen 7k/8/5K2/8/8/8/8/7R b - - 0 1"});
  const auto used = engine_.cpu_time();
  engine_.Send("go btime 3600000");
  // The GUI may want to ponder on a forced move, too.
  EXPECT_THAT(engine_.Await("bestmove "), StartsWith("bestmove h8g8 ponder "));
  SendAndSync({"position startpos"});
  EXPECT_EQ(BestMove("go wtime 3600000 searchmoves e3e4"), "bestmove e3e4");
  EXPECT_LT(engine_.cpu_time() - used, milliseconds(2000));
}

TEST_F(Uci, GoObeysItsLimits) {
  engine_.Send("go depth 3");
  engine_.Await("bestmove ");
  EXPECT_THAT(output().back(), StartsWith("info depth 3 "));
  const auto begun = steady_clock::now();
  engine_.Send("go movetime 200");
  engine_.Await("bestmove ");
  EXPECT_GE(steady_clock::now() - begun, milliseconds(190));
  EXPECT_THAT(BestMove("go nodes 500 searchmoves a3a4"), "bestmove a3a4");
  EXPECT_THAT(BestMove("go searchmoves a3a4 i3i4 depth 2"),
              AnyOf("bestmove a3a4", "bestmove i3i4"));
  SendAndSync({"setoption name MultiPV value 3"});
  engine_.Send("go depth 2");
  engine_.Await("bestmove ");
  EXPECT_THAT(output(), Contains(AllOf(StartsWith("info depth 2 "), HasSubstr(" multipv 3 "))));
}

TEST_F(Uci, FindsAMateAndStops) {
  SendAndSync({"position fen 9/9/1V7/9/9/2d6/9/7K1/9 b - - 29 147"});
  engine_.Send("go mate 1");
  engine_.Await("bestmove ");
  EXPECT_THAT(output().back(), HasSubstr(" score mate 1 "));
}

TEST_F(Uci, CheckmatedSideHasNoBestMove) {
  SendAndSync({"setoption name UCI_Variant value makruk", kMated});
  EXPECT_EQ(BestMove("go depth 5"), kNone);
  EXPECT_THAT(output(), Contains("info string White wins by checkmate."));
}

TEST_F(Uci, MatedAndStalematedSidesHaveAScore) {
  SendAndSync({"setoption name UCI_Variant value makruk", kMated});
  EXPECT_EQ(BestMove("go depth 5"), kNone);
  EXPECT_THAT(output(), Contains("info depth 0 score mate 0"));
}

// A referee with other rules of draws would forfeit an engine that does not move.
TEST_F(Uci, C7_PlaysOnAfterADrawByTheRulesWhileThereAreMoves) {
  SendAndSync(
      {"setoption name UCI_Variant value Makruk", "position fen 4k3/8/8/4P3/8/8/8/4K3 w - - 0 1"});
  EXPECT_THAT(BestMove("go depth 3"), Not(kNone));
  // The counting limit has been exceeded (M7), and the game goes on.
  SendAndSync({"position fen 7k/8/8/8/8/8/8/KR6 b - 32 34 40"});
  EXPECT_THAT(BestMove("go depth 3"), Not(kNone));
  // The third occurrence (M4) is followed by more moves.
  SendAndSync(
      {"position startpos moves b1d2 b8d7 d2b1 d7b8 b1d2 b8d7 d2b1 d7b8 b1d2 b8d7 d2b1 d7b8"});
  EXPECT_THAT(output(), Not(Contains(HasSubstr("GAME_OVER"))));
  EXPECT_THAT(BestMove("go depth 3"), Not(kNone));
}

TEST_F(Uci, UnknownWordsAreNamedAndSkipped) {
  SendAndSync({"setoption name UCI_Variant value Makruk",
               "setoption name UCI_LimitStrength value True",
               "setoption name UCI_LimitStrength value FALSE", "setoption name Clear Hash"});
  EXPECT_THAT(output(), Not(Contains(StartsWith("info string "))));
  engine_.Send("joho isready");
  engine_.Await("readyok");
  EXPECT_THAT(output(), Contains("info string skipped 'joho' before isready"));
  SendAndSync({"position startpos e3e4"});
  EXPECT_THAT(output(), Contains(StartsWith("info string position: ignored 'e3e4'")));
  EXPECT_THAT(BestMove("go depth 1 quickly"), Not(kNone));
  EXPECT_THAT(output(), Contains("info string go: ignored 'quickly'"));
  SendAndSync({"SetOption Name MultiPV Value 1", "Position StartPos Moves E3E4 d6-d5"});
  EXPECT_THAT(BestMove("GO DEPTH 1"), Not(kNone));
  // Only the clock of the other side.
  EXPECT_THAT(BestMove("go btime 100 binc 0"), Not(kNone));
}

TEST_F(Uci, SpacesInActionsAreWrittenAsUnderscores) {
  SendAndSync({"setoption name UCI_Variant value chpok", "setoption name chpok.chips value 4",
               "position startpos moves raise_time_+2_5+3", "d"});
  EXPECT_THAT(output(), Contains(StartsWith("Fen: bidding turn=opponent chips=2,4 ")));
  EXPECT_EQ(BestMove("go nodes 2000 searchmoves match_time"), "bestmove match_time");
  // The outcome of a random draw follows its bid. A bidding text can be given like any FEN.
  SendAndSync({"position startpos moves raise_time_+2_5+3 match_time{time=10+5}", "d"});
  EXPECT_THAT(output(), Contains(HasSubstr(" time=2,2:10+5 ")));
  SendAndSync(
      {"position fen bidding turn=opponent chips=0,1 white=1,0:challenger time=0,0:- "
       "home=0,0:RNBQKBNR xf=0,0:- ply=1 moves raise_xf_+1_skip{time=3+0}",
       "d"});
  EXPECT_THAT(output(), Contains(AllOf(StartsWith("Fen: rnbqkbnr/"), HasSubstr("{xf=skip;d=0;"))));
  // The word `moves` among the features of a FEN is not the keyword of the command.
  SendAndSync(
      {"position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - 1,1 0,0 1,1 0,0 1 "
       "{xf=moves=10,undo=1;d=0} moves e2e4 e7e5 undo",
       "d"});
  EXPECT_THAT(output(), Contains(HasSubstr(" w - 1,1 0,0 0,1 0,0 1 {xf=moves=10,undo=1;d=0}")));
  EXPECT_THAT(BestMove("go nodes 2000"), Not(kNone));
}

TEST_F(Uci, AcceptsActionsOfChakart) {
  SendAndSync({"setoption name UCI_Variant value chakart",
               "position startpos moves g1f3 e7e5 h1g1{egg=koopa}", "d"});
  EXPECT_THAT(output(), Contains(StartsWith("Fen: ")));
  EXPECT_THAT(BestMove("go nodes 2000"), Not(kNone));
  // In a turn of several actions, each action of the player is a best move of its own.
  SendAndSync({"position startpos moves g1f3 e7e5 h1g1{egg=daisy}", "d"});
  EXPECT_THAT(output(), Contains(StartsWith("Fen: ")));
  EXPECT_EQ(BestMove("go nodes 2000 searchmoves a2a3"), "bestmove a2a3");
}

TEST_F(Uci, PrintsTheBoardAndPerftCounts) {
  SendAndSync({"setoption name UCI_Variant value makruk", "d", "go perft 3"});
  EXPECT_THAT(output(), Contains("Fen: rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1"));
  EXPECT_THAT(output(), Contains("Nodes searched: 12012"));
}

TEST_F(Uci, InvalidInputIsReportedAndChangesNothing) {
  for (const std::string line :
       {"hello", "setoption", "setoption name Hash value many", "setoption name Hash value 0",
        "setoption name Nothing value 1", "setoption name UCI_Variant value chess",
        "setoption name makruk.counting value sometimes", "\xff\xfe"}) {
    SendAndSync({line});
    EXPECT_THAT(output(), Contains(StartsWith("info string "))) << line;
  }
  SendAndSync({"setoption name makruk.count value none"});
  EXPECT_THAT(output(), Contains(HasSubstr("did you mean makruk.counting? known: UCI_Variant, ")));
  EXPECT_THAT(BestMove("go depth 1"), Not(kNone));
  // A referee forfeits an engine that has moves and makes none.
  for (const std::string go : {"go depth", "go movetime soon", "go depth 1 wtime", "go perft 1x",
                               "go depth 2 searchmoves a1a9", "go depth 2 searchmoves a1a9 Zz"}) {
    EXPECT_THAT(BestMove(go), Not(kNone)) << go;
    EXPECT_THAT(output(), Contains(StartsWith("info string go: ignored "))) << go;
  }
  EXPECT_EQ(BestMove("go depth 2 searchmoves a1a9 e3e4"), "bestmove e3e4");
  // After an invalid position, the engine does not return a best move of the earlier position.
  for (const std::string line : {"position", "position fen", "position fen 9/9 w",
                                 "position startpos moves e3e5", "position nowhere"}) {
    SendAndSync({line});
    EXPECT_THAT(output(), Contains(StartsWith("info string position: "))) << line;
    EXPECT_EQ(BestMove("go depth 1"), kNone) << line;
  }
  SendAndSync({"stop", "ponderhit", "", "debug on", "position startpos"});
  EXPECT_THAT(BestMove("go depth 1"), Not(kNone));
}

TEST_F(Uci, AnotherGoEndsThePreviousSearch) {
  engine_.Send("go infinite");
  engine_.Send("go depth 1");
  engine_.Await("bestmove ");
  engine_.Await("bestmove ");
  engine_.Send("quit");
  EXPECT_EQ(engine_.Wait(), 0);
}

TEST_F(Uci, EndOfInputEndsTheProgram) {
  engine_.Send("go infinite");
  engine_.Await("info depth");
  engine_.EndInput();
  EXPECT_EQ(engine_.Wait(), 0);
}

TEST(UciCommand, BeginsWithAVariantAndRefusesUnknownOnes) {
  EXPECT_THAT(RunProgram({ARBITER_CLI, "uci", "--variant", "makruk"}, "d\n").out,
              HasSubstr("rnsmksnr"));
  EXPECT_EQ(RunProgram({ARBITER_CLI, "uci", "--variant", "chess"}, "d\n").exit_code, 2);
}

TEST(UciCommand, WorksWithAServer) {
  ServerProcess server;
  InteractiveProgram engine({ARBITER_CLI, "uci", "--server", server.address()});
  engine.Send("position startpos moves e3e4");
  engine.Send("go depth 3");
  engine.Await("bestmove ");
  EXPECT_THAT(engine.passed().back(), StartsWith("info depth 3 "));
  engine.Send("go infinite");
  engine.Await("info depth");
  const auto used = CpuTimeOf(server.pid());
  engine.Send("stop");
  engine.Await("bestmove ");
  EXPECT_LT(CpuTimeOf(server.pid()) - used, milliseconds(500));
  // The engine continues after a refusal.
  engine.Send("position startpos moves e3e5");
  engine.Send("go depth 2");
  engine.Await(kNone);
  engine.Send("position startpos");
  engine.Send("go depth 2");
  EXPECT_THAT(engine.Await("bestmove "), Not(kNone));
  engine.Send("quit");
  EXPECT_EQ(engine.Wait(), 0);
}

}  // namespace
}  // namespace arbiter::testing
