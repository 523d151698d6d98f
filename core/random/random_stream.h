#ifndef ARBITER_CORE_RANDOM_RANDOM_STREAM_H_
#define ARBITER_CORE_RANDOM_RANDOM_STREAM_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/random/sha256.h"

namespace arbiter {

// The random stream `arbiter-rng-1` (rulings R1, R2): a pure function of the seed, the variant, the
// purpose and the action's place in the game, so that anyone who has the seed can recompute every
// random draw.
class RandomStream {
 public:
  // `seed` has kMinSeedSize to kMaxSeedSize bytes. `purpose` is `setup`, `move` or `bid`. `turn` is
  // the ply and `action` the index of the action within the turn, both counted from 0. The names of
  // the variant and the purpose must have less than 100 bytes together.
  RandomStream(std::string_view seed, std::string_view variant, std::string_view purpose,
               uint64_t turn, uint32_t action);

  // Returns the next 64-bit word.
  uint64_t NextWord();

  struct Choice {
    // The chosen candidate, counted from 0.
    uint64_t index;
    // The word that the choice came from; 0 if there was only one candidate.
    uint64_t word;
  };
  // Chooses one of `candidates` >= 1, each equally likely. A single candidate consumes no word.
  Choice Draw(uint64_t candidates);

 private:
  void FillBlock();

  // HMAC's inner hash without the block number: the masked seed and the message.
  Sha256Hasher inner_;
  // HMAC's outer hash without the inner digest: the masked seed.
  Sha256Hasher outer_;
  // The number of the next block.
  uint32_t block_ = 0;
  std::array<uint64_t, 4> words_{};
  size_t next_ = 4;
};

// The minimum and the maximum size of a seed, in bytes (ruling R3).
inline constexpr size_t kMinSeedSize = 16;
inline constexpr size_t kMaxSeedSize = 64;

// Returns a seed of 32 bytes from the operating system's random number generator.
std::string GenerateSeed();

// Returns the SHA-256 digest of `seed`, in bytes, to be published before the game.
std::string Commitment(std::string_view seed);

}  // namespace arbiter

#endif  // ARBITER_CORE_RANDOM_RANDOM_STREAM_H_
