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
#include "core/board/color.h"
#include "core/rules/locale.h"
#include "core/rules/outcome.h"
#include "core/rules/piece_facts.h"
#include "core/rules/roles.h"

namespace arbiter {

// What there is to say of a variant apart from any game. All texts live as
// long as the program.

struct PieceInfo {
  // Capital FEN letter.
  char letter;
  LocalText name;
  // How it moves, in words.
  std::string_view moves;
  // Which drawing a picture of the board uses; see service/render/shapes.h.
  std::string_view shape;
  PieceFacts facts = {};
};

// A piece that is told apart from others of its kind, such as a promoted pawn. What is told to
// programs of a piece of that kind holds for it as well.
struct MarkedPieceInfo {
  // As FenStyle::kPychess writes White's: `M~`. The first is the letter of the kind.
  std::string_view letters;
  LocalText name;
  // As in PieceInfo.
  std::string_view moves;
  std::string_view shape;
};

// Something that can lie on a square and is no piece.
struct ObjectInfo {
  // Lower-case FEN letter.
  char letter;
  LocalText name;
  // What it does, in words.
  std::string_view effect;
  // As PieceInfo::shape.
  std::string_view shape;
  ObjectFacts facts = {};
};

// An option of a game. The first value is the default.
struct OptionInfo {
  std::string_view name;
  // All that are allowed, or the default alone of an option that is a number or a text.
  std::vector<std::string_view> values;
  std::string_view description;
  // A number from `minimum` to `maximum`.
  int minimum = 0;
  int maximum = 0;
  // How a text is written; empty where the option is none.
  std::string_view form = {};
};

struct ActionFormInfo {
  std::string_view example;
  std::string_view meaning;
};

struct RulingInfo {
  std::string_view id;
  std::string_view text;
};

// The rulings that hold in every variant.
std::span<const RulingInfo> CommonRulings();

// A marked area of the board.
struct RegionInfo {
  // Same numbers as `arbiter.v1.RegionKind`.
  enum class Kind : uint8_t { kRiver = 1, kTemple = 2, kAltar = 3, kHill = 4 };
  Kind kind;
  LocalText name;
  // As texts, in the order a1, b1, ….
  std::vector<std::string> squares;
  // Whose it is; std::nullopt if it is nobody's.
  std::optional<Color> owner = std::nullopt;
};

// What a sentence says of an end: if a player wins, and if the game is drawn; empty where that
// cannot be. {winner} and {loser} stand for the players' names.
struct EndInfo {
  Termination termination;
  LocalText won = {};
  LocalText drawn = {};
};

// What can be hidden from a viewer.
struct HiddenInfo {
  // As in `a queen is hidden from this viewer`; empty where nothing can be.
  std::string_view name = {};
  // The last character of the text of an action whose target is hidden.
  char action_suffix = '\0';
};

struct VariantInfo {
  std::string_view id;
  LocalText name;
  // White's display name, then Black's.
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
  std::vector<RulingInfo> rulings;
  // Without those that come with options.
  std::vector<RegionInfo> regions;
  // The ends that are the variant's own, or are told in its own words.
  std::vector<EndInfo> ends;
  // What the message of a game that goes on says if the history is not known; without it the common
  // sentence, of repetitions.
  LocalText unknown_history = {};
  // What the players are called before they have colours; null if they have them from the start.
  const Roles* roles_before_colors = nullptr;
  HiddenInfo hidden = {};
  // Whether points decide who has won, whatever ended the game.
  bool points_decide = false;
  // Whether moves can be written in Thai SAN and Thai LAN.
  bool has_thai_notation = false;
};

// What errors call a player.
inline std::string_view PlayerName(const VariantInfo& variant, Color player,
                                   const Roles& roles = kColors) {
  return roles.Title(player).en.empty() ? variant.players[Index(player)].en : roles.Name(player);
}

// What sentences call a player.
inline const LocalText& PlayerTitle(const VariantInfo& variant, Color player,
                                    const Roles& roles = kColors) {
  const LocalText& title = roles.Title(player);
  return title.en.empty() ? variant.players[Index(player)] : title;
}

// Options by name as given by a caller; an absent name is at its default.
using OptionMap = std::map<std::string, std::string, std::less<>>;

// Whether a rule that ends the game by claim does so by itself (ruling C8).
enum class DrawPolicy : uint8_t { kClaim, kAutomatic };

// The value of the option `name` among those that `info` lists, or its default;
// OPTION_OUT_OF_RANGE for another value.
absl::StatusOr<std::string_view> OptionValue(const VariantInfo& info, const OptionMap& options,
                                             std::string_view name);

// The value of the option `draw_policy`, which every variant has, and its name.
absl::StatusOr<DrawPolicy> DrawPolicyIn(const VariantInfo& info, const OptionMap& options);
std::string_view NameOf(DrawPolicy policy);

// OPTION_OUT_OF_RANGE if `options` has a name that `info` does not list.
absl::Status CheckOptionNames(const VariantInfo& info, const OptionMap& options);

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_VARIANT_INFO_H_
