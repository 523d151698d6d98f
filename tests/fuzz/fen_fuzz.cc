// Input: a header line, then a FEN. A FEN is refused with its reason or becomes a
// sound state whose every move leads to another one.
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/property.h"

namespace arbiter::fuzz {
namespace {

void Check(std::string_view input) {
  const Header header = ReadHeader(TakeLine(&input));
  if (header.variant == nullptr) return;
  const auto game = header.variant->FromFen(input, header.options, false);
  if (!game.ok()) {
    RequireReason(game.status(), {ErrorReason::kBadFen, ErrorReason::kImpossiblePosition});
    return;
  }
  RequireSoundState(**game);
  const std::vector<std::string> texts = (*game)->LegalTexts("").value();
  Budget budget;
  Require((*game)->Perft(1, budget, nullptr).value() == texts.size(),
          "a perft of one ply counts the legal moves", input);
  const bool over = (*game)->Adjudicate().end.has_value();
  for (const std::string& text : texts) {
    const auto after = (*game)->Clone();
    const absl::Status status = after->Apply(text, nullptr);
    if (over) {
      RequireReason(status, {ErrorReason::kGameOver});
    } else {
      Require(status.ok(), "a listed move applies", text);
      RequireSoundState(*after);
    }
  }
}

}  // namespace
}  // namespace arbiter::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  arbiter::fuzz::Check({reinterpret_cast<const char*>(data), size});
  return 0;
}
