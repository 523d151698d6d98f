#include "clients/cli/enum_words.h"

#include "absl/strings/ascii.h"
#include "core/rules/strings.h"

namespace arbiter::cli {

using google::protobuf::EnumDescriptor;
using google::protobuf::EnumValueDescriptor;

std::string EnumPrefix(const EnumDescriptor* type) {
  std::string prefix;
  for (const char letter : type->name()) {
    if (!prefix.empty() && absl::ascii_isupper(letter)) prefix += '_';
    prefix += absl::ascii_toupper(letter);
  }
  return prefix + '_';
}

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
      StrCat(EnumPrefix(type), ReplaceAll(absl::AsciiStrToUpper(word), {{"-", "_"}}));
  const EnumValueDescriptor* value = type->FindValueByName(name);
  return value == nullptr ? 0 : value->number();
}

std::string EnumWord(const EnumDescriptor* type, int number) {
  const EnumValueDescriptor* value = type->FindValueByNumber(number);
  if (value == nullptr || number == 0) return "";
  const std::string prefix = EnumPrefix(type);
  return NormalizeEnumWord(value->name().substr(prefix.size()));
}

}  // namespace arbiter::cli
