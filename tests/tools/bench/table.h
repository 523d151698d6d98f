#ifndef ARBITER_TESTS_TOOLS_BENCH_TABLE_H_
#define ARBITER_TESTS_TOOLS_BENCH_TABLE_H_

#include <optional>
#include <string>
#include <vector>

namespace arbiter::bench {

// One line of the table. Cells without a value are empty.
struct Row {
  std::string what;
  std::string ours = {};
  std::string reference = {};
  std::string ratio = {};
  std::string spread = {};
  std::string target = {};
  // Whether the target is met; std::nullopt without a target.
  std::optional<bool> met = {};
};

// How a number is formatted.
enum class Unit {
  // `41.3 M/s`.
  kPerSecond,
  // `12.63 µs` or `1.50 ms`, from microseconds.
  kMicroseconds,
  // `31.0 MiB` or `12.5 KiB`, from KiB.
  kKib,
  // `97 %`, from 0.97.
  kShare,
};
std::string ToText(double value, Unit unit);

// Pairs of values that were measured in the same round: ours and the reference's.
struct Pairs {
  std::vector<double> ours;
  std::vector<double> reference;

  void Add(double our_value, double reference_value);
  // Return the ratio or the difference of each pair.
  std::vector<double> Ratios() const;
  std::vector<double> Differences() const;
};

// The bounds that a median has to meet.
struct Target {
  std::optional<double> min = {};
  std::optional<double> max = {};
};
// Makes a line with the medians of both values, and the median, minimum and maximum of their
// ratios. The target applies to the median ratio.
Row CompareRow(const std::string& what, const Pairs& pairs, Unit unit, const Target& target);
// Makes a line for values without a reference.
Row ValueRow(const std::string& what, const std::vector<double>& values, Unit unit,
             const Target& target);
// Makes a line for the cost per ply of a record, in microseconds: `early` from 50 to 200 plies,
// `late` from 200 to 800. The cost is linear if both are equal.
Row HistoryRow(const std::string& what, const std::vector<double>& early,
               const std::vector<double>& late);

// Format the table for a terminal, and as Markdown.
std::string ToText(const std::vector<Row>& rows);
std::string ToMarkdown(const std::vector<Row>& rows);
// Returns the document with this table between its lines `<!-- The table begins. -->` and
// `<!-- The table ends. -->`; std::nullopt if it has no such lines.
std::optional<std::string> WithTable(const std::string& document, const std::vector<Row>& rows);
// Replaces the table in a file, like WithTable(). Does nothing if the file has no such lines.
void ReplaceTable(const std::string& path, const std::vector<Row>& rows);

}  // namespace arbiter::bench

#endif  // ARBITER_TESTS_TOOLS_BENCH_TABLE_H_
