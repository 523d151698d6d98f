#include "clients/cli/text/words.h"

#include "absl/strings/str_format.h"
#include "core/base/strings.h"
#include "service/convert/options.h"

namespace arbiter::cli {

std::string EnumWord(const google::protobuf::EnumDescriptor* type, int number) {
  const google::protobuf::EnumValueDescriptor* value = type->FindValueByNumber(number);
  if (value == nullptr || number == 0) return "";
  return ReplaceAll(arbiter::EnumWord(*value), {{"_", "-"}});
}

std::string_view Players::NameOf(v1::Color color) const {
  if (color == v1::COLOR_WHITE) return white;
  if (color == v1::COLOR_BLACK) return black;
  return "";
}

std::string ScoreText(const v1::Score& score) {
  switch (score.kind_case()) {
    case v1::Score::kMateIn:
      return absl::StrFormat("#%d", score.mate_in());
    case v1::Score::kPoints:
      return absl::StrFormat("%+.4g points", score.points());
    default:
      return absl::StrFormat("%+.2f", score.centipawns() / 100.0);
  }
}

std::string CountText(uint64_t number, std::string_view singular) {
  return StrCat(number, " ", singular, number == 1 ? "" : "s");
}

void AddFact(std::string_view label, std::string_view value, std::string* text) {
  if (!value.empty()) absl::StrAppendFormat(text, "%-9s %s\n", label, value);
}

}  // namespace arbiter::cli
