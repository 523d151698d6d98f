#include "core/rules/control.h"

#include <array>

#include "core/rules/strings.h"

namespace arbiter {
namespace {

// In the order of ControlKind.
constexpr std::array<std::string_view, 7> kTexts = {"resign",     "draw?",     "draw!",  "draw-",
                                                    "claim draw", "claim win", "timeout"};

}  // namespace

ActorPrefix SplitActor(std::string_view text) {
  if (ConsumePrefix(&text, "white:")) return {Color::kWhite, text};
  if (ConsumePrefix(&text, "black:")) return {Color::kBlack, text};
  return {std::nullopt, text};
}

std::optional<ControlKind> ParseControlKind(std::string_view text) {
  for (size_t i = 0; i < kTexts.size(); ++i) {
    if (text == kTexts[i]) return static_cast<ControlKind>(i);
  }
  return std::nullopt;
}

std::string ControlText(ControlKind kind, Color actor, Color turn) {
  const std::string_view text = kTexts[static_cast<int>(kind)];
  return actor == turn ? std::string(text) : StrCat(ColorWord(actor), ":", text);
}

std::string_view ColorWord(Color color) { return color == Color::kWhite ? "white" : "black"; }

std::string_view ColorName(Color color) { return color == Color::kWhite ? "White" : "Black"; }

}  // namespace arbiter
