// Tests that docs/add-a-variant.md states the size of its example variant, and that it stays small.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <string>

#include "tests/support/file.h"

namespace arbiter {
namespace {

namespace fs = std::filesystem;

std::string Page() {
  return testing::ReadFile(fs::path(ARBITER_SOURCE_DIR) / "docs/add-a-variant.md");
}

struct Counts {
  int files = 0;
  int64_t lines = 0;
  int64_t places = 0;
};

// Counts the files in the variant's folder except its tests, their lines, and the edits elsewhere.
Counts Counted() {
  Counts counts;
  const fs::path folder = fs::path(ARBITER_ADDED_SOURCES) / "core/variants/shatranj";
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().filename().string().ends_with("_test.cc")) continue;
    const std::string text = testing::ReadFile(entry.path());
    ++counts.files;
    counts.lines += std::count(text.begin(), text.end(), '\n');
  }
  const std::string page = Page();
  const std::regex edit("\n```diff\n");
  counts.places = std::distance(std::sregex_iterator(page.begin(), page.end(), edit), {});
  return counts;
}

TEST(ShatranjPage, StatesTheNumbersOfFilesLinesAndPlaces) {
  const Counts counts = Counted();
  const std::string page = Page();
  std::smatch said;
  ASSERT_TRUE(std::regex_search(
      page, said, std::regex("(\\d+) files, (\\d+) lines and (\\d+) places? outside the folder")));
  EXPECT_EQ(std::stoi(said[1]), counts.files);
  EXPECT_EQ(std::stoi(said[2]), counts.lines);
  EXPECT_EQ(std::stoi(said[3]), counts.places);
}

TEST(ShatranjPage, TheVariantStaysSmall) {
  const Counts counts = Counted();
  EXPECT_LE(counts.files, 4);
  EXPECT_LE(counts.lines, 400);
  EXPECT_EQ(counts.places, 1);
}

}  // namespace
}  // namespace arbiter
