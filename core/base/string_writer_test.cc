#include "core/base/string_writer.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace arbiter {
namespace {

TEST(StringWriter, AppendsToWhatTheStringContains) {
  std::string text = "begin";
  {
    StringWriter writer(&text);
    writer.Append(", ");
    writer.Append(std::string(3000, 'x'));
    writer.Append('!');
    writer.Append("");
    EXPECT_EQ(writer.view(), "begin, " + std::string(3000, 'x') + "!");
  }
  EXPECT_EQ(text, "begin, " + std::string(3000, 'x') + "!");
}

TEST(StringWriter, AppendsTextsOfAnySize) {
  const std::string all = "The quick brown fox jumps over the lazy dog";
  std::string text;
  std::string expected;
  {
    StringWriter writer(&text);
    for (size_t size = 0; size <= all.size(); ++size) {
      writer.Append(std::string_view(all).substr(0, size));
      expected += all.substr(0, size);
    }
  }
  EXPECT_EQ(text, expected);
}

TEST(StringWriter, LeavesTheStringAloneIfNothingIsWritten) {
  std::string text = "text";
  { const StringWriter writer(&text); }
  EXPECT_EQ(text, "text");
}

TEST(StringWriter, AppendsNumbers) {
  std::string text;
  {
    StringWriter writer(&text);
    for (const int number : {0, 9, 10, -1}) {
      writer.AppendNumber(number);
      writer.Append(' ');
    }
    writer.AppendNumber(std::numeric_limits<int64_t>::min());
    writer.Append(' ');
    writer.AppendNumber(std::numeric_limits<uint64_t>::max());
  }
  EXPECT_EQ(text, "0 9 10 -1 -9223372036854775808 18446744073709551615");
}

TEST(StringWriter, KeepsOnlyWhatIsCommitted) {
  std::string text;
  {
    StringWriter writer(&text);
    char* const buffer = writer.Reserve(100);
    buffer[0] = 'a';
    buffer[1] = 'b';
    writer.Commit(buffer + 2);
    EXPECT_EQ(writer.size(), 2U);
    *writer.At(0) = 'A';
  }
  EXPECT_EQ(text, "Ab");
}

TEST(StringWriter, RemovesTheEnd) {
  std::string text = "one";
  {
    StringWriter writer(&text);
    writer.Append(" two");
    writer.Truncate(3);
    writer.Append(" three");
  }
  EXPECT_EQ(text, "one three");
}

// A string of many pieces is copied a few times only, and its capacity is no more than about twice
// its size.
TEST(StringWriter, GrowsByDoubling) {
  std::string text;
  int copies = 0;
  {
    StringWriter writer(&text);
    const char* place = nullptr;
    for (int i = 0; i < 100'000; ++i) {
      writer.Append("0123456789");
      if (place != writer.At(0)) ++copies;
      place = writer.At(0);
    }
  }
  EXPECT_EQ(text.size(), 1'000'000U);
  EXPECT_LE(text.capacity(), 2'100'000U);
  EXPECT_LE(copies, 13);
}

}  // namespace
}  // namespace arbiter
