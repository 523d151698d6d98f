#ifndef ARBITER_CLIENTS_CLI_ENUM_WORDS_H_
#define ARBITER_CLIENTS_CLI_ENUM_WORDS_H_

#include <set>
#include <string>

#include "CLI/CLI.hpp"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/generated_enum_reflection.h"

namespace arbiter::cli {

// The words for the values on the command line, without UNSPECIFIED: `claim`,
// `thai-san`.
std::set<std::string> EnumWords(const google::protobuf::EnumDescriptor* type);

// `THAI_SAN` and `Thai-San` as `thai-san`.
std::string NormalizeEnumWord(std::string word);

// `thai-san` as THAI_SAN's number; 0 (UNSPECIFIED) for a word that is none.
int EnumNumber(const google::protobuf::EnumDescriptor* type, const std::string& word);

// The word for a value; empty for UNSPECIFIED.
std::string EnumWord(const google::protobuf::EnumDescriptor* type, int number);

template <typename Enum>
std::string EnumWord(Enum value) {
  return EnumWord(google::protobuf::GetEnumDescriptor<Enum>(), value);
}

// Takes the words of an enum, in any case and with `_` or `-`; an error lists them.
CLI::Validator EnumWordValidator(const google::protobuf::EnumDescriptor* type);

// An option that takes one of the words of `Enum`.
template <typename Enum>
CLI::Option* AddEnumOption(CLI::App* command, const std::string& name, Enum* value,
                           const std::string& help) {
  const auto* type = google::protobuf::GetEnumDescriptor<Enum>();
  return command
      ->add_option_function<std::string>(
          name,
          [type, value](const std::string& word) {
            *value = static_cast<Enum>(EnumNumber(type, word));
          },
          help)
      ->type_name("WORD")
      ->transform(EnumWordValidator(type));
}

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_ENUM_WORDS_H_
