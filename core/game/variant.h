#ifndef ARBITER_CORE_GAME_VARIANT_H_
#define ARBITER_CORE_GAME_VARIANT_H_

#include <memory>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/game/game.h"
#include "core/rules/variant_info.h"

namespace arbiter {

// A variant behind one interface: makes games. Stateless and immutable, so any
// number of threads may use it; a request makes one virtual call here and a few
// on the game, never one a node of a tree.
class Variant {
 public:
  virtual ~Variant() = default;

  virtual const VariantInfo& info() const = 0;

  // OPTION_OUT_OF_RANGE for an unknown option or value (here and below). A set-up that
  // is random is drawn from `seed`, RANDOMNESS_REQUIRED without; `draws`, where not
  // null, gets what was drawn.
  virtual absl::StatusOr<std::unique_ptr<Game>> Start(const OptionMap& options,
                                                      std::string_view seed,
                                                      std::vector<Draw>* draws) const = 0;
  absl::StatusOr<std::unique_ptr<Game>> Start(const OptionMap& options) const {
    return Start(options, std::string_view(), nullptr);
  }

  // Whether a game that has made no move can have been drawn as the options say; true where
  // they draw nothing. The game is of this variant.
  virtual bool CanHaveDrawn(const Game& start, const OptionMap& options) const = 0;

  // BAD_FEN names the field and the rank, IMPOSSIBLE_POSITION the reason
  // (ruling F2). With `history_is_complete` the game counts as having begun
  // with this FEN, else repetitions before it are unknown (ruling C10).
  virtual absl::StatusOr<std::unique_ptr<Game>> FromFen(std::string_view fen,
                                                        const OptionMap& options,
                                                        bool history_is_complete) const = 0;

  // BAD_SNAPSHOT for bytes that are damaged, foreign or too new, or whose
  // options differ from those given (ruling F3).
  virtual absl::StatusOr<std::unique_ptr<Game>> FromSnapshot(std::string_view snapshot,
                                                             const OptionMap& options) const = 0;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_VARIANT_H_
