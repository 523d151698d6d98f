#include "service/seal/snapshot_keys.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/strings.h"
#include "tests/support/temporary_file.h"

namespace arbiter {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// The bytes A and B, 32 times each.
constexpr char kA[] = "QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUE=";
constexpr char kB[] = "QkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkI=";

TEST(SnapshotKeysTest, ParsesKeysInOrder) {
  const auto keys =
      ParseSnapshotKeys(std::string("# of 2026\n\nnew_1.a-b ") + kA + "\r\n\told  " + kB + "  ");
  ASSERT_TRUE(keys.ok()) << keys.status();
  ASSERT_EQ(keys->size(), 2u);
  EXPECT_EQ((*keys)[0].id, "new_1.a-b");
  EXPECT_EQ((*keys)[0].bytes, std::string(32, 'A'));
  EXPECT_EQ((*keys)[1].id, "old");
  EXPECT_EQ((*keys)[1].bytes, std::string(32, 'B'));
}

TEST(SnapshotKeysTest, ErrorsNameTheLineAndQuoteNone) {
  const std::string good = std::string("a ") + kA + "\n";
  const struct {
    std::string text;
    const char* message;
  } cases[] = {
      {"", "there is no key"},
      {"# nothing\n", "there is no key"},
      {good + kB, "line 2 must be an id and a key"},
      {good + "b " + kB + " c", "line 2 must be an id and a key"},
      {std::string("b/c ") + kB, "line 1 has an invalid id"},
      {std::string("seventeen-letters ") + kB, "line 1 has an invalid id"},
      {good + "b QkJC", "line 2 has an invalid key"},
      {good + "b " + std::string(kB).substr(4), "line 2 has an invalid key"},
      {good + "b !" + std::string(kB).substr(1), "line 2 has an invalid key"},
      {good + "\na " + kB, "line 3 repeats the id of an earlier line"},
  };
  for (const auto& [text, message] : cases) {
    const auto keys = ParseSnapshotKeys(text);
    ASSERT_FALSE(keys.ok()) << text;
    EXPECT_THAT(keys.status().message(), HasSubstr(message)) << text;
    EXPECT_THAT(keys.status().message(), Not(HasSubstr("QkJC"))) << text;
  }
}

TEST(SnapshotKeysTest, ErrorsNameTheFile) {
  EXPECT_THAT(ReadSnapshotKeys("/no/such/file").status().message(),
              HasSubstr("cannot read /no/such/file: No such file"));
  const testing::TemporaryFile file("nonsense\n");
  EXPECT_THAT(ReadSnapshotKeys(file.path()).status().message(),
              HasSubstr(file.path() + "': line 1"));
  file.Write(StrCat("a ", kA, "\n"));
  EXPECT_TRUE(ReadSnapshotKeys(file.path()).ok());
}

}  // namespace
}  // namespace arbiter
