#ifndef ARBITER_CORE_RULES_VARIANT_INFO_H_
#define ARBITER_CORE_RULES_VARIANT_INFO_H_

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/base/locale.h"
#include "core/board/color.h"
#include "core/rules/outcome.h"
#include "core/rules/piece_facts.h"
#include "core/rules/roles.h"
#include "core/rules/strength_level.h"

namespace arbiter {

// The description of a variant, which does not depend on a game. All texts have static storage
// duration.

struct PieceInfo {
  // The capital FEN letter.
  char letter;
  LocalText name;
  // How the piece moves, in words.
  std::string_view moves;
  // The drawing that pictures of the board use; see service/render/shapes.h.
  std::string_view shape;
  PieceFacts facts = {};
};

// A piece that is distinguished from others of its kind, such as a promoted pawn. The facts of its
// kind apply to it as well.
struct MarkedPieceInfo {
  // White's piece in FenStyle::kPychess, such as `M~`. The first letter is that of the kind.
  std::string_view letters;
  LocalText name;
  // As described at PieceInfo.
  std::string_view moves;
  std::string_view shape;
};

// An object that can lie on a square and is not a piece.
struct ObjectInfo {
  // The lower-case FEN letter.
  char letter;
  LocalText name;
  // What the object does, in words.
  std::string_view effect;
  // The drawing, like PieceInfo::shape.
  std::string_view shape;
  ObjectFacts facts = {};
};

// An option of a game.
struct OptionInfo {
  std::string_view name;
  // The allowed values, of which the first is the default. If the option is a number or free text,
  // the list contains only the default.
  std::vector<std::string_view> values;
  std::string_view description;
  // The range of an option that is a number; 0 and 0 for other options.
  int minimum = 0;
  int maximum = 0;
  // The form of an option that is free text; empty for other options.
  std::string_view form = {};
};

// A form of action text.
struct ActionFormInfo {
  std::string_view example;
  std::string_view meaning;
};

struct RulingInfo {
  std::string_view id;
  std::string_view text;
};

// Returns the rulings that hold in every variant.
std::span<const RulingInfo> CommonRulings();

// A kind of marked area of the board. A variant declares its kinds next to its rules.
struct RegionKind {
  // The number in `arbiter.v1.RegionKind`.
  int number = 0;
  // How pictures draw the area (service/render); empty if they do not show it.
  std::string_view shape = {};
};

// A marked area of the board.
struct RegionInfo {
  RegionKind kind;
  LocalText name;
  // The names of the squares, in the order a1, b1, ….
  std::vector<std::string> squares;
  // The side to which the area belongs; std::nullopt if it belongs to neither.
  std::optional<Color> owner = std::nullopt;
};

// The sentences about an end, in which {winner} and {loser} stand for the players' names.
struct EndInfo {
  Termination termination;
  // Used if a player wins; empty if nobody can win in this way.
  LocalText won = {};
  // Used if the game is drawn; empty if it cannot be drawn in this way.
  LocalText drawn = {};
};

// What a variant can hide from a viewer.
struct HiddenInfo {
  // The subject of `a queen is hidden from this viewer`; empty if nothing can be hidden.
  std::string_view name = {};
  // The last character of the text of an action that hides its target.
  char action_suffix = '\0';
};

struct VariantInfo {
  std::string_view id;
  LocalText name;
  // The display names of White and Black.
  LocalText players[2];
  int files;
  int ranks;
  std::string_view start_fen;
  std::vector<PieceInfo> pieces;
  // Empty in most variants.
  std::vector<MarkedPieceInfo> marked_pieces;
  // Empty in variants without objects.
  std::vector<ObjectInfo> objects;
  std::vector<OptionInfo> options;
  std::vector<ActionFormInfo> action_forms;
  // How the action texts that name no square begin. A pass, `0000`, is not listed.
  std::vector<std::string_view> actions_without_squares;
  std::vector<RulingInfo> rulings;
  // The regions that do not depend on options.
  std::vector<RegionInfo> regions;
  // The ends that only this variant has, or for which it has sentences of its own.
  std::vector<EndInfo> ends;
  // The sentence that the message of an unfinished game adds if its history is unknown; empty for
  // the common sentence, which is about repetitions.
  LocalText unknown_history = {};
  // The names of the players before they have colours; nullptr if they have colours from the start.
  const Roles* roles_before_colors = nullptr;
  HiddenInfo hidden = {};
  // Whether points decide who has won, whatever ended the game.
  bool points_decide = false;
  // Whether moves can be written in Thai SAN and Thai LAN.
  bool has_thai_notation = false;
  // The name of the network that evaluates positions; empty if there is none.
  std::string_view network = {};
  // The levels of strength, weakest first; docs/engine.md lists the Elo between them.
  StrengthLevels levels = kCommonLevels;
};

// Returns whether a text can be an action of the variant that names no square.
bool NamesNoSquare(const VariantInfo& variant, std::string_view action);

// Returns the name of a player in errors.
inline std::string_view PlayerName(const VariantInfo& variant, Color player,
                                   const Roles& roles = kColors) {
  return roles.Title(player).en.empty() ? variant.players[Index(player)].en : roles.Name(player);
}

// Returns the name of a player in sentences.
inline const LocalText& PlayerTitle(const VariantInfo& variant, Color player,
                                    const Roles& roles = kColors) {
  const LocalText& title = roles.Title(player);
  return title.en.empty() ? variant.players[Index(player)] : title;
}

// A caller's options by name. An option that is absent has its default.
using OptionMap = std::map<std::string, std::string, std::less<>>;

// Whether a draw that can be claimed has to be claimed or ends the game automatically (ruling C8).
enum class DrawPolicy : uint8_t { kClaim, kAutomatic };

// Returns the value of the option `name`, which `info` must list with its allowed values;
// OPTION_OUT_OF_RANGE if the value is not allowed.
absl::StatusOr<std::string_view> OptionValue(const VariantInfo& info, const OptionMap& options,
                                             std::string_view name);

// Returns the value of the option `draw_policy`, which every variant has.
absl::StatusOr<DrawPolicy> ParseDrawPolicy(const VariantInfo& info, const OptionMap& options);
// Returns the name of `policy` as a value of the option `draw_policy`.
std::string_view NameOf(DrawPolicy policy);

// Returns OPTION_OUT_OF_RANGE if `options` has a name that `info` does not list.
absl::Status CheckOptionNames(const VariantInfo& info, const OptionMap& options);

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_VARIANT_INFO_H_
