#include "core/random/random_stream.h"

#include <openssl/rand.h>

#include <algorithm>
#include <cassert>
#include <cstdlib>

#include "core/random/sha256.h"

namespace arbiter {
namespace {

constexpr size_t kGeneratedSeedSize = 32;

template <typename Unsigned>
void AppendBigEndian(Unsigned value, std::string* bytes) {
  for (int shift = 8 * (sizeof(Unsigned) - 1); shift >= 0; shift -= 8) {
    bytes->push_back(static_cast<char>(value >> shift));
  }
}

}  // namespace

RandomStream::RandomStream(std::string_view seed, std::string_view variant,
                           std::string_view purpose, uint64_t turn, uint32_t action) {
  assert(seed.size() <= kMaxSeedSize);
  inner_.reserve(2 * kBlockSize);
  inner_.assign(kBlockSize, 0x36);
  outer_.fill(0x5c);
  for (size_t i = 0; i < seed.size(); ++i) {
    inner_[i] = static_cast<char>(inner_[i] ^ seed[i]);
    outer_[i] ^= static_cast<unsigned char>(seed[i]);
  }
  inner_.append("arbiter-rng-1").push_back('\0');
  inner_.append(variant).push_back('\0');
  inner_.append(purpose).push_back('\0');
  AppendBigEndian(turn, &inner_);
  AppendBigEndian(action, &inner_);
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
  const size_t size = inner_.size();
  AppendBigEndian(block_++, &inner_);
  const Digest inner_digest = Sha256(inner_);
  inner_.resize(size);
  std::copy(inner_digest.begin(), inner_digest.end(), outer_.begin() + kBlockSize);
  const Digest digest = Sha256({reinterpret_cast<const char*>(outer_.data()), outer_.size()});
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
