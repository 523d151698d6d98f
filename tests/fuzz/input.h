#ifndef ARBITER_TESTS_FUZZ_INPUT_H_
#define ARBITER_TESTS_FUZZ_INPUT_H_

#include <memory>
#include <string_view>

#include "core/game/variant.h"

// How targets read their bytes: lines of text, so that a corpus is readable.
namespace arbiter::fuzz {

// Decides what is drawn.
inline constexpr std::string_view kSeed = "0123456789abcdef";

// Cuts the first line off, without its end.
std::string_view TakeLine(std::string_view* text);

// The first line of most inputs: a variant and any values of its options, with a name where it
// takes one, such as `makruk manual claim` or `chpok chips=3 automatic`. `variant` is null where it
// names none, or an option has no such value.
struct Header {
  const Variant* variant = nullptr;
  OptionMap options;
};
Header ReadHeader(std::string_view line);

// A header line and a line with a FEN (empty: the start position). Null where
// either is no good.
std::unique_ptr<Game> TakeGame(std::string_view* text);

}  // namespace arbiter::fuzz

#endif  // ARBITER_TESTS_FUZZ_INPUT_H_
