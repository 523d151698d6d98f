#include "clients/cli/enum_words.h"

#include <string_view>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_join.h"
#include "core/rules/strings.h"
#include "service/convert/enum_prefix.h"

namespace arbiter::cli {

using google::protobuf::EnumDescriptor;
using google::protobuf::EnumValueDescriptor;

std::set<std::string> EnumWords(const EnumDescriptor* type) {
  std::set<std::string> words;
  for (int index = 0; index < type->value_count(); ++index) {
    words.insert(EnumWord(type, type->value(index)->number()));
  }
  words.erase("");
  return words;
}

std::string NormalizeEnumWord(std::string word) {
  absl::AsciiStrToLower(&word);
  return ReplaceAll(word, {{"_", "-"}});
}

int EnumNumber(const EnumDescriptor* type, const std::string& word) {
  const std::string name =
      StrCat(EnumPrefix(*type), ReplaceAll(absl::AsciiStrToUpper(word), {{"-", "_"}}));
  const EnumValueDescriptor* value = type->FindValueByName(name);
  return value == nullptr ? 0 : value->number();
}

std::string EnumWord(const EnumDescriptor* type, int number) {
  const EnumValueDescriptor* value = type->FindValueByNumber(number);
  if (value == nullptr || number == 0) return "";
  return NormalizeEnumWord(value->name().substr(EnumPrefix(*type).size()));
}

CLI::Validator EnumWordValidator(const EnumDescriptor* type) {
  const std::set<std::string> words = EnumWords(type);
  return CLI::Validator(
      [words](std::string& word) {
        const std::string normalized = NormalizeEnumWord(word);
        if (words.count(normalized) > 0) {
          word = normalized;
          return std::string();
        }
        const std::vector<std::string_view> known(words.begin(), words.end());
        return StrCat("unknown word ", Quoted(word), KnownNames(normalized, known));
      },
      StrCat("{", absl::StrJoin(words, ","), "}"));
}

}  // namespace arbiter::cli
