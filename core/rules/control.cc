#include "core/rules/control.h"

#include <array>

#include "core/rules/strings.h"

namespace arbiter {
namespace {

// In the order of ControlKind.
constexpr std::array<std::string_view, 7> kTexts = {"resign",     "draw?",     "draw!",  "draw-",
                                                    "claim draw", "claim win", "timeout"};

// By role and colour.
constexpr std::string_view kWords[2][2] = {{"white", "black"}, {"challenger", "opponent"}};
constexpr std::string_view kNames[2][2] = {{"White", "Black"}, {"the Challenger", "the Opponent"}};

}  // namespace

ActorPrefix SplitActor(std::string_view text, Roles roles) {
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    const std::string_view word = ColorWord(color, roles);
    if (text.starts_with(word) && text.substr(word.size()).starts_with(':')) {
      return {color, text.substr(word.size() + 1)};
    }
  }
  return {std::nullopt, text};
}

std::optional<ControlKind> ParseControlKind(std::string_view text) {
  for (size_t i = 0; i < kTexts.size(); ++i) {
    if (text == kTexts[i]) return static_cast<ControlKind>(i);
  }
  return std::nullopt;
}

std::string_view ControlText(ControlKind kind, Color actor, Color turn, Roles roles) {
  // By role, colour and kind.
  using Prefixed = std::array<std::array<std::array<std::string, kTexts.size()>, 2>, 2>;
  static const Prefixed prefixed = [] {
    Prefixed texts;
    for (size_t role = 0; role < 2; ++role) {
      for (size_t color = 0; color < 2; ++color) {
        for (size_t i = 0; i < kTexts.size(); ++i) {
          texts[role][color][i] = StrCat(kWords[role][color], ":", kTexts[i]);
        }
      }
    }
    return texts;
  }();
  const auto index = static_cast<size_t>(kind);
  if (actor == turn) return kTexts[index];
  return prefixed[static_cast<size_t>(roles)][static_cast<size_t>(Index(actor))][index];
}

std::string_view ColorWord(Color color, Roles roles) {
  return kWords[static_cast<int>(roles)][Index(color)];
}

std::string_view ColorName(Color color, Roles roles) {
  return kNames[static_cast<int>(roles)][Index(color)];
}

}  // namespace arbiter
