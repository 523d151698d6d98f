#ifndef ARBITER_TESTS_TOOLS_STUDY_POSITIONS_H_
#define ARBITER_TESTS_TOOLS_STUDY_POSITIONS_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace arbiter::study {

// A position on which searches are compared.
struct StudyPosition {
  // Whether the side to move is in check, or the best move or the move before is a capture.
  bool sharp = false;
  std::string fen;
  // The best moves that long searches found, as action texts, by their numbers of nodes.
  std::map<uint64_t, std::string> solutions = {};
};

// Reads a file with one position a line: `quiet` or `sharp`, the FEN, and for each long search its
// number of nodes and the move that it found, separated by tabs.
absl::StatusOr<std::vector<StudyPosition>> ReadPositions(const std::string& path);
absl::Status WritePositions(const std::vector<StudyPosition>& positions, const std::string& path);

}  // namespace arbiter::study

#endif  // ARBITER_TESTS_TOOLS_STUDY_POSITIONS_H_
