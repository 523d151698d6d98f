#ifndef ARBITER_CORE_RULES_ROLES_H_
#define ARBITER_CORE_RULES_ROLES_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "core/base/locale.h"
#include "core/board/color.h"
#include "core/rules/control.h"
#include "core/rules/outcome.h"

namespace arbiter {

// The names of the two players. They are usually the colours (kColors); a phase in which the
// players do not have colours yet has names of its own, and then Color::kWhite stands for the
// player who begins. Objects have static storage duration.
class Roles {
 public:
  // An entry for each player, that of Color::kWhite first.
  using Words = std::array<std::string_view, 2>;

  // `words` are the lower-case words of action texts, `names` the names in errors, and `titles` the
  // names in sentences, which are empty if they are the variant's own names of White and Black.
  constexpr Roles(Words words, Words names, std::array<LocalText, 2> titles, Result first_wins,
                  Result second_wins)
      : words_(words), names_(names), titles_(titles), wins_{first_wins, second_wins} {
    for (size_t player = 0; player < 2; ++player) {
      for (size_t kind = 0; kind < kControlTexts.size(); ++kind) {
        controls_[player][kind] = Prefixed(words[player], kControlTexts[kind]);
      }
    }
  }

  // The word in action texts, such as `white`.
  constexpr std::string_view Word(Color player) const { return words_[At(player)]; }
  // The name in errors, such as `White`.
  constexpr std::string_view Name(Color player) const { return names_[At(player)]; }
  // The name in sentences; empty if it is the variant's own name of the player.
  constexpr const LocalText& Title(Color player) const { return titles_[At(player)]; }

  // Returns the result of a win by `player`.
  constexpr Result WinFor(Color player) const { return wins_[At(player)]; }
  // Returns the player who won if `result` is a win of a player with these roles; otherwise
  // std::nullopt.
  constexpr std::optional<Color> WinnerOf(Result result) const {
    for (const Color player : {Color::kWhite, Color::kBlack}) {
      if (result == WinFor(player)) return player;
    }
    return std::nullopt;
  }

  // An action text such as `white:resign`, split into the prefix that names the player and the
  // rest.
  struct ActorPrefix {
    // std::nullopt if there is no prefix.
    std::optional<Color> actor;
    // The text without the prefix.
    std::string_view rest;
  };
  // Splits `text`, which must outlive the result.
  constexpr ActorPrefix SplitActor(std::string_view text) const {
    for (const Color player : {Color::kWhite, Color::kBlack}) {
      const std::string_view word = Word(player);
      if (text.starts_with(word) && text.substr(word.size()).starts_with(':')) {
        return {player, text.substr(word.size() + 1)};
      }
    }
    return {std::nullopt, text};
  }
  // Returns the canonical text of a control action, such as `resign` or `draw?`, with a prefix
  // unless `actor` is the player to move, `turn`. The text has static storage duration.
  constexpr std::string_view ControlText(ControlKind kind, Color actor, Color turn) const {
    const auto index = static_cast<size_t>(kind);
    if (actor == turn) return kControlTexts[index];
    const Text& text = controls_[At(actor)][index];
    return {text.bytes.data(), text.size};
  }

 private:
  struct Text {
    std::array<char, 32> bytes = {};
    size_t size = 0;
  };
  static constexpr size_t At(Color player) { return static_cast<size_t>(Index(player)); }
  static constexpr Text Prefixed(std::string_view word, std::string_view action) {
    Text text;
    auto* end = std::copy(word.begin(), word.end(), text.bytes.begin());
    *end++ = ':';
    end = std::copy(action.begin(), action.end(), end);
    text.size = static_cast<size_t>(end - text.bytes.begin());
    return text;
  }

  Words words_;
  Words names_;
  std::array<LocalText, 2> titles_;
  std::array<Result, 2> wins_;
  // The texts with a prefix, by player and ControlKind.
  std::array<std::array<Text, kControlTexts.size()>, 2> controls_ = {};
};

// The roles of players who have colours.
inline constexpr Roles kColors({"white", "black"}, {"White", "Black"}, {}, Result::kWhiteWins,
                               Result::kBlackWins);

constexpr Result WinFor(Color color) { return kColors.WinFor(color); }
constexpr std::optional<Color> WinnerOf(Result result) { return kColors.WinnerOf(result); }
// Returns `white` or `black`.
constexpr std::string_view ColorWord(Color color) { return kColors.Word(color); }
// Returns `White` or `Black`.
constexpr std::string_view ColorName(Color color) { return kColors.Name(color); }

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_ROLES_H_
