#include "tests/tools/study/positions.h"

#include <fstream>
#include <sstream>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "core/base/strings.h"
#include "tests/support/file.h"

namespace arbiter::study {
namespace {

bool ParseLine(const std::string& line, StudyPosition* position) {
  const std::vector<std::string> fields = absl::StrSplit(line, '\t');
  if (fields.size() < 2 || (fields[0] != "quiet" && fields[0] != "sharp")) return false;
  position->sharp = fields[0] == "sharp";
  position->fen = fields[1];
  for (size_t i = 2; i < fields.size(); ++i) {
    const std::pair<std::string, std::string> solution =
        absl::StrSplit(fields[i], absl::MaxSplits(' ', 1));
    uint64_t nodes = 0;
    if (!absl::SimpleAtoi(solution.first, &nodes) || solution.second.empty()) return false;
    position->solutions[nodes] = solution.second;
  }
  return true;
}

}  // namespace

absl::StatusOr<std::vector<StudyPosition>> ReadPositions(const std::string& path) {
  std::ifstream file(path);
  if (!file) return absl::NotFoundError(StrCat("cannot read ", path));
  std::vector<StudyPosition> positions;
  for (std::string line; std::getline(file, line);) {
    if (!ParseLine(line, &positions.emplace_back())) {
      return absl::InvalidArgumentError(
          StrCat(path, ": line ", positions.size(), " is not a position"));
    }
  }
  return positions;
}

absl::Status WritePositions(const std::vector<StudyPosition>& positions, const std::string& path) {
  std::ostringstream text;
  for (const StudyPosition& position : positions) {
    text << (position.sharp ? "sharp" : "quiet") << '\t' << position.fen;
    for (const auto& [nodes, move] : position.solutions) text << '\t' << nodes << ' ' << move;
    text << '\n';
  }
  return testing::ReplaceFile(path, text.str());
}

}  // namespace arbiter::study
