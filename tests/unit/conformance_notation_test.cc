// The contract of every variant, whatever its rules: lists of moves have a fixed order, and every
// notation names each move unambiguously.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/strings.h"
#include "core/game/any_notation.h"
#include "core/pgn/pgn_game.h"
#include "core/pgn/read.h"
#include "tests/support/random_play.h"
#include "tests/support/status.h"

namespace arbiter {
namespace {

using testing::GameCase;
using testing::IsOk;
using testing::kSanitizerSlowdown;
using testing::MovesOf;
using testing::PlayGames;
using testing::Random;
using testing::RandomSetUp;
using testing::TextsOf;

constexpr int kMaxPlies = 160;

class ConformanceOfNotation : public ::testing::TestWithParam<GameCase> {};

TEST_P(ConformanceOfNotation, C11_ListsAreSortedAndAgree) {
  Random random(21);
  PlayGames(GetParam(), 8, kMaxPlies, random, [](const Game& game, const auto&) {
    const std::vector<std::string> texts = TextsOf(game);
    ASSERT_TRUE(std::is_sorted(texts.begin(), texts.end()));
    ASSERT_EQ(std::adjacent_find(texts.begin(), texts.end()), texts.end());
    const std::vector<MoveInfo> moves = MovesOf(game);
    ASSERT_EQ(moves.size(), texts.size());
    for (size_t i = 0; i < moves.size(); ++i) {
      ASSERT_EQ(moves[i].text, texts[i]);
      const std::vector<std::string> from_there = *game.LegalTexts(moves[i].from);
      ASSERT_TRUE(std::binary_search(from_there.begin(), from_there.end(), texts[i]));
    }
  });
}

// Expects every legal move to survive a round trip through `notation`, so that no two moves share a
// text.
void ExpectRoundTrips(const Game& game, Notation notation) {
  for (const std::string& text : TextsOf(game)) {
    const auto written = game.WriteMove(text, notation);
    ASSERT_THAT(written, IsOk()) << text << " in " << game.Fen(FenStyle::kStandard);
    const auto read = game.ReadMove(*written, notation);
    ASSERT_THAT(read, IsOk()) << *written << " in " << game.Fen(FenStyle::kStandard);
    ASSERT_EQ(*read, text) << *written << " in " << game.Fen(FenStyle::kStandard);
  }
}

void ExpectRoundTripsInAllNotations(const Game& game) {
  for (const Notation notation : {Notation::kAction, Notation::kSan, Notation::kLan}) {
    ExpectRoundTrips(game, notation);
  }
  if (game.variant().has_thai_notation) {
    ExpectRoundTrips(game, Notation::kThaiSan);
    ExpectRoundTrips(game, Notation::kThaiLan);
  } else {
    EXPECT_THAT(game.ReadMove("", Notation::kThaiSan), testing::Fails(ErrorReason::kBadField, ""));
    EXPECT_THAT(game.ReadMove("", Notation::kThaiLan), testing::Fails(ErrorReason::kBadField, ""));
  }
}

// Makes a move and expects its text with outcomes to survive a round trip too.
void ExpectRoundTripWithOutcomes(const Game& game, const MoveInfo& move, const std::string& seed) {
  ActionResult applied;
  ASSERT_THAT(game.Clone()->Apply(move.text, seed, &applied), IsOk());
  const std::string outcomes = applied.text.substr(move.text.size());
  ASSERT_EQ(*game.WriteMove(move.text, Notation::kSan), move.san);
  ASSERT_EQ(*game.WriteMove(applied.text, Notation::kSan), applied.san);
  ASSERT_TRUE(applied.san.starts_with(move.san)) << applied.san;
  // Only the outcome of an egg is appended to the SAN.
  const bool egg = outcomes.find("egg=") != std::string::npos;
  ASSERT_EQ(applied.san == move.san, !egg) << applied.text << " as " << applied.san;
  for (const Notation notation : {Notation::kSan, Notation::kLan}) {
    const std::string written = *game.WriteMove(applied.text, notation);
    // Without the outcomes appended, the move is read with its outcomes only if the notation itself
    // determines them.
    const std::string read = *game.ReadMove(written, notation);
    ASSERT_TRUE(read == move.text || read == applied.text) << written << " as " << read;
    ASSERT_EQ(*game.ReadMove(written + outcomes, notation), applied.text) << written;
  }
  ASSERT_EQ(*game.WriteMove(applied.text, Notation::kAction), applied.text);
  ASSERT_EQ(*game.ReadMove(applied.text, Notation::kAction), applied.text);
}

TEST_P(ConformanceOfNotation, NotationsRoundTrip) {
  Random random(22);
  int states = 0;
  PlayGames(GetParam(), 6, kMaxPlies, random, [&](const Game& game, const auto&) {
    if (++states % (2 * kSanitizerSlowdown) != 0) return;
    ExpectRoundTripsInAllNotations(game);
    if (game.Adjudicate().end) return;
    for (const MoveInfo& move : MovesOf(game)) {
      ExpectRoundTripWithOutcomes(game, move, random.Seed());
      ASSERT_FALSE(HasFatalFailure()) << move.text << " in " << game.Fen(FenStyle::kStandard);
    }
  });
}

// Returns the texts in which people and other programs write a move that goes from one square to
// another (ruling C15).
std::vector<std::string> StylesOf(const Game& game, const MoveInfo& move) {
  const std::string lan = *game.WriteMove(move.text, Notation::kLan);
  const std::string san = *game.WriteMove(move.text, Notation::kSan);
  const std::string squares = StrCat(move.from, move.to);
  std::vector<std::string> styles;
  // A suffix of an action text other than a promotion is not a part of its squares.
  if (move.text.size() == 4 || move.promotion != 0) {
    const std::string suffix = move.text.substr(4);
    for (const std::string_view separator : {"", "-", "–", "x"}) {
      const std::string text = StrCat(move.from, separator, move.to, suffix);
      styles.insert(styles.end(),
                    {text, StrCat(UpperCase(move.from), separator, UpperCase(move.to), suffix)});
    }
    styles.push_back(UpperCase(squares + suffix));
    styles.push_back(StrCat(squares, suffix, "!?"));
  }
  for (const std::string& text : {san, lan}) {
    // Castling, passes and the like, and moves that SAN cannot express.
    if (text == move.text || text.find_first_of("O~@*[?") != std::string::npos) continue;
    for (const std::string_view sign : {"+", "!", "!!", "±", "∞", "+=", "-+", "=", "‼", " e.p."}) {
      styles.push_back(StrCat(text, sign == " e.p." ? sign.substr(1) : sign));
    }
    styles.push_back(ReplaceAll(text, {{"x", "X"}}));
    styles.push_back(ReplaceAll(text, {{"x", "×"}}));
    styles.push_back(ReplaceAll(text, {{"=", ""}}));
    styles.push_back(ReplaceAll(text, {{"-", "−"}}));
    styles.insert(styles.end(), {StrCat(text, "*"), StrCat(text, "$14"), StrCat(text, "+/-")});
    if (move.promotion != 0) {
      styles.push_back(
          StrCat(text.substr(0, text.find('=')), LowerCase(text.substr(text.find('=')))));
    }
    // The guide's bishop and queen (C15).
    if (game.variant().has_thai_notation && text.front() == 'S')
      styles.push_back("B" + text.substr(1));
    if (game.variant().has_thai_notation && text.front() == 'M')
      styles.push_back("Q" + text.substr(1));
    const bool is_pawn = text.front() >= 'a' && text.front() <= 'z';
    if (is_pawn && move.piece == 'P') styles.push_back("P" + text);
  }
  if (game.variant().has_thai_notation) {
    for (const Notation notation : {Notation::kThaiSan, Notation::kThaiLan}) {
      const std::string text = *game.WriteMove(move.text, notation);
      const std::string arabic = ReplaceAll(text, {{"๑", "1"},
                                                   {"๒", "2"},
                                                   {"๓", "3"},
                                                   {"๔", "4"},
                                                   {"๕", "5"},
                                                   {"๖", "6"},
                                                   {"๗", "7"},
                                                   {"๘", "8"}});
      styles.insert(styles.end(),
                    {text, arabic, ReplaceAll(arabic, {{"x", "X"}}),
                     ReplaceAll(arabic, {{"x", " × "}}), ReplaceAll(arabic, {{"-", " - "}})});
    }
  }
  return styles;
}

// Ten thousand moves of each variant, spread over its options.
TEST_P(ConformanceOfNotation, C15_MovesAreReadInEveryStyle) {
  Random random(24);
  const std::vector<GameCase> all = testing::AllGameCases();
  const auto cases = std::count_if(all.begin(), all.end(), [](const GameCase& game_case) {
    return game_case.variant == GetParam().variant;
  });
  PlayGames(GetParam(), static_cast<int>(84 / cases), kMaxPlies, random,
            [&](const Game& game, const auto&) {
              if (game.Adjudicate().end || game.phase() == Phase::kBidding) return;
              const std::vector<MoveInfo> moves = MovesOf(game);
              const MoveInfo& move = moves[random.Below(moves.size())];
              if (move.kind != MoveKind::kQuiet && move.kind != MoveKind::kCapture) return;
              for (const std::string& style : StylesOf(game, move)) {
                const auto read = ReadAnyMove(game, style);
                ASSERT_THAT(read, IsOk()) << style << " in " << game.Fen(FenStyle::kStandard);
                ASSERT_EQ(read->substr(0, move.text.size()), move.text)
                    << style << " in " << game.Fen(FenStyle::kStandard);
              }
            });
}

// Returns a PGN game with the moves of `actions`, each in a random style, up to the first action
// that is not a move from one square to another or that draws at random. Sets `*moves` to these
// moves.
std::string PgnInEveryStyle(const GameCase& game_case, const std::vector<std::string>& actions,
                            Random& random, std::vector<std::string>* moves) {
  const std::unique_ptr<Game> game = game_case.Start();
  std::string pgn =
      StrCat("[Variant \"", game->variant().name.en, "\"]\n[VariantOptions \"",
             pgn::FormatOptions(game->variant(), game_case.options), "\"]\n[SetUp \"1\"]\n[FEN \"",
             ReplaceAll(game->Fen(FenStyle::kStandard), {{"\"", "\\\""}}), "\"]\n\n");
  for (const std::string& action : actions) {
    const std::vector<MoveInfo> legal = MovesOf(*game);
    const auto move = std::find_if(legal.begin(), legal.end(),
                                   [&action](const MoveInfo& each) { return each.text == action; });
    if (move == legal.end()) break;
    if (move->kind != MoveKind::kQuiet && move->kind != MoveKind::kCapture) break;
    std::vector<std::string> styles = StylesOf(*game, *move);
    // In PGN, a `*` is a result, which ends the game.
    std::erase_if(styles, [](const std::string& style) { return style.ends_with('*'); });
    if (styles.empty()) break;
    if (game->turn() == Color::kWhite) StrAppend(&pgn, game->ply() / 2 + 1, ". ");
    StrAppend(&pgn, styles[random.Below(styles.size())], random.OneIn(8) ? "\n" : " ");
    moves->push_back(action);
    EXPECT_THAT(game->Apply(action, nullptr), IsOk());
    if (game->Adjudicate().end) break;
  }
  return pgn;
}

TEST_P(ConformanceOfNotation, C15_GamesAreReadInEveryStyle) {
  if (GetParam().Start()->phase() == Phase::kBidding) return;
  Random random(25);
  size_t read_moves = 0;
  for (int i = 0; i < 6; ++i) {
    std::vector<std::string> actions;
    PlayGames(GetParam(), 1, kMaxPlies, random,
              [&](const Game&, const auto& made) { actions = made; });
    std::vector<std::string> moves;
    const std::string pgn = PgnInEveryStyle(GetParam(), actions, random, &moves);
    size_t games = 0;
    const absl::Status status = pgn::ReadGames(
        pgn, {}, [] { return absl::OkStatus(); },
        [&](const pgn::ReadResult& read) {
          ++games;
          EXPECT_FALSE(read.fault) << read.fault->text << ": " << read.fault->status << "\n" << pgn;
          EXPECT_EQ(read.game.actions, moves) << pgn;
          return absl::OkStatus();
        });
    EXPECT_THAT(status, IsOk());
    EXPECT_EQ(games, 1U);
    read_moves += moves.size();
  }
  // Random draws end some games early.
  EXPECT_GT(read_moves, 10U);
}

// In random positions, many pieces of one kind stand on squares where games do not bring them,
// which requires unusual disambiguation.
TEST_P(ConformanceOfNotation, NotationsRoundTripInRandomPositions) {
  Random random(23);
  const std::string board = testing::FirstBoardOf(GetParam());
  std::string fen = board;
  for (int i = 0; i < 400 / kSanitizerSlowdown; ++i) {
    const std::string next = RandomSetUp(GetParam(), fen, random);
    fen = next.empty() ? board : next;
    ExpectRoundTripsInAllNotations(**GetParam().variant->FromFen(fen, GetParam().options, false));
  }
}

INSTANTIATE_TEST_SUITE_P(Variants, ConformanceOfNotation,
                         ::testing::ValuesIn(testing::AllGameCases()),
                         [](const auto& info) { return info.param.Name(); });

}  // namespace
}  // namespace arbiter
