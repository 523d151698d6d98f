#include "core/random/random_stream.h"

#include <openssl/rand.h>

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdlib>

#include "core/random/sha256.h"

namespace arbiter {
namespace {

constexpr size_t kGeneratedSeedSize = 32;

// The block size of SHA-256, in bytes.
constexpr size_t kBlockSize = 64;

template <typename Unsigned>
void AddBigEndian(Unsigned value, Sha256Hasher* hasher) {
  char bytes[sizeof(value)];
  for (size_t i = 0; i < sizeof(value); ++i) {
    bytes[i] = static_cast<char>(value >> (8 * (sizeof(value) - 1 - i)));
  }
  hasher->Add({bytes, sizeof(bytes)});
}

void AddTerminated(std::string_view text, Sha256Hasher* hasher) {
  hasher->Add(text);
  hasher->Add({"", 1});
}

// Adds the key block of HMAC: the seed, padded with zeros, each byte XORed with `mask`.
void AddMasked(std::string_view seed, char mask, Sha256Hasher* hasher) {
  std::array<char, kBlockSize> block;
  block.fill(mask);
  for (size_t i = 0; i < seed.size(); ++i) block[i] = static_cast<char>(mask ^ seed[i]);
  hasher->Add({block.data(), block.size()});
}

}  // namespace

RandomStream::RandomStream(std::string_view seed, std::string_view variant,
                           std::string_view purpose, uint64_t turn, uint32_t action) {
  assert(seed.size() <= kMaxSeedSize);
  AddMasked(seed, 0x36, &inner_);
  AddMasked(seed, 0x5c, &outer_);
  AddTerminated("arbiter-rng-1", &inner_);
  AddTerminated(variant, &inner_);
  AddTerminated(purpose, &inner_);
  AddBigEndian(turn, &inner_);
  AddBigEndian(action, &inner_);
}

uint64_t RandomStream::NextWord() {
  if (next_ == words_.size()) FillBlock();
  return words_[next_++];
}

RandomStream::Choice RandomStream::Draw(uint64_t candidates) {
  if (candidates == 1) return {0, 0};
  // The highest 2^64 mod n words would favour the first candidates, so they are skipped (R2).
  const uint64_t excess = (UINT64_MAX % candidates + 1) % candidates;
  uint64_t word = NextWord();
  while (word > UINT64_MAX - excess) word = NextWord();
  return {word % candidates, word};
}

// Computes HMAC-SHA-256 (RFC 2104) with the seed as the key.
void RandomStream::FillBlock() {
  Sha256Hasher inner = inner_;
  AddBigEndian(block_++, &inner);
  const Digest inner_digest = inner.Finish();
  Sha256Hasher outer = outer_;
  outer.Add({reinterpret_cast<const char*>(inner_digest.data()), inner_digest.size()});
  const Digest digest = outer.Finish();
  for (size_t i = 0; i < words_.size(); ++i) {
    uint64_t word = 0;
    for (size_t j = 0; j < 8; ++j) word = word << 8 | digest[8 * i + j];
    words_[i] = word;
  }
  next_ = 0;
}

std::string GenerateSeed() {
  std::string seed(kGeneratedSeedSize, '\0');
  if (RAND_bytes(reinterpret_cast<unsigned char*>(seed.data()), kGeneratedSeedSize) != 1) {
    std::abort();  // The operating system's random number generator failed.
  }
  return seed;
}

std::string Commitment(std::string_view seed) {
  const Digest digest = Sha256(seed);
  return {digest.begin(), digest.end()};
}

}  // namespace arbiter
