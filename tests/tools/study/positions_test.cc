#include "tests/tools/study/positions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/support/status.h"

namespace arbiter::study {
namespace {

using arbiter::testing::IsOk;
using ::testing::HasSubstr;

TEST(StudyPositions, AreWrittenAndRead) {
  const std::string path = ::testing::TempDir() + "study_positions.txt";
  const std::vector<StudyPosition> written = {
      {.sharp = false, .fen = "a b c"},
      {.sharp = true, .fen = "d e f", .solutions = {{1000, "e3e4"}, {40, "promote a1 b2"}}}};
  ASSERT_THAT(WritePositions(written, path), IsOk());
  const auto read = ReadPositions(path);
  ASSERT_THAT(read, IsOk());
  ASSERT_EQ(read->size(), 2u);
  for (size_t i = 0; i < 2; ++i) {
    EXPECT_EQ((*read)[i].sharp, written[i].sharp);
    EXPECT_EQ((*read)[i].fen, written[i].fen);
    EXPECT_EQ((*read)[i].solutions, written[i].solutions);
  }
  std::filesystem::remove(path);
}

TEST(StudyPositions, LinesThatAreNoPositionsAreNamed) {
  const std::string path = ::testing::TempDir() + "study_positions_bad.txt";
  std::ofstream(path) << "quiet\ta b c\nloud\td e f\n";
  EXPECT_THAT(ReadPositions(path).status().message(), HasSubstr("line 2"));
  std::filesystem::remove(path);
  EXPECT_EQ(ReadPositions(path).status().code(), absl::StatusCode::kNotFound);
}

}  // namespace
}  // namespace arbiter::study
