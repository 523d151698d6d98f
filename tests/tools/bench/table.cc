#include "tests/tools/bench/table.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <string_view>

#include "absl/strings/str_format.h"
#include "core/base/strings.h"
#include "tests/support/file.h"
#include "tests/tools/match/search_bench.h"

namespace arbiter::bench {
namespace {

using match::Spread;
using match::SpreadOf;

constexpr size_t kColumns = 7;
constexpr std::array<const char*, kColumns> kTitles = {
    "measurement", "ours", "reference", "ratio", "spread", "target", "met"};

// Returns the number of code points of a UTF-8 text, all of which are one column wide here.
size_t Width(const std::string& text) {
  return static_cast<size_t>(
      std::count_if(text.begin(), text.end(), [](char byte) { return (byte & 0xC0) != 0x80; }));
}

std::array<std::string, kColumns> Cells(const Row& row) {
  const std::string met = !row.met ? "" : *row.met ? "yes" : "no";
  return {row.what, row.ours, row.reference, row.ratio, row.spread, row.target, met};
}

std::string RangeText(const Spread& spread, Unit unit) {
  return StrCat(ToText(spread.min, unit), " – ", ToText(spread.max, unit));
}

void CheckTarget(double value, const Target& target, Row* row) {
  if (target.min) row->met = value >= *target.min;
  if (target.max) row->met = value <= *target.max;
}

}  // namespace

std::string ToText(double value, Unit unit) {
  switch (unit) {
    case Unit::kPerSecond:
      if (value >= 1e6) return absl::StrFormat("%.1f M/s", value / 1e6);
      if (value >= 1e3) return absl::StrFormat("%.1f k/s", value / 1e3);
      return absl::StrFormat("%.1f /s", value);
    case Unit::kMicroseconds:
      if (value < 1000) return absl::StrFormat("%.2f µs", value);
      return absl::StrFormat("%.2f ms", value / 1000);
    case Unit::kKib:
      if (value < 1024) return absl::StrFormat("%.1f KiB", value);
      return absl::StrFormat("%.1f MiB", value / 1024);
    case Unit::kShare:
      return absl::StrFormat("%.0f %%", value * 100);
  }
  return "";
}

void Pairs::Add(double our_value, double reference_value) {
  ours.push_back(our_value);
  reference.push_back(reference_value);
}

std::vector<double> Pairs::Ratios() const {
  std::vector<double> ratios;
  for (size_t i = 0; i < ours.size(); ++i) ratios.push_back(ours[i] / reference[i]);
  return ratios;
}

std::vector<double> Pairs::Differences() const {
  std::vector<double> differences;
  for (size_t i = 0; i < ours.size(); ++i) differences.push_back(ours[i] - reference[i]);
  return differences;
}

Row CompareRow(const std::string& what, const Pairs& pairs, Unit unit, const Target& target) {
  const Spread ratio = SpreadOf(pairs.Ratios());
  Row row{.what = what,
          .ours = ToText(SpreadOf(pairs.ours).median, unit),
          .reference = ToText(SpreadOf(pairs.reference).median, unit),
          .ratio = absl::StrFormat("%.2f", ratio.median),
          .spread = absl::StrFormat("%.2f – %.2f", ratio.min, ratio.max)};
  if (target.min) row.target = absl::StrFormat("≥ %g", *target.min);
  if (target.max) row.target = absl::StrFormat("≤ %g", *target.max);
  CheckTarget(ratio.median, target, &row);
  return row;
}

Row ValueRow(const std::string& what, const std::vector<double>& values, Unit unit,
             const Target& target) {
  const Spread spread = SpreadOf(values);
  Row row{.what = what, .ours = ToText(spread.median, unit), .spread = RangeText(spread, unit)};
  if (target.min) row.target = StrCat("≥ ", ToText(*target.min, unit));
  if (target.max) row.target = StrCat("≤ ", ToText(*target.max, unit));
  CheckTarget(spread.median, target, &row);
  return row;
}

Row HistoryRow(const std::string& what, const std::vector<double>& early,
               const std::vector<double>& late) {
  constexpr double kMaxUs = 0.5;
  Row row = ValueRow(what, late, Unit::kMicroseconds, {.max = kMaxUs});
  row.reference = StrCat(ToText(SpreadOf(early).median, Unit::kMicroseconds), " up to 200");
  return row;
}

std::string ToText(const std::vector<Row>& rows) {
  std::vector<std::array<std::string, kColumns>> lines(1);
  std::copy(kTitles.begin(), kTitles.end(), lines[0].begin());
  for (const Row& row : rows) lines.push_back(Cells(row));
  std::array<size_t, kColumns> widths{};
  for (const auto& line : lines) {
    for (size_t i = 0; i < kColumns; ++i) widths[i] = std::max(widths[i], Width(line[i]));
  }
  std::string text;
  for (const auto& line : lines) {
    for (size_t i = 0; i < kColumns; ++i) {
      StrAppend(&text, line[i], std::string(widths[i] - Width(line[i]) + 2, ' '));
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text.push_back('\n');
  }
  return text;
}

std::string ToMarkdown(const std::vector<Row>& rows) {
  std::string text = "|";
  for (const char* title : kTitles) StrAppend(&text, " ", title, " |");
  StrAppend(&text, "\n|---|--:|--:|--:|--:|--:|---|\n");
  for (const Row& row : rows) {
    StrAppend(&text, "|");
    for (const std::string& cell : Cells(row)) {
      StrAppend(&text, cell.empty() ? "" : " ", cell, " |");
    }
    StrAppend(&text, "\n");
  }
  return text;
}

std::optional<std::string> WithTable(const std::string& document, const std::vector<Row>& rows) {
  constexpr std::string_view kBegin = "<!-- The table begins. -->\n";
  constexpr std::string_view kEnd = "<!-- The table ends. -->\n";
  const size_t begin = document.find(kBegin);
  const size_t end = document.find(kEnd);
  if (begin == std::string::npos || end == std::string::npos) return std::nullopt;
  return StrCat(document.substr(0, begin), kBegin, "\n", ToMarkdown(rows), "\n",
                document.substr(end));
}

void ReplaceTable(const std::string& path, const std::vector<Row>& rows) {
  const std::optional<std::string> document = WithTable(testing::ReadFile(path), rows);
  // The file has been read before it is opened for writing, which truncates it.
  if (document) std::ofstream(path) << *document;
}

}  // namespace arbiter::bench
