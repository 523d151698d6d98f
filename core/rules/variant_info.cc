#include "core/rules/variant_info.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"

namespace arbiter {
namespace {

constexpr std::array<RulingInfo, 17> kCommonRulings = {{
    {"C1", "Files are letters from White's left; ranks are numbers from White's side."},
    {"C2", "A ply is one player's whole turn; the move number rises after Black's turn."},
    {"C3", "Every answer depends on the request alone."},
    {"C4",
     "Positions are equal if their side to move, pieces, rights and pending choices are equal."},
    {"C5", "Every finished game has a result, one termination and a sentence that says so."},
    {"C6", "A game ends in one of the ways that the Termination enum lists."},
    {"C7", "Resignation, draw offers, claims and time reports are possible at any time in a game."},
    {"C8", "draw_policy decides whether a draw that can be claimed ends the game by itself."},
    {"C9", "Illegal input changes nothing; the error names the field, the action and the reason."},
    {"C10", "Repetition is decided from the history sent; a FEN alone has none."},
    {"C11", "Lists of texts are sorted by bytes."},
    {"C12", "LegalMoves and Perft depend on the position alone."},
    {"C13",
     "If several ends coincide, the first of these counts: checkmate, altar mate, king captured; "
     "stalemate; dead position; repetition; n-move rule; counting limit."},
    {"C14",
     "A draw offer stands until it is accepted, declined, withdrawn or answered by a move; if a "
     "player's time runs out, the other player wins."},
    {"C15", "Moves are written in one way and read as people and other programs write them."},
    {"C16", "A request may name the player who acts; what is not this player's to do is refused."},
    {"C17",
     "Every game can be played on clocks, which run as the caller reports; a player without time "
     "loses at once."},
}};

}  // namespace

std::span<const RulingInfo> CommonRulings() { return kCommonRulings; }

bool NamesNoSquare(const VariantInfo& variant, std::string_view action) {
  const auto is_beginning = [action](std::string_view text) { return action.starts_with(text); };
  return action == "0000" || std::ranges::any_of(variant.actions_without_squares, is_beginning);
}

absl::StatusOr<std::string_view> OptionValue(const VariantInfo& info, const OptionMap& options,
                                             std::string_view name) {
  const auto option = std::find_if(info.options.begin(), info.options.end(),
                                   [name](const OptionInfo& known) { return known.name == name; });
  const auto given = options.find(name);
  if (given == options.end()) return option->values.front();
  const auto value = std::find(option->values.begin(), option->values.end(), given->second);
  if (value != option->values.end()) return *value;
  return AtField(MakeError(ErrorReason::kOptionOutOfRange,
                           StrCat("unknown value ", Quoted(given->second), " of option ", name,
                                  KnownNames(given->second, option->values))),
                 name);
}

absl::StatusOr<DrawPolicy> ParseDrawPolicy(const VariantInfo& info, const OptionMap& options) {
  ARBITER_ASSIGN_OR_RETURN(const std::string_view name, OptionValue(info, options, "draw_policy"));
  return name == NameOf(DrawPolicy::kClaim) ? DrawPolicy::kClaim : DrawPolicy::kAutomatic;
}

std::string_view NameOf(DrawPolicy policy) {
  return policy == DrawPolicy::kClaim ? "claim" : "automatic";
}

absl::Status CheckOptionNames(const VariantInfo& info, const OptionMap& options) {
  for (const auto& given : options) {
    const std::string& name = given.first;
    const bool known = std::any_of(info.options.begin(), info.options.end(),
                                   [&](const OptionInfo& option) { return option.name == name; });
    if (!known) {
      std::vector<std::string_view> names;
      for (const OptionInfo& option : info.options) names.push_back(option.name);
      return AtField(
          MakeError(ErrorReason::kOptionOutOfRange, StrCat("unknown option ", Quoted(name), " of ",
                                                           info.id, KnownNames(name, names))),
          name);
    }
  }
  return absl::OkStatus();
}

}  // namespace arbiter
