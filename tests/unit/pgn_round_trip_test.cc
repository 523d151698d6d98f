// A game that is written in PGN reads back as the same game, and other programs can read its PGN.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "core/base/strings.h"
#include "core/game/clocks.h"
#include "core/pgn/read.h"
#include "core/pgn/write.h"
#include "tests/support/apply.h"
#include "tests/support/random_play.h"
#include "tests/support/status.h"

namespace arbiter {
namespace {

using pgn::PgnGame;
using testing::GameCase;
using testing::IsOk;
using testing::kSanitizerSlowdown;
using testing::Random;
using testing::RandomAction;

constexpr size_t kMaxPlies = 160;

absl::Status Free() { return absl::OkStatus(); }

// Returns the state after the last action of `record`.
std::unique_ptr<Game> Replay(const PgnGame& record) {
  auto game = record.start_fen.empty()
                  ? record.variant->Start(record.options, record.seed, nullptr)
                  : record.variant->FromFen(record.start_fen, record.options, true);
  EXPECT_THAT(game, IsOk());
  if (!record.elapsed_ms.empty()) (*game)->TrackClocks();
  for (size_t i = 0; i < record.actions.size(); ++i) {
    const int64_t elapsed_ms = record.elapsed_ms.empty() ? -1 : record.elapsed_ms[i];
    const ActionInput input = {.seed = record.seed, .elapsed_ms = elapsed_ms};
    EXPECT_THAT(testing::Apply(*game, record.actions[i], input, nullptr), IsOk())
        << record.actions[i];
  }
  return *std::move(game);
}

// Plays a random game from the start or, sometimes, from a random position, with or without elapsed
// times.
PgnGame PlayGame(const GameCase& game_case, Random& random) {
  PgnGame record;
  record.variant = game_case.variant;
  record.options = game_case.options;
  record.tags = {{"Event", "A \"cup\""}, {"Site", "?"},  {"Date", "2024.01.31"}, {"Round", "1"},
                 {"White", "\\Anna"},    {"Black", "ข"}, {"Annotator", "]{}"}};
  const std::unique_ptr<Game> first = game_case.Start();
  const auto plain = game_case.variant->Start(game_case.options);
  const std::string set_up =
      random.OneIn(4) ? testing::RandomSetUp(game_case, first->Fen(FenStyle::kStandard), random)
                      : "";
  if (!set_up.empty()) {
    const auto game = game_case.variant->FromFen(set_up, game_case.options, true);
    record.start_fen = (*game)->Fen(FenStyle::kStandard);
  } else if (!plain.ok() || (*plain)->Fen(FenStyle::kStandard) != first->Fen(FenStyle::kStandard)) {
    record.start_fen = first->Fen(FenStyle::kStandard);
  }
  std::unique_ptr<Game> game = Replay(record);
  bool timed = random.OneIn(3) || record.options.contains(kClockOption);
  if (timed) game->TrackClocks();
  timed = timed && game->clocks();
  const std::string seed = random.Seed();
  while (record.actions.size() < kMaxPlies) {
    const std::string action = RandomAction(*game, random);
    if (action.empty()) break;
    const int64_t elapsed_ms = random.OneIn(3) ? -1 : static_cast<int64_t>(random.Below(4'000));
    ActionResult applied;
    const ActionInput input = {.seed = seed, .elapsed_ms = timed ? elapsed_ms : -1};
    if (!testing::Apply(game, action, input, &applied).ok()) break;
    record.actions.push_back(applied.timed_out ? "timeout" : applied.text);
    if (timed) record.elapsed_ms.push_back(elapsed_ms);
  }
  const auto end = game->Adjudicate().end;
  record.result = end ? end->result : Result::kOngoing;
  return record;
}

// Reads all games of a PGN text and expects no fault in any of them.
std::vector<PgnGame> ReadAll(std::string_view text) {
  std::vector<PgnGame> games;
  EXPECT_THAT(pgn::ReadGames(text, {}, Free,
                             [&games](pgn::ReadResult read) {
                               EXPECT_FALSE(read.fault)
                                   << read.fault->place.line << " " << read.fault->text << " "
                                   << read.fault->status;
                               games.push_back(std::move(read.game));
                               return absl::OkStatus();
                             }),
              IsOk());
  return games;
}

OptionMap WithoutDefaults(const PgnGame& game) {
  return *pgn::ParseOptions(pgn::FormatOptions(game.variant->info(), game.options));
}

void ExpectSame(const PgnGame& read, const PgnGame& written) {
  EXPECT_EQ(read.variant, written.variant);
  EXPECT_EQ(read.options, WithoutDefaults(written));
  EXPECT_EQ(read.start_fen, written.start_fen);
  EXPECT_EQ(read.actions, written.actions);
  EXPECT_EQ(read.elapsed_ms, written.elapsed_ms);
  EXPECT_EQ(read.result, written.result);
  const std::unique_ptr<Game> game = Replay(read);
  EXPECT_EQ(game->Snapshot(), Replay(written)->Snapshot());
}

// Checks that a text is in PGN's export format, extended by `--` for a pass, which chess programs
// accept too. This reader is written from the standard and shares no code with the writer.
class ExportReader {
 public:
  explicit ExportReader(const std::string& text) : lines_(text) {}

  void Check() {
    static constexpr std::string_view kRoster[] = {"Event", "Site",  "Date",  "Round",
                                                   "White", "Black", "Result"};
    std::string line;
    std::string result;
    for (size_t i = 0; std::getline(lines_, line) && !line.empty(); ++i) {
      const size_t quote = line.find(" \"");
      ASSERT_TRUE(line.starts_with('[') && line.ends_with("\"]") && quote + 3 < line.size())
          << line;
      const std::string name = line.substr(1, quote - 1);
      const std::string value = line.substr(quote + 2, line.size() - quote - 4);
      ASSERT_TRUE(IsOf(name, kNameSigns)) << line;
      ASSERT_TRUE(IsEscaped(value)) << line;
      if (i < std::size(kRoster)) {
        ASSERT_EQ(name, kRoster[i]);
      }
      if (name == "Result") result = value;
    }
    std::string movetext;
    while (std::getline(lines_, line) && !line.empty()) {
      ASSERT_TRUE(line.size() < 80 || line.find("[%") != std::string::npos) << line;
      ASSERT_FALSE(line.starts_with('%') || line.starts_with(' ') || line.ends_with(' ')) << line;
      movetext += line + " ";
    }
    ASSERT_FALSE(std::getline(lines_, line)) << "text after the empty line that ends the game";
    CheckMoves(movetext, result);
  }

 private:
  static constexpr std::string_view kNameSigns =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";

  static bool IsOf(std::string_view text, std::string_view signs) {
    return !text.empty() && text.find_first_not_of(signs) == std::string_view::npos;
  }
  // Returns whether each quote and each backslash is escaped by a backslash.
  static bool IsEscaped(std::string_view value) {
    for (size_t i = 0; i < value.size(); ++i) {
      if (value[i] == '"') return false;
      if (value[i] != '\\') continue;
      if (++i == value.size() || (value[i] != '"' && value[i] != '\\')) return false;
    }
    return true;
  }
  // A move is a letter followed by the characters of a PGN symbol.
  static bool IsMove(std::string_view word) {
    if (word == "--") return true;
    return IsOf(word, StrCat(kNameSigns, "+#=:-")) &&
           IsOf(word.substr(0, 1), kNameSigns.substr(0, 52));
  }

  static void CheckMoves(std::string_view text, std::string_view result) {
    bool black = false;
    bool number_due = true;
    std::string_view end;
    while (!text.empty()) {
      ASSERT_EQ(end, "") << "text after the result";
      if (text.front() == '{') {
        const size_t close = text.find("} ");
        ASSERT_NE(close, std::string_view::npos);
        ASSERT_EQ(text.substr(1, close - 1).find_first_of("{}"), std::string_view::npos);
        text.remove_prefix(close + 2);
        number_due = true;
        continue;
      }
      std::string_view word = text.substr(0, text.find(' '));
      text.remove_prefix(word.size() + 1);
      if (word == "1-0" || word == "0-1" || word == "1/2-1/2" || word == "*") {
        end = word;
      } else if (word.ends_with('.')) {
        ASSERT_TRUE(number_due) << word;
        black = word.ends_with("...");
        word.remove_suffix(black ? 3 : 1);
        ASSERT_TRUE(IsOf(word, "0123456789")) << word;
        number_due = false;
      } else {
        ASSERT_TRUE(IsMove(word)) << word;
        ASSERT_FALSE(number_due) << word;
        number_due = black;
        black = !black;
      }
    }
    ASSERT_EQ(end, result);
  }

  std::istringstream lines_;
};

class PgnRoundTrip : public ::testing::TestWithParam<GameCase> {};

TEST_P(PgnRoundTrip, GamesSurviveARoundTrip) {
  Random random(61);
  std::string all;
  std::vector<PgnGame> games;
  for (int i = 0; i < std::max(2, 12 / kSanitizerSlowdown); ++i) {
    games.push_back(PlayGame(GetParam(), random));
    const absl::StatusOr<std::string> text = pgn::WriteGame(games.back(), Viewer::kAll, Free);
    ASSERT_THAT(text, IsOk());
    ExportReader(*text).Check();
    ASSERT_FALSE(HasFatalFailure()) << *text;
    const std::vector<PgnGame> read = ReadAll(*text);
    ASSERT_EQ(read.size(), 1U);
    ExpectSame(read[0], games.back());
    // Writing the game again adds nothing, for example a second termination.
    EXPECT_EQ(*pgn::WriteGame(read[0], Viewer::kAll, Free), *text);
    ASSERT_FALSE(HasFailure()) << *text;
    all += *text;
  }
  // A file can have many games, even without empty lines between them or with other line endings.
  for (const std::string& file :
       {all, ReplaceAll(all, {{"\n\n[", "\n["}}), ReplaceAll(all, {{"\n", "\r\n"}})}) {
    const std::vector<PgnGame> read = ReadAll(file);
    ASSERT_EQ(read.size(), games.size());
    for (size_t i = 0; i < games.size(); ++i) EXPECT_EQ(read[i].actions, games[i].actions);
  }
}

INSTANTIATE_TEST_SUITE_P(Variants, PgnRoundTrip, ::testing::ValuesIn(testing::AllGameCases()),
                         [](const auto& info) { return info.param.Name(); });

}  // namespace
}  // namespace arbiter
