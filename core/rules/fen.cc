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

absl::StatusOr<FenFields> SplitFen(std::string_view fen, std::span<const std::string_view> names) {
  assert(names.size() <= kMaxFenFields);
  if (fen.size() > kMaxFenLength) {
    return MakeError(ErrorReason::kBadFen,
                     StrCat("the FEN is longer than ", kMaxFenLength, " bytes"));
  }
  FenFields fields;
  size_t count = 0;
  for (size_t start = 0; start <= fen.size();) {
    const size_t end = std::min(fen.find(' ', start), fen.size());
    if (count < names.size()) fields[count] = fen.substr(start, end - start);
    ++count;
    start = end + 1;
  }
  for (size_t i = 0; i < names.size(); ++i) {
    if (i >= count) return BadField(names[i], "is missing");
    if (fields[i].empty()) {
      return BadField(names[i], "is empty; fields are separated by single spaces");
    }
  }
  if (count > names.size()) {
    return MakeError(ErrorReason::kBadFen,
                     StrCat("the FEN has ", count, " fields, not ", names.size()));
  }
  return fields;
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

}  // namespace arbiter
