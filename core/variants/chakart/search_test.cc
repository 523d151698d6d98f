// Compares Chakart's search with one without pruning, and tests its lines and scores.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "core/rules/enumeration.h"
#include "core/search/expectimax.h"
#include "tests/support/chakart_play.h"

namespace arbiter {
namespace {

using chakart::Action;
using chakart::Actions;
using chakart::ChakartRules;
using chakart::Position;
using chakart::Resolution;
using chakart::SearchModel;
using testing::ChakartAt;
using testing::DefaultChakartRules;
using testing::PlayRandomActions;
using testing::Random;
using ::testing::SizeIs;
using testing::SparseChakart;

const ExpectationScale& Scale() {
  static const auto& scale = *new ExpectationScale(SearchModel::kWinScale);
  return scale;
}

std::string FenOf(const Position& position) {
  return DefaultChakartRules().FormatFen(position, FenStyle::kStandard);
}

// A search without pruning.
class BruteForce {
 public:
  uint64_t nodes() const { return nodes_; }

  Value ValueOf(const Position& position, int depth) {
    ++nodes_;
    if (SearchModel::WinsAtOnce(position)) return kWin - 1;
    if (depth == 0) return Scale().ValueOf(SearchModel::Evaluate(position));
    const auto moves = std::make_unique<Actions>();
    DefaultChakartRules().GenerateMoves(position, moves.get());
    Value best = -kWin;
    for (const Action& move : *moves) {
      const Resolution resolution = DefaultChakartRules().Resolve(position, move, nullptr);
      best = std::max(best, Expected(resolution, position.turn, depth - 1));
    }
    return best;
  }

 private:
  Value Expected(const Resolution& resolution, Color mover, int depth) {
    if (resolution.candidates() == 0) return After(resolution.after(), mover, depth);
    MeanValue mean(resolution.candidates());
    for (int i = 0; i < resolution.candidates(); ++i) {
      Resolution next = resolution;
      next.Choose(i);
      mean.Add(Expected(next, mover, depth));
    }
    return mean.UpperBound();
  }
  Value After(const Position& after, Color mover, int depth) {
    if (const auto end = DefaultChakartRules().FindEnd(after, 1)) {
      const auto winner = WinnerOf(end->result);
      return !winner ? 0 : winner == mover ? kWin - 1 : 1 - kWin;
    }
    const Value value = ValueOf(after, depth);
    return after.turn == mover ? value : OneTurnBefore(-value);
  }

  uint64_t nodes_ = 0;
};

// The search under test with exact values, called with increasing depths like iterative deepening.
class ExactSearch {
 public:
  Value ValueOf(const Position& position, int depth) {
    const StopToken stop;
    SearchClock clock({}, stop, 1);
    const auto tree = std::make_unique<ExpectimaxWorker<ChakartRules>>(
        DefaultChakartRules(), Scale(), SearchMode::kExact, &clock, &table_);
    const Value value = tree->ValueOf(position, depth);
    nodes_ += tree->nodes();
    return value;
  }
  uint64_t nodes() const { return nodes_; }

 private:
  TranspositionTable table_{1 << 20};
  uint64_t nodes_ = 0;
};

void ExpectEqualValues(const std::vector<Position>& positions, int depth) {
  BruteForce brute;
  ExactSearch exact;
  for (const Position& position : positions) {
    for (int i = 1; i <= depth; ++i) {
      EXPECT_EQ(exact.ValueOf(position, i), brute.ValueOf(position, i))
          << "depth " << i << " in " << FenOf(position);
    }
  }
  // The search must prune.
  EXPECT_LT(exact.nodes(), brute.nodes() / 2);
}

TEST(Expectimax, EqualsBruteForceInPositionsOfRandomGames) {
  std::vector<Position> positions;
  Random random(21);
  for (int i = 0; i < 60; ++i) {
    const Position start = ChakartAt(ChakartRules::Info().start_fen);
    positions.push_back(PlayRandomActions(start, static_cast<int>(random.Below(60)), random));
  }
  ExpectEqualValues(positions, 2);
}

TEST(Expectimax, EqualsBruteForceToDepthThreeOnSparseBoards) {
  std::vector<Position> positions;
  Random random(22);
  while (positions.size() < 120) {
    const Position position = SparseChakart(3, 3, random);
    const auto moves = std::make_unique<Actions>();
    DefaultChakartRules().GenerateMoves(position, moves.get());
    if (moves->size() <= 14) positions.push_back(position);
  }
  ExpectEqualValues(positions, 3);
}

using Report = SearchReport<Action>;

Report Search(std::string_view fen, const SearchQuery<Action>& query) {
  const StopToken stop;
  TranspositionTable table(1 << 20);
  return DefaultChakartRules().Search(ChakartAt(fen),
                                      {{}, query, stop, &table, [](const Report& /*report*/) {}});
}
SearchQuery<Action> ToDepth(int depth) {
  SearchQuery<Action> query;
  query.limits.depth = depth;
  return query;
}
std::string TextOf(const Action& action) { return DefaultChakartRules().FormatMove(action); }

constexpr std::string_view kNoPowers = R"( {"flags":"0000"})";
std::string Fen(std::string_view board_side_ply) {
  return std::string(board_side_ply) + std::string(kNoPowers);
}

TEST(Expectimax, CapturesTheLastKing) {
  for (const int depth : {1, 2, 4}) {
    const Report report = Search(Fen("q3k3/8/8/8/8/8/8/R3R1K1 w 0"), ToDepth(depth));
    EXPECT_EQ(TextOf(report.lines[0].moves[0]), "e1e8");
    EXPECT_EQ(report.lines[0].score.kind, Score::Kind::kMate);
    EXPECT_EQ(report.lines[0].score.value, 1);
  }
}

TEST(Expectimax, CapturingOneOfTwoKingsIsNotAWin) {
  const Report report = Search(Fen("k3k3/8/8/8/8/8/8/4R1K1 w 0"), ToDepth(1));
  EXPECT_EQ(TextOf(report.lines[0].moves[0]), "e1e8");
  EXPECT_EQ(report.lines[0].score.kind, Score::Kind::kCentipawns);
}

TEST(Expectimax, ThrowsTheShellAtTheLastKing) {
  const Report report = Search(R"(4k3/8/8/8/8/8/8/4K3 w 0 {"flags":"1000"})", ToDepth(1));
  EXPECT_EQ(TextOf(report.lines[0].moves[0]), "e1*e8");
  EXPECT_EQ(report.lines[0].score.value, 1);
}

TEST(Expectimax, FindsAWinInTwo) {
  const Report report = Search(Fen("k7/8/1K6/8/8/8/8/6Q1 w 0"), ToDepth(4));
  EXPECT_EQ(report.lines[0].score.kind, Score::Kind::kMate);
  EXPECT_EQ(report.lines[0].score.value, 2);
  EXPECT_EQ(report.lines[0].score.win_probability, 1);
  // The win is proven for every move of the king.
  const Report other = Search(Fen("k6Q/8/1K6/8/8/8/8/8 b 0"), ToDepth(4));
  EXPECT_EQ(other.lines[0].score.kind, Score::Kind::kMate);
  EXPECT_EQ(other.lines[0].score.value, -1);
}

TEST(Expectimax, ProvesTheNearestWinOrLoss) {
  Random random(23);
  ExactSearch exact;
  int proven = 0;
  for (int i = 0; i < 3000; ++i) {
    const Position position = SparseChakart(4, 2, random);
    const auto moves = std::make_unique<Actions>();
    DefaultChakartRules().GenerateMoves(position, moves.get());
    if (SearchModel::WinsAtOnce(position) || moves->size() > 30) continue;
    const Report report = Search(FenOf(position), ToDepth(3));
    const Score& score = report.lines[0].score;
    if (score.kind != Score::Kind::kMate || score.value > 2 || score.value < -1) continue;
    const Score nearest = Scale().ScoreOf(exact.ValueOf(position, score.value > 0 ? 3 : 2));
    EXPECT_EQ(nearest.kind, Score::Kind::kMate) << FenOf(position);
    EXPECT_EQ(nearest.value, score.value) << FenOf(position);
    ++proven;
  }
  EXPECT_GT(proven, 10);
}

TEST(Expectimax, TheValueOfAMoveIsTheMeanOfItsOutcomes) {
  // The rook puts a banana on one of two squares.
  const Position position = ChakartAt(Fen("7k/8/8/8/8/8/6PP/R6K w 0"));
  const Action move = *DefaultChakartRules().ParseMove(position, "a1e1");
  Budget budget;
  Enumeration<ChakartRules> outcomes({}, &budget);
  ASSERT_TRUE(outcomes.Run(DefaultChakartRules().Resolve(position, move, nullptr)).ok());
  ASSERT_GT(outcomes.outcomes().size(), 1);
  double mean = 0;
  BruteForce brute;
  for (const auto& outcome : outcomes.outcomes()) {
    mean -= outcome.probability->ToDouble() * brute.ValueOf(outcome.after, 1);
  }
  const StopToken stop;
  SearchClock clock({}, stop, 1);
  TranspositionTable table(1 << 20);
  ExpectimaxWorker<ChakartRules> tree(DefaultChakartRules(), Scale(), SearchMode::kExact, &clock,
                                      &table);
  EXPECT_NEAR(tree.ValueOfMove(position, move, 2, -kWin, kWin), mean, 1);
}

TEST(Expectimax, LinesEndAtAMoveWithARandomDraw) {
  const Report report = Search(Fen("7k/5ppp/8/8/8/8/5PPP/R6K w 0"), [] {
    SearchQuery<Action> query = ToDepth(4);
    query.multi_pv = 64;
    return query;
  }());
  int drawing = 0;
  int long_lines = 0;
  for (const auto& line : report.lines) {
    Position position = ChakartAt(Fen("7k/5ppp/8/8/8/8/5PPP/R6K w 0"));
    for (size_t i = 0; i < line.moves.size(); ++i) {
      const auto resolution = DefaultChakartRules().Resolve(position, line.moves[i], nullptr);
      if (resolution.candidates() > 0) {
        EXPECT_EQ(i + 1, line.moves.size());
        ++drawing;
      } else {
        position = resolution.after();
      }
    }
    if (line.moves.size() > 1) ++long_lines;
  }
  EXPECT_GT(drawing, 0);
  EXPECT_GT(long_lines, 0);
}

TEST(Expectimax, MultiPvLinesHaveTheValuesOfTheirMoves) {
  const std::string fen = Fen("4k3/pp3ppp/8/3n4/2P5/8/PP3PPP/4K3 w 0");
  SearchQuery<Action> query = ToDepth(1);
  query.multi_pv = 5;
  const Report together = Search(fen, query);
  ASSERT_THAT(together.lines, SizeIs(5));
  EXPECT_EQ(TextOf(together.lines[0].moves[0]), "c4d5");
  for (size_t i = 0; i < together.lines.size(); ++i) {
    SearchQuery<Action> alone = ToDepth(1);
    alone.moves = {together.lines[i].moves[0]};
    EXPECT_EQ(Search(fen, alone).lines[0].score.value, together.lines[i].score.value);
    if (i > 0) {
      EXPECT_LE(together.lines[i].score.value, together.lines[i - 1].score.value);
    }
  }
}

TEST(Expectimax, SearchesPendingChoices) {
  const Report drop =
      Search(R"(4k3/4p3/8/8/8/8/4P3/4K3 w 4 {"flags":"0000","pending":"drop:q"})", ToDepth(3));
  EXPECT_EQ(drop.lines[0].moves[0].kind, chakart::ActionKind::kPlace);
  const Report promotion =
      Search(R"(4P2k/8/8/8/8/8/8/4K3 w 4 {"flags":"0000","pending":"promotion:e8"})", ToDepth(3));
  EXPECT_EQ(promotion.lines[0].moves[0].kind, chakart::ActionKind::kPromote);
  // The same side moves again and can capture the king with that move.
  const Report again =
      Search(R"(4k3/8/8/8/8/8/8/4R2K w 4 {"flags":"0000","pending":"again"})", ToDepth(2));
  EXPECT_EQ(TextOf(again.lines[0].moves[0]), "e1e8");
}

TEST(ChakartSearchModel, PassesUnlessAChoiceIsPending) {
  const SearchModel model(DefaultChakartRules());
  const Position start = ChakartAt(ChakartRules::Info().start_fen);
  const auto pass = model.NullMove(start);
  ASSERT_TRUE(pass);
  const Position after = DefaultChakartRules().Resolve(start, *pass, nullptr).after();
  EXPECT_EQ(after.board, start.board);
  EXPECT_EQ(after.turn, !start.turn);
  EXPECT_FALSE(DefaultChakartRules().FindEnd(after, 1));
  EXPECT_FALSE(
      model.NullMove(ChakartAt(R"(4k3/8/8/8/8/8/8/4R2K w 4 {"flags":"0000","pending":"again"})")));
}

// Crowded boards, on which one random draw leads to the next in more ways than can be enumerated.
constexpr std::string_view kCrowded[] = {
    "qqqqkqqq/qqqqqqqq/eeeeeeee/dwdwdwdw/wdwdwdwd/eeeeeeee/QQQQQQQQ/QQQQKQQQ w 0",
    "rbrbkbrb/eeeeeeee/8/wdwdwdwd/dwdwdwdw/8/eeeeeeee/RBRBKBRB w 0",
    "k7/eeeeeeee/dddddddd/dddddddd/dddddddd/dddddddd/dddddddd/K6Q w 0",
};

TEST(Expectimax, StopsAtTheNodeLimit) {
  std::vector<std::string> fens;
  fens.emplace_back(ChakartRules::Info().start_fen);
  for (const auto board : kCrowded) fens.push_back(Fen(board));
  for (const std::string& fen : fens) {
    for (const uint64_t nodes : {10'000, 30'000}) {
      SearchQuery<Action> query;
      query.limits.nodes = nodes;
      const Report report = Search(fen, query);
      EXPECT_EQ(report.nodes, nodes + 1) << fen;
      EXPECT_THAT(report.lines, SizeIs(1)) << fen;
    }
  }
}

TEST(Expectimax, ReportsBeforeALongFirstIterationEnds) {
  for (const auto board : kCrowded) {
    SearchQuery<Action> query;
    query.limits.nodes = 30'000;
    const StopToken stop;
    TranspositionTable table(1 << 20);
    std::vector<Report> reports;
    DefaultChakartRules().Search(
        ChakartAt(Fen(board)),
        {{}, query, stop, &table, [&](const Report& report) { reports.push_back(report); }});
    ASSERT_FALSE(reports.empty());
    EXPECT_LT(reports[0].nodes, 5'000) << board;
    EXPECT_THAT(reports[0].lines, SizeIs(1));
    for (size_t i = 1; i < reports.size(); ++i) {
      EXPECT_GE(reports[i].depth, reports[i - 1].depth);
      EXPECT_LE(reports[i].depth, reports[i - 1].depth + 1);
    }
  }
}

TEST(Expectimax, ReturnsALineIfItIsStoppedAtOnce) {
  StopToken stop;
  stop.Stop();
  TranspositionTable table(1 << 20);
  const Position start = ChakartAt(ChakartRules::Info().start_fen);
  std::vector<Report> reports;
  const Report report = DefaultChakartRules().Search(
      start, {{}, {}, stop, &table, [&](const Report& found) { reports.push_back(found); }});
  EXPECT_THAT(report.lines, SizeIs(1));
  EXPECT_LT(report.nodes, 2'000);
  EXPECT_FALSE(reports.empty());
}

// Helper threads influence the result only through the transposition table.
TEST(Expectimax, SeveralThreadsShareTheWork) {
  SearchQuery<Action> query;
  query.threads = 3;
  query.limits.nodes = 30'000;
  const Report report = Search(ChakartRules::Info().start_fen, query);
  EXPECT_THAT(report.lines, SizeIs(1));
  EXPECT_GE(report.nodes, 25'000);
  EXPECT_LE(report.nodes, 35'000);
}

}  // namespace
}  // namespace arbiter
