// Tests the random stream, the choices made from it, and seeds (rulings R1, R2 and R3).
#include "core/random/random_stream.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <string>
#include <vector>

namespace arbiter {
namespace {

using ::testing::ElementsAre;

// Returns `count` consecutive byte values, starting with `first`.
std::string Bytes(int first, int count) {
  std::string bytes;
  for (int i = 0; i < count; ++i) bytes.push_back(static_cast<char>(first + i));
  return bytes;
}

RandomStream Stream() { return {Bytes(0, 32), "chakart", "move", 3, 0}; }

// Computes the words of a block with OpenSSL's HMAC, for the stream of
// R1_WordsAreHmacsForSeedsOfEveryLength.
std::vector<uint64_t> HmacWords(const std::string& seed, uint32_t block) {
  constexpr char kStart[] = "arbiter-rng-1\0chpok\0bid";
  std::string message(kStart, sizeof(kStart));
  for (const int byte : {0, 0, 0, 1, 0, 0, 0, 5}) message.push_back(static_cast<char>(byte));
  for (const uint32_t number : {7u, block}) {
    for (int shift = 24; shift >= 0; shift -= 8) {
      message.push_back(static_cast<char>(number >> shift));
    }
  }
  unsigned char digest[32];
  unsigned int length = 0;
  HMAC(EVP_sha256(), seed.data(), static_cast<int>(seed.size()),
       reinterpret_cast<const unsigned char*>(message.data()), message.size(), digest, &length);
  std::vector<uint64_t> words(4);
  for (size_t i = 0; i < 32; ++i) words[i / 8] = words[i / 8] << 8 | digest[i];
  return words;
}

TEST(RandomStream, R1_WordsAreHmacsForSeedsOfEveryLength) {
  for (size_t size = kMinSeedSize; size <= kMaxSeedSize; ++size) {
    const std::string seed = Bytes(200, static_cast<int>(size));
    RandomStream stream(seed, "chpok", "bid", (uint64_t{1} << 32) + 5, 7);
    for (uint32_t block = 0; block < 5; ++block) {
      for (const uint64_t word : HmacWords(seed, block)) EXPECT_EQ(stream.NextWord(), word) << size;
    }
  }
}

TEST(RandomStream, R2_OneCandidateConsumesNoWord) {
  RandomStream stream = Stream();
  const RandomStream::Choice only = stream.Draw(1);
  EXPECT_EQ(only.index, 0u);
  EXPECT_EQ(only.word, 0u);
  EXPECT_EQ(stream.NextWord(), Stream().NextWord());
}

TEST(RandomStream, R2_TheIndexIsTheWordModuloTheNumberOfCandidates) {
  RandomStream stream(Bytes(0, 32), "chakart", "move", 0, 0);
  RandomStream words(Bytes(0, 32), "chakart", "move", 0, 0);
  std::vector<uint64_t> indices;
  for (int i = 0; i < 12; ++i) {
    const RandomStream::Choice choice = stream.Draw(10);
    EXPECT_EQ(choice.word, words.NextWord());
    indices.push_back(choice.index);
  }
  EXPECT_THAT(indices, ElementsAre(3, 7, 5, 3, 8, 5, 9, 1, 0, 2, 7, 6));
}

TEST(RandomStream, R2_APowerOfTwoRejectsNoWord) {
  for (int bits = 1; bits < 64; ++bits) {
    RandomStream stream = Stream();
    RandomStream words = Stream();
    for (int i = 0; i < 16; ++i) {
      const uint64_t word = words.NextWord();
      const RandomStream::Choice choice = stream.Draw(uint64_t{1} << bits);
      EXPECT_EQ(choice.word, word);
      EXPECT_EQ(choice.index, word & ((uint64_t{1} << bits) - 1));
    }
  }
}

TEST(RandomStream, R2_WordsBeyondTheLastWholeMultipleAreRejected) {
  // With n = 2^63 + 1 candidates, floor(2^64 / n) * n is n itself, so every word from n upwards is
  // rejected. The first five words of this stream are.
  const RandomStream::Choice choice = Stream().Draw((uint64_t{1} << 63) + 1);
  EXPECT_EQ(choice.word, 0x393bfc5976395cd1u);
  EXPECT_EQ(choice.index, choice.word);
}

TEST(RandomStream, R2_RejectionIsUnbiased) {
  constexpr uint64_t kCandidates = (uint64_t{1} << 63) + 1;
  constexpr int kDraws = 4000;
  constexpr double kHalf = 0.5 * kDraws;
  RandomStream stream = Stream();
  RandomStream words = Stream();
  // About every second word is rejected, because n is just over half of 2^64.
  int words_read = 0;
  int in_lower_half = 0;
  for (int i = 0; i < kDraws; ++i) {
    const RandomStream::Choice choice = stream.Draw(kCandidates);
    EXPECT_LT(choice.index, kCandidates);
    in_lower_half += choice.index < kCandidates / 2;
    do {
      ++words_read;
    } while (words.NextWord() != choice.word);
  }
  EXPECT_NEAR(words_read, 2 * kDraws, 400);  // More than four standard deviations.
  EXPECT_NEAR(in_lower_half, kHalf, 130);
}

TEST(RandomStream, R3_CommitmentIsTheSha256OfTheSeed) {
  std::string hex;
  for (const char byte : Commitment(Bytes(0, 32))) {
    constexpr char kDigits[] = "0123456789abcdef";
    hex.push_back(kDigits[static_cast<unsigned char>(byte) >> 4]);
    hex.push_back(kDigits[byte & 15]);
  }
  EXPECT_EQ(hex, "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd");
}

TEST(RandomStream, R3_GeneratedSeedsAreValidAndDiffer) {
  const std::string seed = GenerateSeed();
  EXPECT_GE(seed.size(), kMinSeedSize);
  EXPECT_LE(seed.size(), kMaxSeedSize);
  EXPECT_NE(seed, GenerateSeed());
}

}  // namespace
}  // namespace arbiter
