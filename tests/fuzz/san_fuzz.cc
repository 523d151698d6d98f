// Input: a header line, a FEN or an empty line, and then one move per line in any notation. Every
// legal move reads back from its text; every text names one legal move or is refused.
#include <algorithm>

#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/property.h"

namespace arbiter::fuzz {
namespace {

constexpr Notation kNotations[] = {Notation::kAction, Notation::kSan, Notation::kThaiSan,
                                   Notation::kLan, Notation::kThaiLan};

void CheckMove(const Game& game, const std::string& action, Notation notation) {
  const auto written = game.WriteMove(action, notation);
  Require(written.ok() && IsUtf8(*written), "a legal move can be written", action);
  // Every notation except action text may omit outcomes.
  const auto read = game.ReadMove(*written, notation);
  const bool bare = read.ok() && notation != Notation::kAction && *read == WithoutOutcomes(action);
  Require(read.ok() && (bare || *read == action), "a written move reads back",
          action + " as " + *written + " in " + game.Fen(FenStyle::kStandard));
}

void CheckText(const Game& game, std::string_view text, Notation notation) {
  const auto read = game.ReadMove(text, notation);
  if (!read.ok()) {
    RequireReason(read.status(), {ErrorReason::kBadNotation, ErrorReason::kBadActionText,
                                  ErrorReason::kIllegalAction, ErrorReason::kNotYourTurn,
                                  ErrorReason::kImpossibleOutcome});
    return;
  }
  const std::vector<std::string> texts = game.LegalTexts("").value();
  const std::string action(WithoutOutcomes(*read));
  if (MeetsHiddenQueen(game, action)) return;
  Require(std::binary_search(texts.begin(), texts.end(), action) || IsDescribed(game, action),
          "a text names a legal move", text);
  CheckMove(game, *read, notation);
}

void Check(std::string_view input) {
  const std::unique_ptr<Game> game = TakeGame(&input);
  if (game == nullptr) return;
  const std::vector<std::string> texts = game->LegalTexts("").value();
  // Reading a text compares it with all legal moves, so only some of both are tried per input.
  constexpr int kMaxTexts = 32;
  constexpr size_t kMovesRead = 6;
  const size_t stride = texts.size() / kMovesRead + 1;
  for (const Notation notation : kNotations) {
    const bool thai = notation == Notation::kThaiSan || notation == Notation::kThaiLan;
    if (thai && !game->variant().has_thai_notation) {
      RequireReason(game->ReadMove(input, notation).status(), {ErrorReason::kBadField});
      continue;
    }
    for (size_t i = input.size() % stride; i < texts.size(); i += stride) {
      CheckMove(*game, texts[i], notation);
    }
    std::string_view rest = input;
    for (int i = 0; i < kMaxTexts && !rest.empty(); ++i) {
      CheckText(*game, TakeLine(&rest), notation);
    }
  }
}

}  // namespace
}  // namespace arbiter::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  arbiter::fuzz::Check({reinterpret_cast<const char*>(data), size});
  return 0;
}
