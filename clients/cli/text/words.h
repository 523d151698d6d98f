#ifndef ARBITER_CLIENTS_CLI_TEXT_WORDS_H_
#define ARBITER_CLIENTS_CLI_TEXT_WORDS_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "arbiter/v1/analysis_service.pb.h"
#include "arbiter/v1/game.pb.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/generated_enum_reflection.h"

namespace arbiter::cli {

// Returns the word for an enum value, which the command line also reads: `thai-san` for THAI_SAN.
// Returns an empty string for UNSPECIFIED.
std::string EnumWord(const google::protobuf::EnumDescriptor* type, int number);

template <typename Enum>
std::string EnumWord(Enum value) {
  return EnumWord(google::protobuf::GetEnumDescriptor<Enum>(), value);
}

// The names of a variant's players; Chak's Black is called Green.
struct Players {
  std::string white = "White";
  std::string black = "Black";

  // Returns the player's name, or an empty string for COLOR_UNSPECIFIED.
  std::string_view NameOf(v1::Color color) const;
};

// Formats a score: `+0.34` in pawns, `#3` for a win in 3 moves, `#-3` for a loss in 3 moves, or
// `+12 points`.
std::string ScoreText(const v1::Score& score);

// Formats a number with its noun: `2 castlings`, `1 castling`.
std::string CountText(uint64_t number, std::string_view singular);

// Appends the line `Label     value`; appends nothing if the value is empty.
void AddFact(std::string_view label, std::string_view value, std::string* text);

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_TEXT_WORDS_H_
