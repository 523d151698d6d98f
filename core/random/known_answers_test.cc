// Compares the random stream with other implementations (ruling R1).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "core/random/random_stream.h"

namespace arbiter {
namespace {

using ::testing::ElementsAre;

// Returns `count` consecutive byte values, starting with `first`.
std::string Bytes(int first, int count) {
  std::string bytes;
  for (int i = 0; i < count; ++i) bytes.push_back(static_cast<char>(first + i));
  return bytes;
}

std::vector<uint64_t> Words(RandomStream stream, int count) {
  std::vector<uint64_t> words;
  words.reserve(static_cast<size_t>(count));
  for (int i = 0; i < count; ++i) words.push_back(stream.NextWord());
  return words;
}

TEST(RandomStream, R1_MatchesTheKnownAnswersOfRulingP29) {
  const std::string key = Bytes(0, 32);
  EXPECT_THAT(Words(RandomStream(key, "chpok", "bid", 0, 0), 6),
              ElementsAre(0xda53be2b71026c6a, 0x8f185a081890437b, 0x2b5054a1790e2a60,
                          0x2fbfc1012dcf59d5, 0x84c5f425a300ba7c, 0x5894625016526e03));
  EXPECT_THAT(
      Words(RandomStream(key, "chpok", "setup", 0, 0), 4),
      ElementsAre(0x7fb814774341ce97, 0x6da336fe7b4f88f5, 0x19e1d7e925d8df01, 0x6ac1a0277523b705));
  EXPECT_THAT(Words(RandomStream(key, "chpok", "bid", (uint64_t{1} << 32) + 5, 1), 2),
              ElementsAre(0xb896607652a97baa, 0xb2f52fa0798e3a61));
}

struct KnownAnswer {
  std::string seed;
  const char* variant;
  const char* purpose;
  uint64_t turn;
  uint32_t action;
  // Words 0, 3, 4 and 8: the first and the last of the first block, and the first of each of
  // the next two blocks.
  uint64_t words[4];
};

// Computed with Python's hmac module. Word i of a stream is
//   struct.unpack(">4Q", hmac.new(seed, b"arbiter-rng-1\0" + variant + b"\0" + purpose + b"\0"
//       + struct.pack(">QII", turn, action, i // 4), hashlib.sha256).digest())[i % 4]
const KnownAnswer kKnownAnswers[] = {
    {Bytes(0, 16),
     "chak",
     "setup",
     0,
     0,
     {0x8acc64b9e287fbeb, 0x59abe56e8bc17820, 0xaab5d06887ded465, 0x31e78a26ab2636e9}},
    {Bytes(0, 16),
     "makruk",
     "setup",
     1,
     0,
     {0x787da95721d7f29d, 0x2d9698516fe532bb, 0x4964ba6423ed8f57, 0x9f3fb84b17aa1cae}},
    {Bytes(0, 16),
     "chakart",
     "move",
     0,
     1,
     {0xbf3549e53ea5f94e, 0x119dac93c608fbf9, 0xa7a47b045062cf62, 0x801448eeb1257039}},
    {Bytes(0, 16),
     "chpok",
     "move",
     7,
     3,
     {0x0881db6fec37c1ae, 0x04982759b96e1937, 0xd81a41181619de8d, 0x881348a1468ddf30}},
    {Bytes(0, 16),
     "chak",
     "bid",
     0xffffffff,
     0,
     {0xaabf6a4ff9853684, 0xb3be1251e562f58d, 0x3587836359a6a4db, 0xfccc0630c8e1cf06}},
    {Bytes(0, 16),
     "makruk",
     "bid",
     0x100000000,
     2,
     {0x1386700eca134bb7, 0x8ab973aae52e9f48, 0xfeeef9f605d0a7cb, 0x8c59041e2ae5efdd}},
    {Bytes(0, 32),
     "chakart",
     "setup",
     0xffffffffffffffff,
     0xffffffff,
     {0xb4a0f0f0ad7027ec, 0xdbed7cfe2cca2ef5, 0xfbc1c53a0e5cff1f, 0xdffe5b593f012e12}},
    {Bytes(0, 32),
     "chpok",
     "setup",
     0,
     0,
     {0x7fb814774341ce97, 0x6ac1a0277523b705, 0xe73c7a1641025c76, 0xc51677e2c25c6de3}},
    {Bytes(0, 32),
     "chak",
     "move",
     1,
     0,
     {0xb4b18f562376a4e4, 0x37a0c87f6c317b45, 0x37a8a821bf6d78dc, 0xef8aba6a5103ef5e}},
    {Bytes(0, 32),
     "makruk",
     "move",
     0,
     1,
     {0xfa3b6b03c291be25, 0x045352f4abe5d2a7, 0x12b2cc3672e69ea4, 0x794159d1428a0661}},
    {Bytes(0, 32),
     "chakart",
     "bid",
     7,
     3,
     {0x0083e4c22eecfe31, 0x08882517f163a589, 0x7b9f591e01c39c16, 0x3a39521f975e64a3}},
    {Bytes(0, 32),
     "chpok",
     "bid",
     0xffffffff,
     0,
     {0xfa56a5774553c972, 0x8869b5373d406885, 0x39fc12b9bbb0cd27, 0x788d18fa2c5bb77a}},
    {Bytes(0, 64),
     "chak",
     "setup",
     0x100000000,
     2,
     {0x69ee1991b276001d, 0x71cabf27c14865b4, 0x494b07a121a02849, 0xaf29121554c2c73a}},
    {Bytes(0, 64),
     "makruk",
     "setup",
     0xffffffffffffffff,
     0xffffffff,
     {0xfe50023f5bb1b3a6, 0x4b9ecdbb70b2807e, 0x7cda75dd19ab358f, 0x0361f1c6e7c71623}},
    {Bytes(0, 64),
     "chakart",
     "move",
     0,
     0,
     {0x672ab676b8945342, 0xf2c3ed722c741c27, 0x73099424e8f978e0, 0x5e3836df6f8691bb}},
    {Bytes(0, 64),
     "chpok",
     "move",
     1,
     0,
     {0x22eedd064f0dc921, 0xd8a6142af95dd881, 0x69e4aa02abc34611, 0x5b3b007a342f2cd6}},
    {Bytes(0, 64),
     "chak",
     "bid",
     0,
     1,
     {0x4d697b4f5ac144d9, 0x24fdd513d56c2e38, 0x0108c3fc7275b2c7, 0xd483495598e8c49e}},
    {Bytes(0, 64),
     "makruk",
     "bid",
     7,
     3,
     {0x60fabf9ef23e84e3, 0x1a0cc929d2bc468e, 0x1060229b063d7f39, 0xeac4dff99b84a35d}},
    {Bytes(0xe0, 32),
     "chakart",
     "setup",
     0xffffffff,
     0,
     {0xe362af7caef0428a, 0xfb833e2bf4111408, 0x0f717f75529cca64, 0xdc95972e756c835f}},
    {Bytes(0xe0, 32),
     "chpok",
     "setup",
     0x100000000,
     2,
     {0x1501ac1cd80b3970, 0xba3ab6347e708217, 0xe1f8efbff8e475e1, 0xd056ed212417b34f}},
    {Bytes(0xe0, 32),
     "chak",
     "move",
     0xffffffffffffffff,
     0xffffffff,
     {0xaa68674fa84041dc, 0xe67b90a00e0842cf, 0x7ef1098efd2f9f14, 0xf71f4d6c3becc9db}},
    {Bytes(0xe0, 32),
     "makruk",
     "move",
     0,
     0,
     {0x1272fb3c7555ba3c, 0xe271454241b55f05, 0xb4a25a0426ee0536, 0x582eaa1df48214ca}},
    {Bytes(0xe0, 32),
     "chakart",
     "bid",
     1,
     0,
     {0x7eee1111972dfbed, 0xb4a22f81e10f7dd2, 0x678d0cd4b7d09498, 0xafc8c0852d4f54b1}},
    {Bytes(0xe0, 32),
     "chpok",
     "bid",
     0,
     1,
     {0x0ce53e8ab8c9908f, 0x1eecf1e6b2a92615, 0x5aa1b71f3c000878, 0x8c582e24f057a395}},
};

TEST(RandomStream, R1_MatchesPythonsHmac) {
  for (const KnownAnswer& known : kKnownAnswers) {
    const std::vector<uint64_t> words =
        Words(RandomStream(known.seed, known.variant, known.purpose, known.turn, known.action), 9);
    EXPECT_THAT((std::vector<uint64_t>{words[0], words[3], words[4], words[8]}),
                ::testing::ElementsAreArray(known.words))
        << known.variant << " " << known.purpose << " " << known.turn;
  }
}

TEST(RandomStream, R1_EveryPartOfTheMessageMatters) {
  const auto first = [](std::string_view seed, std::string_view variant, std::string_view purpose,
                        uint64_t turn, uint32_t action) {
    return RandomStream(seed, variant, purpose, turn, action).NextWord();
  };
  const std::string key = Bytes(0, 32);
  const std::vector<uint64_t> words = {
      first(key, "chpok", "bid", 0, 0), first(Bytes(1, 32), "chpok", "bid", 0, 0),
      first(key, "chak", "bid", 0, 0),  first(key, "chpok", "move", 0, 0),
      first(key, "chpok", "bid", 1, 0), first(key, "chpok", "bid", 0, 1),
      first(key, "chpokb", "id", 0, 0)};
  EXPECT_EQ(std::set<uint64_t>(words.begin(), words.end()).size(), words.size());
}

}  // namespace
}  // namespace arbiter
