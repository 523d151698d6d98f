#ifndef ARBITER_CORE_RANDOM_RANDOM_STREAM_H_
#define ARBITER_CORE_RANDOM_RANDOM_STREAM_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace arbiter {

// The stream `arbiter-rng-1` (rulings R1, R2): a pure function of its key and of
// where in the game it is read, so anyone with the seed can recompute every draw.
class RandomStream {
 public:
  // `purpose` is `setup`, `move` or `bid`; `turn` the ply index from 0, `action`
  // the action within the turn. `seed` has 16 to 64 bytes.
  RandomStream(std::string_view seed, std::string_view variant, std::string_view purpose,
               uint64_t turn, uint32_t action);

  // The next 64-bit word.
  uint64_t NextWord();

  // A choice from `candidates` >= 1, each equally likely. One candidate takes no
  // word; then `word` is 0.
  struct Choice {
    uint64_t index;
    uint64_t word;
  };
  Choice Draw(uint64_t candidates);

 private:
  void FillBlock();

  // Of SHA-256, in bytes.
  static constexpr size_t kBlock = 64;
  static constexpr size_t kDigest = 32;

  // What HMAC hashes first: the masked seed, the message and, at its end, the block number.
  std::string inner_;
  // And then: the masked seed and the first digest.
  std::array<unsigned char, kBlock + kDigest> outer_;
  uint32_t block_ = 0;
  std::array<uint64_t, 4> words_{};
  size_t next_ = 4;
};

// Bytes of a seed, from the shortest to the longest (ruling R3).
inline constexpr size_t kShortestSeed = 16;
inline constexpr size_t kLongestSeed = 64;

// 32 bytes from the operating system's generator.
std::string GenerateSeed();

// SHA-256(seed), to be published before the game.
std::string Commitment(std::string_view seed);

}  // namespace arbiter

#endif  // ARBITER_CORE_RANDOM_RANDOM_STREAM_H_
