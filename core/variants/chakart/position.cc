#include "core/variants/chakart/position.h"

namespace arbiter::chakart {
namespace {

// Builds a key by mixing each value with all values before it.
class KeyMixer {
 public:
  explicit KeyMixer(uint64_t key) : key_(key) {}
  KeyMixer& Add(uint64_t value) {
    key_ = Mix64(key_ ^ value);
    return *this;
  }
  KeyMixer& Add(const Squares& squares) { return Add(squares.words()[0]); }
  // The absence of a square is mixed as 0, which stands for no square.
  KeyMixer& Add(std::optional<Sq> square) { return Add(square ? 1 + square->index() : 0); }
  uint64_t key() const { return key_; }

 private:
  uint64_t key_;
};

}  // namespace

uint64_t Position::key() const {
  KeyMixer mixer(board.key() ^ (turn == Color::kBlack ? kBlackToMoveKey : 0));
  for (const Squares& squares : objects) mixer.Add(squares);
  mixer.Add(immobilised).Add(released).Add(hidden).Add(pending.promotion);
  uint64_t rest = redacted ? 1 : 0;
  for (const auto& side : powers) {
    for (const bool unused : side) rest = 2 * rest + (unused ? 1 : 0);
  }
  rest = rest * 4 + static_cast<uint64_t>(pending.bonus);
  if (pending.bonus == Bonus::kDrop) rest = rest * 8 + static_cast<uint64_t>(pending.piece);
  return mixer.Add(rest * 4 + passes).key();
}

}  // namespace arbiter::chakart
