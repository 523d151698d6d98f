#include "core/variants/chpok/home_row.h"

#include "core/rules/strings.h"

namespace arbiter::chpok {
namespace {

// By width, from kLeastWidth.
constexpr std::string_view kDefaults[] = {"RNQKNR", "RNBQKNR", "RNBQKBNR", "RNBDQKBNR",
                                          "RNBDQKDBNR"};

}  // namespace

HomeRow HomeRow::DefaultFor(int width) { return *Parse(kDefaults[width - kLeastWidth]); }

absl::StatusOr<HomeRow> HomeRow::Parse(std::string_view text) {
  const auto wrong = [text](const auto&... parts) {
    return absl::InvalidArgumentError(StrCat("the home row ", Quoted(text), " ", parts...));
  };
  HomeRow row;
  if (text.size() < kLeastWidth || text.size() > kMostWidth) {
    return wrong("has ", text.size(), " letters; it has ", kLeastWidth, " to ", kMostWidth,
                 " (P7)");
  }
  for (const char letter : text) {
    const size_t kind = std::string_view(kLetters).find(letter);
    if (kind == std::string_view::npos) {
      return wrong("has a letter that is none of K, Q, R, B, D, N and P (P7)");
    }
    row.kinds_[row.size_++] = static_cast<Kind>(kind);
  }
  if (text.find('K') == std::string_view::npos) return wrong("has no K (P7)");
  return row;
}

std::string HomeRow::ToString() const {
  std::string text;
  for (int file = 0; file < size_; ++file) text.push_back(CapitalLetter((*this)[file]));
  return text;
}

}  // namespace arbiter::chpok
