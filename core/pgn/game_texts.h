#ifndef ARBITER_CORE_PGN_GAME_TEXTS_H_
#define ARBITER_CORE_PGN_GAME_TEXTS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/pgn/tokens.h"

namespace arbiter::pgn {

// The first fault of a game. The game is read only up to it.
struct Fault {
  Place place;
  // The word that is wrong, or the name of the wrong tag.
  std::string text;
  // An error with a reason.
  absl::Status status;
  // The number of the move with the fault; 0 if the fault is not in a move.
  uint32_t move_number = 0;
};

// A game as written in PGN, before any rules are applied.
struct GameText {
  struct Tag {
    std::string name;
    std::string value;
    Place place;
  };
  struct Item {
    enum class Kind : uint8_t {
      // A word of the movetext.
      kMove,
      // An action text from a comment, `[%act …]`.
      kAct,
      // A bid from a comment, `[%bid …]`.
      kBid,
    };
    Kind kind;
    std::string text;
    Place place;
    // The outcomes from `[%draw …]` in braces; empty if there are none.
    std::string draws = {};
    // The time used, from `[%emt …]`; -1 if it is not reported.
    int64_t elapsed_ms = -1;
    // The time left after the action, from `[%clk …]`; -1 if it is not reported.
    int64_t left_ms = -1;
  };
  Place place;
  std::vector<Tag> tags;
  // The items before the fault.
  std::vector<Item> items;
  // Whether a comment contains `[%emt …]`, so that clocks are tracked (ruling P6).
  bool has_times = false;
  // Whether a comment contains `[%clk …]`.
  bool has_clocks = false;
  // The result at the end of the movetext; empty if there is none.
  std::string_view result;
  Place result_place;
  std::optional<Fault> fault;
};

// Finds the games of a PGN text, in time linear in its length. A fault in one game does not affect
// the others.
class GameTexts {
 public:
  // The text must outlive the games. A game with more than `max_actions` actions has a fault.
  GameTexts(std::string_view text, size_t max_actions)
      : tokenizer_(text), max_actions_(max_actions) {}

  // Returns the next game; std::nullopt after the last. Calls `spend` regularly and returns its
  // error.
  absl::StatusOr<std::optional<GameText>> Next(absl::FunctionRef<absl::Status()> spend);

  // The text after the games that Next() has returned.
  std::string_view rest() const { return tokenizer_.rest(); }

 private:
  void AddItem(GameText::Item item, GameText* game) const;
  void AddComment(const Token& comment, GameText* game);
  void AddCommand(const Command& command, Place place, GameText* game);

  Tokenizer tokenizer_;
  const size_t max_actions_;
  uint64_t tokens_ = 0;
  // Whether the last item is a placeholder `--` whose action can follow in a comment.
  bool is_placeholder_ = false;
};

// Cuts a text into its games, where ReadGames() begins a new one, without reading their moves.
// Reading a part gives the same game, or the same fault, as reading the whole text, and a line is
// counted from the beginning of the part. Calls `visit` with each part, in order. Stops at the
// first error of `spend`, which is called regularly, or `visit`, and returns it.
absl::Status SplitGames(std::string_view text, absl::FunctionRef<absl::Status()> spend,
                        absl::FunctionRef<absl::Status(std::string_view)> visit);

}  // namespace arbiter::pgn

#endif  // ARBITER_CORE_PGN_GAME_TEXTS_H_
