#include "core/variants/chpok/home_row.h"

#include "core/base/strings.h"

namespace arbiter::chpok {
namespace {

// The default rows by width, from kMinWidth on.
constexpr std::string_view kDefaults[] = {"RNQKNR", "RNBQKNR", "RNBQKBNR", "RNBDQKBNR",
                                          "RNBDQKDBNR"};

}  // namespace

HomeRow HomeRow::DefaultFor(int width) { return *Parse(kDefaults[width - kMinWidth]); }

absl::StatusOr<HomeRow> HomeRow::Parse(std::string_view text) {
  const auto invalid = [text](const auto&... parts) {
    return absl::InvalidArgumentError(StrCat("the home row ", Quoted(text), " ", parts...));
  };
  HomeRow row;
  if (text.size() < kMinWidth || text.size() > kMaxWidth) {
    return invalid("has ", text.size(), " letters; it must have ", kMinWidth, " to ", kMaxWidth,
                   " (P7)");
  }
  for (const char letter : text) {
    const size_t kind = std::string_view(kLetters).find(letter);
    if (kind == std::string_view::npos) {
      return invalid("has a letter other than K, Q, R, B, D, N and P (P7)");
    }
    row.kinds_[row.size_++] = static_cast<Kind>(kind);
  }
  if (text.find('K') == std::string_view::npos) {
    return invalid("has no K; it must have at least one (P7)");
  }
  return row;
}

std::string HomeRow::ToString() const {
  std::string text;
  for (int file = 0; file < size_; ++file) text.push_back(CapitalLetter((*this)[file]));
  return text;
}

}  // namespace arbiter::chpok
