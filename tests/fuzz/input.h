#ifndef ARBITER_TESTS_FUZZ_INPUT_H_
#define ARBITER_TESTS_FUZZ_INPUT_H_

#include <memory>
#include <string_view>

#include "core/game/variant.h"

// Most targets read their input as lines of text, so that the corpora are readable.
namespace arbiter::fuzz {

// The seed of random draws.
inline constexpr std::string_view kSeed = "0123456789abcdef";

// Removes the first line and returns it without its newline.
std::string_view TakeLine(std::string_view* text);

// The first line of most inputs: a variant and any values of its options, with the name of the
// option if needed, such as `makruk manual claim` or `chpok chips=3 automatic`.
struct Header {
  // nullptr if the variant is unknown or an option has an invalid value.
  const Variant* variant = nullptr;
  OptionMap options;
};
// Parses a header line. Words that do not name a value of an option are ignored.
Header ParseHeader(std::string_view line);

// Removes a header line and a line with a FEN, which is empty for the start position. Returns the
// game, or nullptr if one of the lines is invalid.
std::unique_ptr<Game> TakeGame(std::string_view* text);

}  // namespace arbiter::fuzz

#endif  // ARBITER_TESTS_FUZZ_INPUT_H_
