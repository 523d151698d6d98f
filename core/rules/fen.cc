#include "core/rules/fen.h"

#include <algorithm>
#include <cassert>

#include "core/base/strings.h"

namespace arbiter {
namespace {

absl::Status BadField(std::string_view name, std::string_view problem) {
  return MakeError(ErrorReason::kBadFen, StrCat("FEN field ", name, " ", problem));
}

}  // namespace

std::string WithSingleSpaces(std::string_view fen) {
  constexpr std::string_view kBlanks = " \t\r\n";
  std::string text;
  while (true) {
    fen.remove_prefix(std::min(fen.find_first_not_of(kBlanks), fen.size()));
    if (fen.empty()) return text;
    const std::string_view field = fen.substr(0, fen.find_first_of(kBlanks));
    StrAppend(&text, text.empty() ? "" : " ", field);
    fen.remove_prefix(field.size());
  }
}

absl::StatusOr<FenFields> SplitFen(std::string_view fen, std::span<const FenField> fields) {
  assert(fields.size() <= kMaxFenFields);
  if (fen.size() > kMaxFenLength) {
    return MakeError(ErrorReason::kBadFen,
                     StrCat("the FEN is longer than ", kMaxFenLength, " bytes"));
  }
  FenFields texts;
  size_t count = 0;
  for (size_t start = 0; start <= fen.size();) {
    const size_t end = std::min(fen.find(' ', start), fen.size());
    if (count < fields.size()) texts[count] = fen.substr(start, end - start);
    ++count;
    start = end + 1;
  }
  if (count > fields.size()) {
    return MakeError(ErrorReason::kBadFen,
                     StrCat("the FEN has ", count, " fields; the maximum is ", fields.size()));
  }
  for (size_t i = 0; i < fields.size(); ++i) {
    if (i >= count) texts[i] = fields[i].missing;
    if (texts[i].empty()) return BadField(fields[i].name, "is missing");
  }
  return texts;
}

absl::StatusOr<Color> ParseFenSide(std::string_view field) {
  if (field == "w") return Color::kWhite;
  if (field == "b") return Color::kBlack;
  return BadField("2 (side to move)", "must be w or b");
}

absl::Status ExpectFenDash(std::string_view field, std::string_view name) {
  if (field == "-") return absl::OkStatus();
  return BadField(name, "must be -");
}

absl::StatusOr<uint32_t> ParseFenNumber(std::string_view field, std::string_view name,
                                        uint32_t min) {
  constexpr size_t kMaxDigits = 7;
  static_assert(kMaxFenNumber < 10'000'000);
  const bool leading_zero = field.size() > 1 && field.front() == '0';
  bool valid = !field.empty() && field.size() <= kMaxDigits && !leading_zero;
  uint32_t number = 0;
  for (const char digit : field.substr(0, kMaxDigits)) {
    valid = valid && digit >= '0' && digit <= '9';
    number = 10 * number + static_cast<uint32_t>(digit - '0');
  }
  if (valid && number >= min && number <= kMaxFenNumber) return number;
  return BadField(name, StrCat("must be a number from ", min, " to ", kMaxFenNumber));
}

absl::StatusOr<uint32_t> ParseFenMoveNumber(std::string_view field, std::string_view name) {
  if (field == "0") return 1;
  return ParseFenNumber(field, name, 1);
}

}  // namespace arbiter
