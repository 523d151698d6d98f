#include "core/random/random_stream.h"

#include <openssl/rand.h>

#include <algorithm>
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
std::array<char, sizeof(Unsigned)> BigEndian(Unsigned value) {
  std::array<char, sizeof(Unsigned)> bytes;
  for (size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<char>(value >> (8 * (bytes.size() - 1 - i)));
  }
  return bytes;
}

// The key block of HMAC and the message after it, which are hashed together.
class HmacInput {
 public:
  // `mask` is XORed with each byte of the seed, padded with zeros.
  HmacInput(std::string_view seed, char mask) {
    assert(seed.size() <= kBlockSize);
    std::fill_n(bytes_.begin(), kBlockSize, mask);
    for (size_t i = 0; i < seed.size(); ++i) bytes_[i] = static_cast<char>(mask ^ seed[i]);
  }

  void AddTerminated(std::string_view text) {
    assert(text.size() < bytes_.size() - size_);
    size_ += text.copy(bytes_.data() + size_, text.size());
    bytes_[size_++] = '\0';
  }
  template <typename Unsigned>
  void AddBigEndian(Unsigned value) {
    assert(sizeof(value) <= bytes_.size() - size_);
    const auto encoded = BigEndian(value);
    std::copy(encoded.begin(), encoded.end(), bytes_.begin() + size_);
    size_ += encoded.size();
  }
  void AddTo(Sha256Hasher* hasher) const { hasher->Add({bytes_.data(), size_}); }

 private:
  // Enough for the names of variants and purposes.
  std::array<char, kBlockSize + 128> bytes_;
  size_t size_ = kBlockSize;
};

}  // namespace

RandomStream::RandomStream(std::string_view seed, std::string_view variant,
                           std::string_view purpose, uint64_t turn, uint32_t action) {
  assert(seed.size() <= kMaxSeedSize);
  HmacInput inner(seed, 0x36);
  inner.AddTerminated("arbiter-rng-1");
  inner.AddTerminated(variant);
  inner.AddTerminated(purpose);
  inner.AddBigEndian(turn);
  inner.AddBigEndian(action);
  inner.AddTo(&inner_);
  HmacInput(seed, 0x5c).AddTo(&outer_);
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
  const auto block = BigEndian(block_++);
  inner.Add({block.data(), block.size()});
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
