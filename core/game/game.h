#ifndef ARBITER_CORE_GAME_GAME_H_
#define ARBITER_CORE_GAME_GAME_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/board/color.h"
#include "core/game/board_view.h"
#include "core/rules/budget.h"
#include "core/rules/event.h"
#include "core/rules/notation.h"
#include "core/rules/outcome.h"
#include "core/rules/variant_info.h"
#include "core/variants/chak/detail.h"
#include "core/variants/makruk/detail.h"

namespace arbiter {

// Longest action text read, in bytes.
inline constexpr size_t kMaxActionText = 256;

// What the rules say about a state.
struct Adjudication {
  // None: the game goes on.
  std::optional<End> end;
  // Claims that would be granted now.
  std::vector<Claim> claims;
  bool check = false;
  // Squares of the pieces that give check, in the order a1, b1, ….
  std::vector<std::string> checkers;
  // Whether every earlier position that could recur is known (ruling C10).
  bool history_known = true;
  // How often the position has occurred, as far as known.
  int occurrences = 1;
  std::optional<CountStatus> counting;
  // Who claimed the end, where a claim brought it.
  std::optional<Color> claimed_by;
  // Whose draw offer stands (ruling C14).
  std::optional<Color> draw_offered_by;
};

// A legal move, described.
struct MoveInfo {
  std::string text;
  std::string san;
  std::string from;
  std::string to;
  // Capital FEN letters; 0 where there is none.
  char piece = 0;
  char captured = 0;
  char promotion = 0;
  bool gives_check = false;
};

// Something a player may do beside moving; `action` is the text to send.
struct ControlInfo {
  std::string action;
  Color actor;
};

// What one action did.
struct Applied {
  // Canonical action text.
  std::string text;
  // Empty for control actions.
  std::string san;
  std::vector<Event> events;
};

// What a state has beside the board, by variant.
using StateDetail = std::variant<chak::Detail, makruk::Detail>;

// A state of a game with its history: a value, whoever holds it owns it.
// Nothing here depends on anything but what the game was made from, so equal
// games answer alike everywhere.
class Game {
 public:
  virtual ~Game() = default;

  virtual std::unique_ptr<Game> Clone() const = 0;
  virtual const VariantInfo& variant() const = 0;

  virtual std::string Fen(FenStyle style) const = 0;
  // The complete state (ruling F3); Variant::FromSnapshot reads it.
  virtual std::string Snapshot() const = 0;
  virtual Color turn() const = 0;
  // Plies since move 1, from 0.
  virtual uint32_t ply() const = 0;
  virtual uint32_t move_number() const = 0;
  virtual StateDetail detail() const = 0;
  virtual BoardView View() const = 0;

  virtual Adjudication Adjudicate() const = 0;

  // Texts of the legal moves, sorted by bytes (ruling C11); only those from the
  // square `from` unless it is empty. BAD_FIELD for a text that is no square.
  virtual absl::StatusOr<std::vector<std::string>> LegalTexts(std::string_view from) const = 0;
  // The same moves in the same order, described.
  virtual absl::StatusOr<std::vector<MoveInfo>> LegalMoves(std::string_view from) const = 0;
  // What else may be done; empty once the game is over.
  virtual std::vector<ControlInfo> Controls() const = 0;

  // Makes one action: a move or a control action. On error nothing has changed,
  // and the message gives the rule, the square and the attacker (ruling C9).
  // BAD_ACTION_TEXT, ILLEGAL_ACTION, NOT_YOUR_TURN, GAME_OVER, CLAIM_REFUSED.
  // `applied` may be null where nobody wants to know.
  virtual absl::Status Apply(std::string_view action, Applied* applied) = 0;

  // Whether `text` is a control action (or begins like one), not a move.
  virtual bool IsControl(std::string_view text) const = 0;

  // The action text of a legal move written in `notation`; BAD_NOTATION, or
  // BAD_FIELD (here and below) for a notation that the variant does not have.
  virtual absl::StatusOr<std::string> ReadMove(std::string_view text, Notation notation) const = 0;
  // The legal move with this action text, written in `notation`.
  virtual absl::StatusOr<std::string> WriteMove(std::string_view action,
                                                Notation notation) const = 0;

  // Leaves of the tree of legal moves `depth` plies deep (ruling C12), below
  // each legal move where `divided` is not null. One unit of `budget` a node.
  virtual absl::StatusOr<uint64_t> Perft(
      int depth, Budget& budget, std::vector<std::pair<std::string, uint64_t>>* divided) const = 0;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_GAME_H_
