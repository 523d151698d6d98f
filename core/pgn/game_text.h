#ifndef ARBITER_CORE_PGN_GAME_TEXT_H_
#define ARBITER_CORE_PGN_GAME_TEXT_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/pgn/commands.h"
#include "core/pgn/tokens.h"

namespace arbiter::pgn {

// Why a game could not be read to its end.
struct Fault {
  Place place;
  // The word, or the name of the tag, that is wrong.
  std::string text;
  // With a reason.
  absl::Status status;
  // Of the move that it is about; 0 where it is about none.
  uint32_t move_number = 0;
};

// A game as it is written: no rules have been asked.
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
    // From `[%draw …]`; empty: none.
    std::string draws = {};
    // From `[%emt …]`; -1: not reported.
    int64_t elapsed_ms = -1;
  };
  Place place;
  std::vector<Tag> tags;
  // Up to the fault.
  std::vector<Item> items;
  // Whether a comment speaks of time used.
  bool has_times = false;
  // The result at the end of the movetext; empty: there is none.
  std::string_view result;
  Place result_place;
  std::optional<Fault> fault;
};

// `1-0`, `0-1`, `1/2-1/2`, `*`, and `1/2`.
bool IsResult(std::string_view word);

// Reads the games of a text one after the other. Whatever is wrong with one leaves the others as
// they are.
class GameTexts {
 public:
  // As Tokenizer. A game of more than `most_actions` has a fault.
  GameTexts(std::string_view text, size_t most_actions)
      : tokenizer_(text), most_actions_(most_actions) {}

  // nullopt after the last. `spend` is called once in a while; its error ends the reading.
  absl::StatusOr<std::optional<GameText>> Next(absl::FunctionRef<absl::Status()> spend);

 private:
  Token Take();
  void AddItem(GameText::Item item, GameText* game) const;
  void AddComment(const Token& comment, GameText* game);
  void AddCommand(const Command& command, Place place, GameText* game);

  Tokenizer tokenizer_;
  const size_t most_actions_;
  uint64_t tokens_ = 0;
  // A tag that belongs to the next game.
  std::optional<Token> kept_;
  // Whether the last item is a `--` whose move may follow in a comment.
  bool stands_for_move_ = false;
};

}  // namespace arbiter::pgn

#endif  // ARBITER_CORE_PGN_GAME_TEXT_H_
