#include "service/net/header_fields.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gtest/gtest.h"

namespace arbiter {
namespace {

size_t CountFields(std::string_view block) {
  HeaderFieldCounter counter;
  counter.Read(block);
  return counter.fields();
}

// Each case is a block and the number of its fields.
std::vector<std::pair<std::string, size_t>> Blocks() {
  const std::string long_text(300, '\x82');
  return {
      {"", 0},
      // Fields of the table (RFC 7541, section 6.1); the second index has two further bytes.
      {"\x82", 1},
      {"\x82\xff\x9a\x01\x82", 3},
      // A new name and a new value, with indexing, without it and never indexed (section 6.2).
      {std::string("\x40\x04name\x05value", 12) + "\x82", 2},
      {std::string("\x00\x04name\x05value", 12) + "\x82", 2},
      {std::string("\x10\x04name\x05value", 12) + "\x82", 2},
      // A name of the table, whose index may have further bytes.
      {"\x41\x05value\x82", 2},
      {"\x7f\x01\x05value\x82", 2},
      {"\x0f\x81\x01\x05value\x82", 2},
      // Texts that are compressed, empty, and longer than 126 bytes: 300 is 127 + 45 + 1 * 128.
      {"\x41\x83\xff\xff\xff\x82", 2},
      {std::string("\x00\x00\x00\x82", 4), 2},
      {"\x41\x7f\xad\x01" + long_text + "\x82", 2},
      // A change of the table's size (section 6.3).
      {"\x20\x3f\xe1\x1f\x82", 3},
  };
}

TEST(HeaderFieldCounter, CountsFields) {
  for (const auto& [block, fields] : Blocks()) {
    EXPECT_EQ(CountFields(block), fields) << ::testing::PrintToString(block);
  }
}

TEST(HeaderFieldCounter, PiecesOfABlockMayHaveAnySize) {
  for (const auto& [block, fields] : Blocks()) {
    HeaderFieldCounter counter;
    for (const char byte : block) counter.Read({&byte, 1});
    EXPECT_EQ(counter.fields(), fields) << ::testing::PrintToString(block);
  }
}

TEST(HeaderFieldCounter, ABlockBeginsWithAField) {
  HeaderFieldCounter counter;
  counter.Read("\x82\x41\x7f");
  counter.Begin();
  counter.Read("\x82");
  EXPECT_EQ(counter.fields(), 1u);
}

// A length without end does not overflow.
TEST(HeaderFieldCounter, AnImpossibleLengthIsReadToItsEnd) {
  EXPECT_EQ(CountFields("\x41\x7f" + std::string(1000, '\xff') + "\x01\x82"), 1u);
}

}  // namespace
}  // namespace arbiter
