#ifndef ARBITER_TESTS_BENCH_TABLE_H_
#define ARBITER_TESTS_BENCH_TABLE_H_

#include <optional>
#include <string>
#include <vector>

namespace arbiter::bench {

// One measurement, as the table shows it. Empty: there is none.
struct Row {
  std::string what;
  std::string ours = {};
  std::string reference = {};
  std::string ratio = {};
  std::string spread = {};
  std::string target = {};
  // Whether the target is met; nothing where there is none.
  std::optional<bool> met = {};
};

// How a number is written.
enum class Unit {
  // `41.3 M/s`.
  kPerSecond,
  // `12.6 µs`.
  kMicroseconds,
  // `31.0 MiB`, from KiB.
  kKib,
  // `97 %`, from 0.97.
  kShare,
};
std::string ToText(double value, Unit unit);

// Ours and the reference of the same round.
struct Pairs {
  std::vector<double> ours;
  std::vector<double> reference;

  void Add(double our_value, double reference_value);
  // Of each round.
  std::vector<double> Ratios() const;
  std::vector<double> Differences() const;
};

// Medians, the median of the rounds' ratios, and the least and the most of them. The target is that
// the ratio is at least, or at most, so much.
struct Target {
  std::optional<double> at_least = {};
  std::optional<double> at_most = {};
};
Row CompareRow(const std::string& what, const Pairs& pairs, Unit unit, const Target& target);
// A value without a reference.
Row ValueRow(const std::string& what, const std::vector<double>& values, Unit unit,
             const Target& target);
// Microseconds that a ply of a record costs, from 50 plies to 200, and from 200 to 800: the cost is
// linear where both are alike.
Row HistoryRow(const std::string& what, const std::vector<double>& early,
               const std::vector<double>& late);

// For a terminal, and as Markdown.
std::string ToText(const std::vector<Row>& rows);
std::string ToMarkdown(const std::vector<Row>& rows);
// A document with this table in place of the one between its lines `<!-- The table begins. -->` and
// `<!-- The table ends. -->`; nothing if it has no such lines.
std::optional<std::string> WithTable(const std::string& document, const std::vector<Row>& rows);
// The same of the document in a file.
void ReplaceTable(const std::string& path, const std::vector<Row>& rows);

}  // namespace arbiter::bench

#endif  // ARBITER_TESTS_BENCH_TABLE_H_
