#ifndef ARBITER_CORE_GAME_VARIANT_H_
#define ARBITER_CORE_GAME_VARIANT_H_

#include <memory>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/game/game.h"
#include "core/rules/variant_info.h"

namespace arbiter {

// Makes the games of one variant. Variants are stateless and immutable, so any number of threads
// may use one. A request makes one virtual call here and a few on the game, but never one for each
// node of a tree.
class Variant {
 public:
  virtual ~Variant() = default;

  virtual const VariantInfo& info() const = 0;

  // Starts a game. Returns OPTION_OUT_OF_RANGE for an unknown option or value, like the functions
  // below. A random set-up is drawn from `seed`; RANDOMNESS_REQUIRED if `seed` is empty. Assigns
  // the random draws to `draws` unless `draws` is null.
  virtual absl::StatusOr<std::unique_ptr<Game>> Start(const OptionMap& options,
                                                      std::string_view seed,
                                                      std::vector<Draw>* draws) const = 0;
  absl::StatusOr<std::unique_ptr<Game>> Start(const OptionMap& options) const {
    return Start(options, std::string_view(), nullptr);
  }

  // Returns whether `start`, a game of this variant without moves, can be the result of a random
  // set-up under these options; true if the options make no set-up random.
  virtual bool CanBeRandomStart(const Game& start, const OptionMap& options) const = 0;

  // Makes a game from a FEN. The error BAD_FEN names the field and the rank, and
  // IMPOSSIBLE_POSITION gives the reason (ruling F2). If `history_is_complete`, the game is taken
  // to have begun with this FEN; otherwise earlier repetitions are unknown (ruling C10).
  virtual absl::StatusOr<std::unique_ptr<Game>> FromFen(std::string_view fen,
                                                        const OptionMap& options,
                                                        bool history_is_complete) const = 0;

  // Restores a game. Returns BAD_SNAPSHOT if the bytes are damaged, of another variant or of a
  // newer version, or if their options differ from `options` (ruling F3).
  virtual absl::StatusOr<std::unique_ptr<Game>> FromSnapshot(std::string_view snapshot,
                                                             const OptionMap& options) const = 0;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_VARIANT_H_
