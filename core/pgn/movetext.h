#ifndef ARBITER_CORE_PGN_MOVETEXT_H_
#define ARBITER_CORE_PGN_MOVETEXT_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/board/color.h"

namespace arbiter::pgn {

// The longest line of PGN's export format, in bytes.
inline constexpr size_t kLongestLine = 79;

// Writes movetext in lines that are not too long, unless one piece alone is.
class Movetext {
 public:
  // A move with its number, where one is due.
  void AddMove(uint32_t number, Color mover, std::string_view san);
  // What stands in a comment, which nothing breaks; those that follow each other share one.
  void AddToComment(std::string piece) { comment_.push_back(std::move(piece)); }
  // The result, and the end.
  std::string Finish(std::string_view result);

 private:
  void Add(std::string_view piece);
  void FlushComment();

  std::string text_;
  size_t line_length_ = 0;
  std::vector<std::string> comment_;
  // Whether a move of Black needs its number.
  bool interrupted_ = true;
};

// Whether PGN's tokens can spell a move so.
bool IsMoveWord(std::string_view san);

}  // namespace arbiter::pgn

#endif  // ARBITER_CORE_PGN_MOVETEXT_H_
