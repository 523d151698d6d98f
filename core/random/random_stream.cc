#include "core/random/random_stream.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <openssl/sha.h>

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

}  // namespace

RandomStream::RandomStream(std::string_view seed, std::string_view variant,
                           std::string_view purpose, uint64_t turn, uint32_t action)
    : seed_(seed), prefix_("arbiter-rng-1") {
  prefix_.push_back('\0');
  prefix_.append(variant).push_back('\0');
  prefix_.append(purpose).push_back('\0');
  AppendBigEndian(turn, &prefix_);
  AppendBigEndian(action, &prefix_);
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

void RandomStream::FillBlock() {
  std::string message = prefix_;
  AppendBigEndian(block_++, &message);
  std::array<unsigned char, SHA256_DIGEST_LENGTH> digest;
  unsigned int length = 0;
  if (HMAC(EVP_sha256(), seed_.data(), static_cast<int>(seed_.size()), Bytes(message),
           message.size(), digest.data(), &length) == nullptr) {
    std::abort();  // only without memory
  }
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
