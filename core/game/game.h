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
#include "core/base/budget.h"
#include "core/base/fraction.h"
#include "core/base/locale.h"
#include "core/base/packed_text.h"
#include "core/base/status_macros.h"
#include "core/base/string_writer.h"
#include "core/board/color.h"
#include "core/game/analysis.h"
#include "core/rules/board_view.h"
#include "core/rules/clock.h"
#include "core/rules/draws.h"
#include "core/rules/enumeration.h"
#include "core/rules/event.h"
#include "core/rules/fen.h"
#include "core/rules/move_info.h"
#include "core/rules/outcome.h"
#include "core/rules/roles.h"
#include "core/rules/san.h"
#include "core/rules/variant_info.h"
#include "core/rules/viewer.h"
#include "core/search/limits.h"
#include "core/search/transposition_table.h"

namespace arbiter {

// The maximum length of an action text, in bytes.
inline constexpr size_t kMaxActionText = 1024;

// The part of a game that a state is in.
enum class Phase : uint8_t { kBidding, kBoard };

// The input of an action in addition to its text.
struct ActionInput {
  // The seed that decides random draws whose outcomes the text does not give, 16 to 64 bytes; empty
  // if there is none.
  std::string_view seed = {};
  // The time that the side to move has used, in milliseconds; negative if it is not reported. It
  // has no effect if the game has no clocks; see CheckReportedTimes().
  int64_t elapsed_ms = -1;
};

// What the rules say about a state.
struct Adjudication {
  // std::nullopt while the game is ongoing.
  std::optional<End> end;
  // The claims that would be granted now.
  std::vector<Claim> claims;
  bool check = false;
  // The squares of the pieces that give check, in the order a1, b1, ….
  std::vector<std::string> checkers;
  // Whether every earlier position that could recur is known (ruling C10).
  bool history_known = true;
  // How often the position has occurred, as far as the history is known.
  int occurrences = 1;
  // The points of White and of Black, if the variant has points.
  std::optional<std::pair<int, int>> points;
  // The player who claimed the end, if it was claimed.
  std::optional<Color> claimed_by;
  // The player whose draw offer stands (ruling C14).
  std::optional<Color> draw_offered_by;
};

// A control action that is open to a player.
struct ControlInfo {
  // The action text. It has static storage duration.
  std::string_view action;
  // The player who can act, in the sense of Game::turn().
  Color actor;
};

// The effects of one action.
struct ActionResult {
  // The canonical action text.
  std::string text;
  // Empty for control actions.
  std::string san;
  std::vector<Event> events;
  std::vector<Draw> draws;
  // The text and the SAN for viewers from whom a part of the action is hidden; empty if nothing is
  // hidden.
  std::string concealed_text;
  std::string concealed_san;
  // Whether the player's time ran out before the action, which was not made. The player has lost
  // the game, or the points decide it. A record contains `timeout` in place of the action.
  bool timed_out = false;
};

// How complete an enumeration of outcomes is.
struct OutcomeSummary {
  // Whether some outcomes were not visited.
  bool truncated = false;
  // The total probability of the outcomes that were not visited.
  double missing_mass = 0;
};

// A state of a game with its history, as a value. It depends on nothing but the input that it was
// made from, so equal games give the same answers everywhere. This makes a move and prints the
// replies:
//
//   const Variant* makruk = *FindVariant("makruk");
//   const std::unique_ptr<Game> game = *makruk->Start({});
//   ActionResult result;
//   const absl::Status status = game->Apply("e3e4", &result);
//   if (!status.ok()) std::cerr << status.message() << "\n";
//   std::cout << result.san << ": " << game->Fen(FenStyle::kStandard) << "\n";
//   const absl::StatusOr<std::vector<std::string>> replies = game->LegalTexts("");
//   for (const std::string& reply : *replies) std::cout << reply << "\n";
class Game {
 public:
  virtual ~Game() = default;

  virtual std::unique_ptr<Game> Clone() const = 0;
  virtual const VariantInfo& variant() const = 0;

  virtual std::string Fen(FenStyle style) const = 0;
  // Appends the complete state (ruling F3), which Variant::FromSnapshot restores, to `bytes`. `fen`
  // must be Fen(FenStyle::kStandard).
  virtual void AppendSnapshot(std::string_view fen, StringWriter* bytes) const = 0;
  std::string Snapshot() const {
    return WriteString(
        [this](StringWriter* bytes) { AppendSnapshot(Fen(FenStyle::kStandard), bytes); });
  }
  virtual Phase phase() const = 0;
  // The current names of the players. Color::kWhite stands for the first player.
  virtual const Roles& roles() const = 0;
  virtual Color turn() const = 0;
  // The number of plies since the beginning of move 1.
  virtual uint32_t ply() const = 0;
  uint32_t move_number() const { return ply() / 2 + 1; }
  // The choices that the side to move must make before the turn ends, in order.
  virtual std::vector<PendingChoice> pending() const = 0;
  // The parts of the state that are not on the board, as a value of the variant's own type; empty
  // if there are none.
  virtual std::any detail() const = 0;
  virtual BoardView View() const = 0;
  // The time left on the clocks; std::nullopt if the game has none. No action changes whether a
  // game has clocks.
  virtual std::optional<ClockTimes> clocks() const = 0;
  // Whether a clock was corrected. Snapshots do not keep this.
  virtual bool clocks_corrected() const = 0;

  virtual Adjudication Adjudicate() const = 0;

  // Calls `visit` once with the texts of the legal moves, sorted by bytes (ruling C11). Unless
  // `from` is empty, these are only the moves from that square. Returns BAD_FIELD if `from` is not
  // a square of the board.
  using TextsVisitor = absl::FunctionRef<void(std::span<const PackedText>)>;
  virtual absl::Status VisitLegalTexts(std::string_view from, TextsVisitor visit) const = 0;
  absl::StatusOr<std::vector<std::string>> LegalTexts(std::string_view from) const {
    std::vector<std::string> list;
    ARBITER_RETURN_IF_ERROR(VisitLegalTexts(from, [&list](std::span<const PackedText> texts) {
      for (const PackedText text : texts) list.push_back(text.ToString());
    }));
    return list;
  }
  // Returns descriptions of the same moves in the same order.
  virtual absl::StatusOr<std::vector<MoveInfo>> LegalMoves(std::string_view from) const = 0;
  // Describes the moves that the side not to move would have if the side to move passed (see
  // `LegalMovesRequest.side` in the proto), without SAN, in the order of their texts. Returns
  // BAD_FIELD like the functions above, and WRONG_PHASE during bidding.
  virtual absl::StatusOr<std::vector<MoveInfo>> MovesInAdvance(std::string_view from) const = 0;
  // Returns the control actions that are open to the players; empty once the game is over.
  virtual std::vector<ControlInfo> Controls() const = 0;
  // Returns what the variant says about the state, such as a running count or the points, in the
  // order in which to show it. Clocks, which run on, are left out.
  virtual std::vector<Note> Notes(Locale locale) const = 0;
  // Returns the lines below a picture of the board: the notes that pictures show, with the clocks,
  // and the sentence that says how the game ended.
  virtual std::vector<std::string> Captions(Locale locale) const = 0;

  // Starts the clocks of rules that have clocks of their own (ruling P6). Has no effect unless the
  // game is at its start and does not track them yet.
  virtual void TrackClocks() = 0;

  // Sets the time left on the player's clock to `ms` milliseconds, because the caller knows better
  // (ruling C17). Returns BAD_FIELD if the game has no clocks or is over, or if no game with these
  // rules can have that time left (see `ClockCorrection` in the proto).
  virtual absl::Status CorrectClock(Color player, int64_t ms) = 0;

  // From now on, the game goes on where the rules draw it by themselves, as long as the side to
  // move has legal moves. Snapshots do not keep this.
  virtual void PlayOn() = 0;

  // Returns whether anything is hidden from the viewer (ruling H23).
  virtual bool Hides(Viewer viewer) const = 0;

  // Returns the game as the viewer sees it; nullptr if nothing is hidden from the viewer (ruling
  // H23). The FEN and the snapshot of the returned game are for display and are refused as input.
  // Only ViewedGame, which every answer passes through, may call this.
  virtual std::unique_ptr<Game> ViewFor(Viewer viewer) const = 0;

  // Makes a move or a control action and assigns its effects to `applied` unless it is null. The
  // outcomes of random draws are taken from the text or, if it has none, from the seed. If clocks
  // are tracked, the elapsed time is charged to the side to move; a legal action that takes more
  // time than is left is not made (ActionResult::timed_out).
  //
  // On error the state is unchanged, and the message names the rule and any squares and attacker
  // that it concerns (ruling C9). Errors: BAD_ACTION_TEXT, ILLEGAL_ACTION, NOT_YOUR_TURN,
  // GAME_OVER, CLAIM_REFUSED, RANDOMNESS_REQUIRED, IMPOSSIBLE_OUTCOME.
  virtual absl::Status Apply(std::string_view action, const ActionInput& input,
                             ActionResult* applied) = 0;
  absl::Status Apply(std::string_view action, std::string_view seed, ActionResult* applied) {
    return Apply(action, ActionInput{.seed = seed}, applied);
  }
  absl::Status Apply(std::string_view action, ActionResult* applied) {
    return Apply(action, ActionInput(), applied);
  }

  // Returns the game with which the next phase starts if the last action ended this phase, after
  // which nothing else of this game is valid; nullptr while the phase continues. Only ViewedGame,
  // through which every action is made, may call this.
  virtual std::unique_ptr<Game> NextPhase() const = 0;

  // Visits every result that an action can have, with its probability (ruling H21), in draw order,
  // until `visit` returns false. The action must be given without outcomes. Spends one unit of
  // `budget` for each series of random draws, and more for each visit.
  using OutcomeVisitor =
      std::function<bool(const ActionResult& applied, Fraction probability, const Game& after)>;
  virtual absl::StatusOr<OutcomeSummary> Outcomes(std::string_view action,
                                                  const EnumerationLimits& limits, Budget& budget,
                                                  const OutcomeVisitor& visit) const = 0;

  // Returns whether `text` is a control action, or begins with a player's name, and so is not a
  // move.
  virtual bool IsControl(std::string_view text) const = 0;

  // Returns the action text of a legal move that is written in `notation`; BAD_NOTATION if the text
  // does not name exactly one, BAD_FIELD if the variant does not have the notation. With
  // Notation::kAny, the text is read as ReadAnyMove() says.
  // With Explain::kNo, the message of an error does not say why, which takes less time.
  virtual absl::StatusOr<std::string> ReadMove(std::string_view text, Notation notation,
                                               Explain explain) const = 0;
  absl::StatusOr<std::string> ReadMove(std::string_view text, Notation notation) const {
    return ReadMove(text, notation, Explain::kYes);
  }
  // Writes the legal move with this action text in `notation`; BAD_FIELD if the variant does not
  // have the notation.
  virtual absl::StatusOr<std::string> WriteMove(std::string_view action,
                                                Notation notation) const = 0;

  // Returns the number of leaves of the tree of legal moves at this depth in plies (ruling C12).
  // Unless `divided` is null, adds to it each legal move with the number of leaves below it. Spends
  // one unit of `budget` for each node. Returns WRONG_PHASE during bidding.
  virtual absl::StatusOr<uint64_t> Perft(
      int depth, Budget& budget, std::vector<std::pair<std::string, uint64_t>>* divided) const = 0;

  // Searches for the best move until a limit of the query is reached or `stop` is requested, and
  // reports its progress to `report`, which may be null. `table` carries results over to the next
  // analysis; nothing else may use it during this call. A finished game has no best move. If
  // `query.search_moves[i]` is not a legal move, returns BAD_ACTION_TEXT, ILLEGAL_ACTION or
  // NOT_YOUR_TURN at the field `search_moves[i]`.
  virtual absl::StatusOr<AnalysisResult> Analyze(const AnalysisQuery& query, const StopToken& stop,
                                                 TranspositionTable* table,
                                                 const ProgressSink& report) const = 0;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_GAME_H_
