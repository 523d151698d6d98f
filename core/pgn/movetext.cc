#include "core/pgn/movetext.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "core/rules/strings.h"

namespace arbiter::pgn {

bool IsMoveWord(std::string_view san) {
  if (san == "--") return true;
  const auto spells = [](char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) ||
           std::string_view("_+#=:-").find(c) != std::string_view::npos;
  };
  return !san.empty() && absl::ascii_isalpha(static_cast<unsigned char>(san.front())) &&
         std::all_of(san.begin(), san.end(), spells);
}

void Movetext::AddMove(uint32_t number, Color mover, std::string_view san) {
  FlushComment();
  if (mover == Color::kWhite) {
    Add(StrCat(number, "."));
  } else if (interrupted_) {
    Add(StrCat(number, "..."));
  }
  Add(san);
  interrupted_ = false;
}

std::string Movetext::Finish(std::string_view result) {
  FlushComment();
  Add(result);
  return std::move(text_) + "\n";
}

void Movetext::Add(std::string_view piece) {
  if (line_length_ > 0 && line_length_ + 1 + piece.size() > kLongestLine) {
    text_ += '\n';
    line_length_ = 0;
  }
  StrAppend(&text_, line_length_ > 0 ? " " : "", piece);
  line_length_ += piece.size() + (line_length_ > 0 ? 1 : 0);
}

void Movetext::FlushComment() {
  if (comment_.empty()) return;
  comment_.front().insert(0, "{");
  comment_.back() += "}";
  for (const std::string& piece : comment_) Add(piece);
  comment_.clear();
  interrupted_ = true;
}

}  // namespace arbiter::pgn
