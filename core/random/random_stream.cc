#include "core/random/random_stream.h"

#include <openssl/evp.h>
#include <openssl/rand.h>
#include <openssl/sha.h>

#include <cassert>
#include <cstdlib>

namespace arbiter {
namespace {

constexpr size_t kGeneratedSeed = 32;

template <typename Unsigned>
void AppendBigEndian(Unsigned value, std::string* bytes) {
  for (int shift = 8 * (sizeof(Unsigned) - 1); shift >= 0; shift -= 8) {
    bytes->push_back(static_cast<char>(value >> shift));
  }
}

const unsigned char* Bytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

// Looked up once: that costs more than what a stream hashes.
const EVP_MD* Sha256() {
  static const EVP_MD* const sha256 = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  return sha256;
}

void Hash(const unsigned char* bytes, size_t size, unsigned char* digest) {
  if (EVP_Digest(bytes, size, digest, nullptr, Sha256(), nullptr) != 1) {
    std::abort();  // only without memory
  }
}

}  // namespace

RandomStream::RandomStream(std::string_view seed, std::string_view variant,
                           std::string_view purpose, uint64_t turn, uint32_t action) {
  assert(seed.size() <= kLongestSeed);
  inner_.reserve(2 * kBlock);
  inner_.assign(kBlock, 0x36);
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
  // 2^64 mod n words at the top would favour the first candidates; they are
  // passed over (R2).
  const uint64_t excess = (UINT64_MAX % candidates + 1) % candidates;
  uint64_t word = NextWord();
  while (word > UINT64_MAX - excess) word = NextWord();
  return {word % candidates, word};
}

// HMAC-SHA-256 (RFC 2104) with the seed as its key.
void RandomStream::FillBlock() {
  const size_t size = inner_.size();
  AppendBigEndian(block_++, &inner_);
  Hash(Bytes(inner_), inner_.size(), outer_.data() + kBlock);
  inner_.resize(size);
  std::array<unsigned char, kDigest> digest;
  Hash(outer_.data(), outer_.size(), digest.data());
  for (size_t i = 0; i < words_.size(); ++i) {
    uint64_t word = 0;
    for (size_t j = 0; j < 8; ++j) word = word << 8 | digest[8 * i + j];
    words_[i] = word;
  }
  next_ = 0;
}

std::string GenerateSeed() {
  std::string seed(kGeneratedSeed, '\0');
  if (RAND_bytes(reinterpret_cast<unsigned char*>(seed.data()), kGeneratedSeed) != 1) {
    std::abort();  // the operating system gives no randomness
  }
  return seed;
}

std::string Commitment(std::string_view seed) {
  std::string digest(SHA256_DIGEST_LENGTH, '\0');
  SHA256(Bytes(seed), seed.size(), reinterpret_cast<unsigned char*>(digest.data()));
  return digest;
}

}  // namespace arbiter
