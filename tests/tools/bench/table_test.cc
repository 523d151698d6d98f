#include "tests/tools/bench/table.h"

#include <gtest/gtest.h>

#include "tests/support/file.h"
#include "tests/support/temporary_file.h"

namespace arbiter::bench {
namespace {

TEST(BenchTable, RatioIsTheMedianOfTheRatiosOfPairs) {
  Pairs pairs;
  pairs.Add(10, 10);
  pairs.Add(40, 20);
  pairs.Add(90, 30);
  const Row row = CompareRow("calls", pairs, Unit::kPerSecond, {.min = 2});
  EXPECT_EQ(row.ours, "40.0 /s");
  EXPECT_EQ(row.reference, "20.0 /s");
  EXPECT_EQ(row.ratio, "2.00");
  EXPECT_EQ(row.spread, "1.00 – 3.00");
  EXPECT_EQ(row.target, "≥ 2");
  EXPECT_EQ(row.met, true);
  EXPECT_EQ(CompareRow("calls", pairs, Unit::kPerSecond, {.min = 2.1}).met, false);
  EXPECT_EQ(CompareRow("calls", pairs, Unit::kPerSecond, {.max = 1.9}).met, false);
  EXPECT_EQ(CompareRow("calls", pairs, Unit::kPerSecond, {}).met, std::nullopt);
}

TEST(BenchTable, TargetAppliesToTheMedian) {
  const Row row = ValueRow("handler", {3, 1, 2}, Unit::kMicroseconds, {.max = 2});
  EXPECT_EQ(row.ours, "2.00 µs");
  EXPECT_EQ(row.spread, "1.00 µs – 3.00 µs");
  EXPECT_EQ(row.target, "≤ 2.00 µs");
  EXPECT_EQ(row.met, true);
  EXPECT_EQ(ValueRow("handler", {3, 1, 2}, Unit::kMicroseconds, {.max = 1.5}).met, false);
}

TEST(BenchTable, LongTimesAreInMilliseconds) {
  EXPECT_EQ(ToText(999, Unit::kMicroseconds), "999.00 µs");
  EXPECT_EQ(ToText(31'250, Unit::kMicroseconds), "31.25 ms");
}

TEST(BenchTable, TargetOfHistoryAppliesToItsLatePart) {
  EXPECT_EQ(HistoryRow("ply", {0.9}, {0.4}).met, true);
  EXPECT_EQ(HistoryRow("ply", {0.1}, {0.6}).met, false);
}

TEST(BenchTable, FormatsUnits) {
  EXPECT_EQ(ToText(1'500'000, Unit::kPerSecond), "1.5 M/s");
  EXPECT_EQ(ToText(1'500, Unit::kPerSecond), "1.5 k/s");
  EXPECT_EQ(ToText(2'048, Unit::kKib), "2.0 MiB");
  EXPECT_EQ(ToText(12.5, Unit::kKib), "12.5 KiB");
  EXPECT_EQ(ToText(0.97, Unit::kShare), "97 %");
}

TEST(BenchTable, AlignsColumns) {
  EXPECT_EQ(ToText({{.what = "a", .ours = "2 µs", .met = false}, {.what = "long", .ours = "3"}}),
            "measurement  ours  reference  ratio  spread  target  met\n"
            "a            2 µs                                    no\n"
            "long         3\n");
}

TEST(BenchTable, FormatsMarkdown) {
  EXPECT_EQ(ToMarkdown({{.what = "a", .ours = "2 µs", .met = true}}),
            "| measurement | ours | reference | ratio | spread | target | met |\n"
            "|---|--:|--:|--:|--:|--:|---|\n"
            "| a | 2 µs | | | | | yes |\n");
}

TEST(BenchTable, ReplacesTheTableOfADocument) {
  const std::string before = "a\n<!-- The table begins. -->\n";
  const std::string after = "<!-- The table ends. -->\nb\n";
  EXPECT_EQ(WithTable(before + "old\n" + after, {}), before + "\n" + ToMarkdown({}) + "\n" + after);
  EXPECT_EQ(WithTable(before, {}), std::nullopt);
  EXPECT_EQ(WithTable(after, {}), std::nullopt);
}

TEST(BenchTable, ReplacesTheTableOfAFile) {
  const std::string before = "a\n<!-- The table begins. -->\n";
  const std::string after = "<!-- The table ends. -->\nb\n";
  const arbiter::testing::TemporaryFile file(before + "old\n" + after);
  ReplaceTable(file.path(), {});
  EXPECT_EQ(arbiter::testing::ReadFile(file.path()), before + "\n" + ToMarkdown({}) + "\n" + after);
  file.Write("none");
  ReplaceTable(file.path(), {});
  EXPECT_EQ(arbiter::testing::ReadFile(file.path()), "none");
}

}  // namespace
}  // namespace arbiter::bench
