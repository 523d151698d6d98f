// Input: games in PGN. Each game is read completely, or up to a fault whose place lies in the
// input. The part that was read is written as PGN and read back unchanged. The text can be cut into
// its games, which then read the same.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/base/strings.h"
#include "core/pgn/read.h"
#include "core/pgn/write.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/property.h"
#include "tests/support/split_pgn.h"

namespace arbiter::fuzz {
namespace {

constexpr size_t kMaxActions = 64;

// Charges nothing for the work.
absl::Status FreeOfCharge() { return absl::OkStatus(); }

std::vector<pgn::ReadResult> ReadAll(std::string_view text) {
  std::vector<pgn::ReadResult> games;
  const pgn::ReadOptions options = {.max_actions = kMaxActions};
  const absl::Status status =
      pgn::ReadGames(text, options, FreeOfCharge, [&games](pgn::ReadResult game) {
        games.push_back(std::move(game));
        return absl::OkStatus();
      });
  Require(status.ok(), "a text is read to the end");
  return games;
}

void CheckFault(const pgn::Fault& fault, std::string_view text) {
  const auto lines = static_cast<size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }));
  Require(fault.place.line >= 1 && fault.place.line <= lines + 1 && fault.place.column >= 1 &&
              fault.place.column <= text.size() + 1,
          "the place of a fault is in the text");
  Require(ReasonOf(fault.status) != ErrorReason::kUnspecified && !fault.status.message().empty() &&
              IsUtf8(fault.text),
          "a fault says why", fault.text);
}

void CheckWritten(const pgn::PgnGame& game) {
  const auto text = pgn::WriteGame(game, Viewer::kAll, FreeOfCharge);
  Require(text.ok(), "a game that was read can be written",
          text.ok() ? "" : text.status().ToString());
  const std::vector<pgn::ReadResult> again = ReadAll(*text);
  Require(again.size() == 1 && !again[0].fault, "a written game reads back", *text);
  // If the text has no result, reading it again may find one by the rules.
  const bool same_result = game.result == Result::kOngoing || again[0].game.result == game.result;
  Require(same_result && again[0].game.actions == game.actions &&
              again[0].game.elapsed_ms == game.elapsed_ms,
          "a game reads back the same", *text);
  const auto twice = pgn::WriteGame(again[0].game, Viewer::kAll, FreeOfCharge);
  Require(twice.ok() && *twice == *text, "writing a game again gives the same text", *text);
}

void Check(std::string_view input) {
  if (!IsUtf8(input)) return;
  const std::string difference = testing::DifferenceWhenSplit(input);
  Require(difference.empty(), "the games read the same when the text is cut", difference);
  for (pgn::ReadResult& read : ReadAll(input)) {
    if (read.fault) CheckFault(*read.fault, input);
    // The part before a fault is a game too.
    if (read.game.variant == nullptr) continue;
    if (read.fault) read.game.result = Result::kOngoing;
    const auto start =
        read.game.start_fen.empty()
            ? read.game.variant->Start(read.game.options, read.game.seed, nullptr)
            : read.game.variant->FromFen(read.game.start_fen, read.game.options, true);
    if (start.ok()) {
      CheckWritten(read.game);
    } else {
      Require(read.fault.has_value(), "a game without a valid start has a fault");
    }
  }
}

}  // namespace
}  // namespace arbiter::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  arbiter::fuzz::Check({reinterpret_cast<const char*>(data), size});
  return 0;
}
