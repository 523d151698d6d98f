#ifndef ARBITER_TESTS_TOOLS_STUDY_MOVE_VALUES_H_
#define ARBITER_TESTS_TOOLS_STUDY_MOVE_VALUES_H_

#include <fstream>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace arbiter::study {

// The values of moves, from 0 to 1, that long searches of single moves have found. A file keeps
// them, because they take most of the time of a comparison. Thread-safe.
class MoveValues {
 public:
  explicit MoveValues(const std::string& path);

  std::optional<double> Find(const std::string& fen, const std::string& move);
  void Add(const std::string& fen, const std::string& move, double value);

 private:
  std::mutex mutex_;
  std::map<std::pair<std::string, std::string>, double> values_;
  std::ofstream file_;
};

}  // namespace arbiter::study

#endif  // ARBITER_TESTS_TOOLS_STUDY_MOVE_VALUES_H_
