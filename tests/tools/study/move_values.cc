#include "tests/tools/study/move_values.h"

#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"

namespace arbiter::study {

MoveValues::MoveValues(const std::string& path) {
  std::ifstream known(path);
  for (std::string line; std::getline(known, line);) {
    const std::vector<std::string> fields = absl::StrSplit(line, '\t');
    double value = 0;
    if (fields.size() != 3 || !absl::SimpleAtod(fields[2], &value)) continue;
    values_[{fields[0], fields[1]}] = value;
  }
  file_.open(path, std::ios::app);
}

std::optional<double> MoveValues::Find(const std::string& fen, const std::string& move) {
  const std::scoped_lock lock(mutex_);
  const auto found = values_.find({fen, move});
  return found == values_.end() ? std::nullopt : std::optional(found->second);
}

void MoveValues::Add(const std::string& fen, const std::string& move, double value) {
  const std::scoped_lock lock(mutex_);
  values_[{fen, move}] = value;
  file_ << fen << '\t' << move << '\t' << value << std::endl;
}

}  // namespace arbiter::study
