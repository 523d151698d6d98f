#include "tests/support/split_pgn.h"

#include <cstddef>
#include <vector>

#include "core/base/error.h"
#include "core/base/strings.h"
#include "core/game/registry.h"
#include "core/pgn/game_texts.h"
#include "core/pgn/read.h"

namespace arbiter::testing {
namespace {

absl::Status FreeOfCharge() { return absl::OkStatus(); }

// Returns the index in `text` of a place that the tokenizer reports.
size_t IndexOf(const pgn::Place& place, std::string_view text) {
  size_t at = text.starts_with(pgn::kByteOrderMark) ? pgn::kByteOrderMark.size() : 0;
  for (uint32_t line = 1; line < place.line; ++line) {
    at = text.find_first_of("\r\n", at);
    at += text.substr(at).starts_with("\r\n") ? 2 : 1;
  }
  return at + place.column - 1;
}

// Returns everything that reading `text`, a part of `whole`, finds; one string for each game.
std::vector<std::string> Describe(std::string_view text, std::string_view whole) {
  const auto offset = static_cast<size_t>(text.data() - whole.data());
  std::vector<std::string> games;
  const pgn::ReadOptions options = {.variant = *FindVariant("makruk"), .max_actions = 64};
  const absl::Status status =
      pgn::ReadGames(text, options, FreeOfCharge, [&](const pgn::ReadResult& read) {
        const pgn::PgnGame& game = read.game;
        std::string& found = games.emplace_back(
            StrCat("at ", offset + IndexOf(read.place, text), " ", read.variant_text, " ",
                   game.start_fen, " ", game.seed, " ", pgn::FormatResult(game.result), "\n"));
        for (const auto& [name, value] : game.options) StrAppend(&found, name, "=", value, "\n");
        for (const pgn::Tag& tag : game.tags) StrAppend(&found, tag.name, ": ", tag.value, "\n");
        for (const std::string& action : game.actions) StrAppend(&found, action, " ");
        for (const int64_t ms : game.elapsed_ms) StrAppend(&found, ms, " ");
        if (!read.fault) return absl::OkStatus();
        StrAppend(&found, "\nfault at ", offset + IndexOf(read.fault->place, text), ", move ",
                  read.fault->move_number, ": ", read.fault->text, ": ",
                  ReasonName(ReasonOf(read.fault->status)), " ", FieldOf(read.fault->status), " ",
                  std::string(read.fault->status.message()));
        return absl::OkStatus();
      });
  if (!status.ok()) games.push_back(status.ToString());
  return games;
}

}  // namespace

std::string DifferenceWhenSplit(std::string_view text) {
  const std::vector<std::string> games = Describe(text, text);
  std::vector<std::string> parts;
  const absl::Status status = pgn::SplitGames(text, FreeOfCharge, [&](std::string_view part) {
    const std::vector<std::string> found = Describe(part, text);
    if (found.size() != 1) {
      return absl::InternalError(StrCat("a part has ", found.size(), " games: ", part));
    }
    parts.push_back(found.front());
    return absl::OkStatus();
  });
  if (!status.ok()) return status.ToString();
  for (size_t i = 0; i < games.size() && i < parts.size(); ++i) {
    if (games[i] != parts[i]) return StrCat(games[i], "\nbut in its part:\n", parts[i]);
  }
  if (games.size() == parts.size()) return "";
  return StrCat(games.size(), " games, but ", parts.size(), " parts");
}

}  // namespace arbiter::testing
