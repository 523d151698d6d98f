#include "service/seal/snapshot_keys.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

namespace arbiter {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// 32 times A, B and C.
constexpr char kA[] = "QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUE=";
constexpr char kB[] = "QkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkI=";

TEST(SnapshotKeysTest, ReadsKeysInTheirOrder) {
  const auto keys =
      ParseSnapshotKeys(std::string("# of 2026\n\nnew_1.a-b ") + kA + "\r\n\told  " + kB + "  ");
  ASSERT_TRUE(keys.ok()) << keys.status();
  ASSERT_EQ(keys->size(), 2u);
  EXPECT_EQ((*keys)[0].id, "new_1.a-b");
  EXPECT_EQ((*keys)[0].bytes, std::string(32, 'A'));
  EXPECT_EQ((*keys)[1].id, "old");
  EXPECT_EQ((*keys)[1].bytes, std::string(32, 'B'));
}

TEST(SnapshotKeysTest, SaysWhichLineIsWrongAndQuotesNone) {
  const std::string good = std::string("a ") + kA + "\n";
  const struct {
    std::string text;
    const char* message;
  } cases[] = {
      {"", "there is no key"},
      {"# nothing\n", "there is no key"},
      {good + kB, "line 2 is not an id and a key"},
      {good + "b " + kB + " c", "line 2 is not an id and a key"},
      {std::string("b/c ") + kB, "line 1 has no id"},
      {std::string("seventeen-letters ") + kB, "line 1 has no id"},
      {good + "b QkJC", "line 2 has a key that is not 32 bytes"},
      {good + "b " + std::string(kB).substr(4), "line 2 has a key that is not 32 bytes"},
      {good + "b !" + std::string(kB).substr(1), "line 2 has a key that is not 32 bytes"},
      {good + "\na " + kB, "line 3 has the id of an earlier one"},
  };
  for (const auto& [text, message] : cases) {
    const auto keys = ParseSnapshotKeys(text);
    ASSERT_FALSE(keys.ok()) << text;
    EXPECT_THAT(keys.status().message(), HasSubstr(message)) << text;
    EXPECT_THAT(keys.status().message(), Not(HasSubstr("QkJC"))) << text;
  }
}

TEST(SnapshotKeysTest, NamesTheFile) {
  EXPECT_THAT(ReadSnapshotKeys("/no/such/file").status().message(),
              HasSubstr("'/no/such/file' can't be read"));
  const std::string path = ::testing::TempDir() + "arbiter_snapshot_keys_test";
  std::ofstream(path) << "nonsense\n";
  EXPECT_THAT(ReadSnapshotKeys(path).status().message(), HasSubstr(path + "': line 1"));
  std::ofstream(path) << "a " << kA << "\n";
  EXPECT_TRUE(ReadSnapshotKeys(path).ok());
  std::remove(path.c_str());
}

}  // namespace
}  // namespace arbiter
