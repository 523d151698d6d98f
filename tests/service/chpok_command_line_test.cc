// Tests `arbiter` with Chpok: the bidding, the board and its points, clocks, and two ways to take
// back an action.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/service/command_line.h"
#include "tests/support/server/server_process.h"
#include "tests/support/temporary_file.h"

namespace arbiter::testing {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(ChpokCommandLine, StartShowsTheBidding) {
  EXPECT_THAT(Out({"start", "chpok", "--option", "chips=3"}),
              AllOf(HasSubstr("Challenger: 3 chips\nOpponent: 3 chips\nTo bid: Challenger\n"),
                    EndsWith("Turn      Challenger, bid 1\n"
                             "Notes     Bids on White: raise by 1-3 chips\n"
                             "          Bids on Time: raise by 1-3 chips\n"
                             "          Bids on Home row: raise by 1-3 chips\n"
                             "          Bids on Features: raise by 1-3 chips\n")));
}

TEST(ChpokCommandLine, OptionsAreNumbersFlagsAndFeatures) {
  EXPECT_THAT(
      Out({"start", "chpok", "--option", "skip_bidding=true", "--option",
           "features=width=10,undo=2,hill", "--option", "white=opponent", "--option", "minutes=5",
           "--option", "track_clocks=true"}),
      AllOf(HasSubstr("1  R  N  B  D  Q  K  D  B  N  R\n"),
            HasSubstr("White: 0 points, clock 5:00; left: 888 moves, 1 castling, 2 undos\n"),
            HasSubstr("Clocks    White 5:00, Black 5:00\n"
                      "Notes     If nobody scores, a draw can be claimed after 20 more moves by "
                      "Black.\n"
                      "          Time control: 5+0\n"
                      "          Black is the Challenger, White the Opponent.\n"
                      "          Features: undo=2, hill\n")));
  EXPECT_THAT(
      Out({"start", "chpok", "--option", "chips=0", "--seed", "000102030405060708090a0b0c0d0e0f"}),
      HasSubstr(" is the Challenger, "));
  EXPECT_EQ(Arbiter({"start", "chpok", "--option", "chips=many"}).exit_code, 2);
  EXPECT_EQ(Arbiter({"start", "chpok", "--option", "features=wings"}).exit_code, 2);
  EXPECT_EQ(Arbiter({"start", "chpok", "--option", "chips=100"}).exit_code, 1);
}

TEST(ChpokCommandLine, VariantsListsTheValuesOfOptions) {
  EXPECT_THAT(Out({"variants", "chpok"}),
              AllOf(HasSubstr("  chips = 0 to 99 (default 15): "),
                    HasSubstr("  minutes = 1 to 1000 (no default): "),
                    HasSubstr("  skip_bidding = false | true (default false): "),
                    HasSubstr("  features = a text like width=10,moves=888,")));
}

TEST(ChpokCommandLine, ApplyAcceptsATimeForEachAction) {
  const std::string text = Out({"apply", "chpok", "--option", "chips=4", "--elapsed-ms", "1500,-1",
                                "raise time +2 5+3", "raise xf +3 width=10,undo=2,hill"});
  EXPECT_THAT(text,
              AllOf(StartsWith("raise time +2 5+3 Challenger bids on time: 5+3.\n"
                               "raise xf +3 width=10,undo=2,hill Opponent bids on xf: "),
                    HasSubstr("Time: 5+3 (deposits 2-0)\n"
                              "Home row: RNBDQKDBNR, as RNBQKBNR does not fit the width of 10\n"
                              "Features: width=10, undo=2, hill (deposits 0-3)\n"),
                    EndsWith("Clocks    Challenger 3:18, Opponent 3:20\n"
                             "Notes     Bids on White: raise by 1-2 chips\n"
                             "          Bids on Time: raise by 1-2 chips\n"
                             "          Bids on Home row: raise by 1-2 chips\n")));
  EXPECT_EQ(Out({"apply", "chpok", "--option", "chips=4", "raise time +2 5+3",
                 "raise xf +3 width=10,undo=2,hill", "--elapsed-ms", "1500", "--elapsed-ms", "-1"}),
            text);
  EXPECT_THAT(Arbiter({"apply", "chpok", "resign", "--elapsed-ms", "1,2"}).err,
              HasSubstr("elapsed_ms"));
  EXPECT_THAT(Out({"apply", "chpok", "raise time +2 5+3", "--elapsed-ms", "100001"}),
              HasSubstr("Result    Opponent wins: timeout (P6)\n"));
}

TEST(ChpokCommandLine, BoardShowsTheSourcesOfPoints) {
  const std::vector<std::string> position = {
      "chpok", "--fen",
      "3k4/1P6/8/8/8/8/8/R2QK2r w - 1,1 2,0 1,1 0,0 3 {xf=undo=1,points=1020000;d=0,1,2}"};
  std::vector<std::string> apply = {"apply"};
  apply.insert(apply.end(), position.begin(), position.end());
  apply.insert(apply.end(), {"b7b8q", "h1e1"});
  EXPECT_THAT(Out(apply), AllOf(HasSubstr("White: 7 points; left: "),
                                HasSubstr("Result    Black wins: king captured (P17)\n"
                                          "Notes     White's points: 4 for rows reached, 1 for "
                                          "pieces moved, 2 carried over\n"
                                          "          Black's points: 4 for rows reached, 1000 for "
                                          "kings captured\n")));
  std::vector<std::string> adjudicate = {"adjudicate"};
  adjudicate.insert(adjudicate.end(), position.begin(), position.end());
  EXPECT_THAT(
      Out(adjudicate),
      AllOf(HasSubstr("          If nobody scores, White can claim a win after 18 more moves by "
                      "Black.\n"),
            HasSubstr("Notes     White: 2 points; left: 886 moves, 1 castling, 1 undo\n"
                      "          Black: 0 points; left: 886 moves, 1 castling, 1 undo\n")));
}

TEST(ChpokCommandLine, ResultOfABiddingNamesTheBidder) {
  EXPECT_THAT(Out({"adjudicate", "chpok", "--event", "resign"}),
              StartsWith("Result    Opponent wins: resignation (C7)\n"
                         "Message   Opponent wins: Challenger resigned.\n"));
  EXPECT_THAT(
      Out({"validate", "chpok", "--moves", "opponent:resign", "--result", "challenger-wins"}),
      HasSubstr("Result    Challenger wins: resignation (C7)\n"));
}

TEST(ChpokCommandLine, LegalListsTheBids) {
  EXPECT_THAT(Out({"legal", "chpok", "--option", "chips=4", "--moves", "raise time +2 5+3;"}),
              StartsWith("raise white +N         N is 1-4\n"
                         "match time             2 chips\n"
                         "raise time +N M+B      N is 3-4; M is minutes, 1 to 180; "));
}

TEST(ChpokCommandLine, ConvertWritesPoints) {
  EXPECT_EQ(Out({"convert", "chpok", "--option", "skip_bidding=true", "--from", "action", "--to",
                 "san", "--points", "e2e4 b8c6 e4e5 c6e5"}),
            "e4 [+0]; Nc6 [+0]; e5 [+1]; Nxe5 [+0]\n");
  EXPECT_EQ(Out({"convert", "chpok", "--option", "skip_bidding=true",
                 "e4 [+0]; Nc6 [+0]; e5 [+1]; Nxe5 [+0]"}),
            "e2e4 b8c6 e4e5 c6e5\n");
}

TEST(ChpokCommandLine, PlayLeadsThroughAWholeGame) {
  const std::string text =
      Out({"play", "chpok", "--option", "chips=2"},
          "moves\nraise white +1\nraise xf +2 undo=1,skip\nraise time +1 5+3\ne2e4\n0000\n"
          "moves e4\nrecord\nblack:resign\nquit\n");
  EXPECT_THAT(text, AllOf(HasSubstr("raise white +N         N is 1-2\n"),
                          HasSubstr("also: resign  opponent:resign  timeout  opponent:timeout\n"),
                          HasSubstr("Turn      Opponent, bid 2\n"),
                          HasSubstr("Last      raise white +1\n"
                                    "Effects   Challenger bids on white: challenger.\n"),
                          HasSubstr("White is the Challenger, Black the Opponent.\n"),
                          HasSubstr("e4e5 e5 "),
                          HasSubstr("raise white +1\nraise xf +2 undo=1,skip\nraise time +1 5+3\n"
                                    "e2e4\n0000\n"),
                          HasSubstr("Result    White wins: resignation (C7)\n")));
}

TEST(ChpokCommandLine, UndoIsAnActionAndBackIsACommandOfPlay) {
  const std::vector<std::string> play = {
      "play", "chpok", "--option", "skip_bidding=true", "--option", "features=undo=1"};
  // The action `undo` uses up an undo of the player and is part of the record.
  EXPECT_THAT(
      Out(play, "e2e4\ne7e5\nundo\nfen\nrecord\nquit\n"),
      AllOf(HasSubstr("w - 1,1 0,0 0,1 0,0 1 {xf=undo=1;d=0}\n"), EndsWith("e2e4\ne7e5\nundo\n")));
  EXPECT_THAT(Out(play, "e2e4\ne7e5\nback\nback\nfen\nrecord\nquit\n"),
              EndsWith("w - 1,1 0,0 1,1 0,0 1 {xf=undo=1;d=0}\n"));
  // A move that was taken back is not marked as the last move.
  EXPECT_THAT(Out({"apply", "chpok", "--option", "skip_bidding=true", "--option", "features=undo=1",
                   "e2e4", "e7e5", "undo"}),
              Not(HasSubstr("last move")));
  for (const std::string command : {"undo", "back"}) {
    EXPECT_THAT(Out({"play", "makruk"}, "e3e4\n" + command + "\nrecord\nfen\nquit\n"),
                EndsWith("White, move 1\nrnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1\n"));
  }
}

TEST(ChpokCommandLine, PlayContinuesARecordWithTimes) {
  const TemporaryFile record(
      R"({"actions":["raise white +1","raise white +2"],"elapsedMs":["1000","-1"]})");
  EXPECT_THAT(Out({"play", "chpok", "--record", record.path()}, "fen\nquit\n"),
              HasSubstr("ply=2 {clock=199000,200000}\n"));
}

TEST(ChpokCommandLine, HelpNamesChpok) {
  for (const std::string command : {"start", "legal", "apply", "adjudicate", "convert", "play",
                                    "variants", "render", "outcomes"}) {
    EXPECT_THAT(Out({command, "--help"}), HasSubstr("arbiter " + command + " chpok")) << command;
  }
}

}  // namespace
}  // namespace arbiter::testing
