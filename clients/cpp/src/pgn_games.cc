#include "clients/cpp/src/pgn_games.h"

#include <algorithm>

#include "absl/strings/match.h"

namespace arbiter::client {
namespace {

constexpr std::string_view kWhitespace = " \t\r\n\v\f";

// Whether a game ends here, with its result and an empty line.
bool EndsWithGame(absl::string_view text) {
  const size_t end = text.find_last_not_of({kWhitespace.data(), kWhitespace.size()}) + 1;
  const absl::string_view gap = text.substr(end);
  if (std::count(gap.begin(), gap.end(), '\n') < 2) return false;
  text = text.substr(0, end);
  for (const char* result : {"1-0", "0-1", "1/2-1/2", "*"}) {
    if (absl::EndsWith(text, result)) return true;
  }
  return false;
}

}  // namespace

std::vector<std::string_view> PartsOfPgn(std::string_view pgn, size_t max_bytes, size_t max_games) {
  constexpr std::string_view kNextGame = "\n[Event \"";
  std::vector<std::string_view> parts;
  // The complete games after the last part, and where they end.
  size_t games = 0;
  size_t end = 0;
  const auto take = [&] {
    parts.push_back(pgn.substr(0, end));
    pgn.remove_prefix(end);
    games = 0;
  };
  for (size_t at = pgn.find(kNextGame); at != std::string_view::npos;
       at = pgn.find(kNextGame, at + 1)) {
    size_t next = at + 1;
    if (!EndsWithGame({pgn.data(), next})) continue;
    if (games > 0 && (next > max_bytes || games == max_games)) {
      next -= end;
      take();
    }
    end = next;
    at = next - 1;
    ++games;
  }
  if (games > 0 && (pgn.size() > max_bytes || games == max_games)) take();
  if (pgn.find_first_not_of(kWhitespace) != std::string_view::npos) parts.push_back(pgn);
  return parts;
}

}  // namespace arbiter::client
