#ifndef ARBITER_CORE_GAME_GAME_H_
#define ARBITER_CORE_GAME_GAME_H_

#include <any>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/board/color.h"
#include "core/game/analysis.h"
#include "core/rules/board_view.h"
#include "core/rules/budget.h"
#include "core/rules/draws.h"
#include "core/rules/enumeration.h"
#include "core/rules/event.h"
#include "core/rules/fen.h"
#include "core/rules/fraction.h"
#include "core/rules/locale.h"
#include "core/rules/move_info.h"
#include "core/rules/outcome.h"
#include "core/rules/packed_text.h"
#include "core/rules/roles.h"
#include "core/rules/san.h"
#include "core/rules/variant_info.h"
#include "core/rules/viewer.h"
#include "core/search/limits.h"
#include "core/search/transposition_table.h"

namespace arbiter {

// Longest action text read, in bytes.
inline constexpr size_t kMaxActionText = 1024;

// What part of a game a state is in.
enum class Phase : uint8_t { kBidding, kBoard };

// What comes with an action beside its text.
struct Given {
  // What draws where the text has no outcomes, 16 to 64 bytes; empty: none.
  std::string_view seed = {};
  // Milliseconds that the player to move has used; negative: not reported.
  int64_t elapsed_ms = -1;
};

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
  // Of White and Black, where the variant has points.
  std::optional<std::pair<int, int>> points;
  // Who claimed the end, where a claim brought it.
  std::optional<Color> claimed_by;
  // Whose draw offer stands (ruling C14).
  std::optional<Color> draw_offered_by;
};

// Something a player may do beside moving; `action` is the text to send.
struct ControlInfo {
  std::string_view action;  // has static storage duration
  // As Game::turn().
  Color actor;
};

// What one action did.
struct Applied {
  // Canonical action text.
  std::string text;
  // Empty for control actions.
  std::string san;
  std::vector<Event> events;
  std::vector<Draw> draws;
  // Text and SAN for those who may not see all of it; empty: nothing is hidden.
  std::string concealed_text;
  std::string concealed_san;
  // The player's time ran out before the action, which was not made: he has lost it, or the
  // points decide. A record has `timeout` in its place.
  bool timed_out = false;
};

// How an enumeration of outcomes ended.
struct OutcomeSummary {
  // Not all outcomes were visited.
  bool truncated = false;
  // The probability of those that were not.
  double missing_mass = 0;
};

// A state of a game with its history: a value, whoever holds it owns it.
// Nothing here depends on anything but what the game was made from, so equal
// games answer alike everywhere.
class Game {
 public:
  virtual ~Game() = default;

  virtual std::unique_ptr<Game> Clone() const = 0;
  virtual const VariantInfo& variant() const = 0;

  virtual std::string Fen(FenStyle style) const = 0;
  // The complete state (ruling F3); Variant::FromSnapshot reads it. `fen` is Fen(kStandard).
  virtual std::string Snapshot(std::string_view fen) const = 0;
  std::string Snapshot() const { return Snapshot(Fen(FenStyle::kStandard)); }
  virtual Phase phase() const = 0;
  // What the players are called now; Color::kWhite stands for the first of them.
  virtual const Roles& roles() const = 0;
  virtual Color turn() const = 0;
  // Plies since move 1, from 0.
  virtual uint32_t ply() const = 0;
  uint32_t move_number() const { return ply() / 2 + 1; }
  // Choices that the player to move has to make before the turn passes, in order.
  virtual std::vector<PendingChoice> pending() const = 0;
  // What the state has beside the board: a value of the variant's own type; empty if there is none.
  virtual std::any detail() const = 0;
  virtual BoardView View() const = 0;

  virtual Adjudication Adjudicate() const = 0;

  // Calls `visit` once with the texts of the legal moves, sorted by bytes (ruling C11); only those
  // from the square `from` unless it is empty. BAD_FIELD for a text that is no square.
  using TextsVisitor = absl::FunctionRef<void(std::span<const PackedText>)>;
  virtual absl::Status VisitLegalTexts(std::string_view from, TextsVisitor visit) const = 0;
  absl::StatusOr<std::vector<std::string>> LegalTexts(std::string_view from) const {
    std::vector<std::string> list;
    absl::Status status = VisitLegalTexts(from, [&list](std::span<const PackedText> texts) {
      for (const PackedText text : texts) list.push_back(text.ToString());
    });
    if (!status.ok()) return status;
    return list;
  }
  // The same moves in the same order, described.
  virtual absl::StatusOr<std::vector<MoveInfo>> LegalMoves(std::string_view from) const = 0;
  // What else may be done; empty once the game is over.
  virtual std::vector<ControlInfo> Controls() const = 0;
  // Short lines to stand beside the board, such as a running count or points, and how the game has
  // ended.
  virtual std::vector<std::string> Notes(Locale locale) const = 0;

  // Begins to track clocks where the game has them, is at its start and tracks none.
  virtual void TrackClocks() = 0;

  // The game as the viewer sees it while something is hidden from him (ruling H23);
  // null: he sees all. Its FEN and snapshot are for showing, and are refused as input. Asked by
  // ViewedGame alone, through which all that is answered passes.
  virtual std::unique_ptr<Game> SeenBy(Viewer viewer) const = 0;

  // Makes one action: a move or a control action. A move that draws takes its
  // outcomes from its text, else from the seed. Where clocks are tracked, time is charged to
  // the player to move; a legal action that overspends it is not made (Applied::timed_out). On
  // error nothing has changed, and the message gives the rule, the square and the
  // attacker (ruling C9). BAD_ACTION_TEXT, ILLEGAL_ACTION, NOT_YOUR_TURN, GAME_OVER,
  // CLAIM_REFUSED, RANDOMNESS_REQUIRED, IMPOSSIBLE_OUTCOME.
  // `applied` may be null where nobody wants to know.
  virtual absl::Status Apply(std::string_view action, const Given& given, Applied* applied) = 0;
  absl::Status Apply(std::string_view action, std::string_view seed, Applied* applied) {
    return Apply(action, Given{.seed = seed}, applied);
  }
  absl::Status Apply(std::string_view action, Applied* applied) {
    return Apply(action, Given(), applied);
  }

  // Visits every result that an action, given without outcomes, can have, with its
  // probability (ruling H21), in draw order, until `visit` answers false. One unit of
  // `budget` a series of draws.
  using OutcomeVisitor =
      std::function<bool(const Applied& applied, Fraction probability, const Game& after)>;
  virtual absl::StatusOr<OutcomeSummary> Outcomes(std::string_view action,
                                                  const EnumerationLimits& limits, Budget& budget,
                                                  const OutcomeVisitor& visit) const = 0;

  // Whether `text` is a control action (or begins like one), not a move.
  virtual bool IsControl(std::string_view text) const = 0;

  // The action text of a legal move written in `notation`; BAD_NOTATION, or
  // BAD_FIELD (here and below) for a notation that the variant does not have.
  virtual absl::StatusOr<std::string> ReadMove(std::string_view text, Notation notation) const = 0;
  // The legal move with this action text, written in `notation`.
  virtual absl::StatusOr<std::string> WriteMove(std::string_view action,
                                                Notation notation) const = 0;

  // Leaves of the tree of legal moves `depth` plies deep (ruling C12), below
  // each legal move where `divided` is not null. One unit of `budget` a node. WRONG_PHASE in a
  // bidding.
  virtual absl::StatusOr<uint64_t> Perft(
      int depth, Budget& budget, std::vector<std::pair<std::string, uint64_t>>* divided) const = 0;

  // Searches for the best move until a limit of the query is met or `stop` says so, and reports
  // to `report`, which may be null, meanwhile. `table` keeps what was found for the next
  // analysis; it belongs to this call while it runs. A finished game has no best move.
  // BAD_ACTION_TEXT, ILLEGAL_ACTION or NOT_YOUR_TURN at `search_moves[i]`.
  virtual absl::StatusOr<AnalysisResult> Analyze(const AnalysisQuery& query, const StopToken& stop,
                                                 TranspositionTable* table,
                                                 const ProgressSink& report) const = 0;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_GAME_H_
