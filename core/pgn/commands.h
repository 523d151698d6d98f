#ifndef ARBITER_CORE_PGN_COMMANDS_H_
#define ARBITER_CORE_PGN_COMMANDS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arbiter::pgn {

// What a program says to others in a comment: `[%emt 0:00:01.5]` is the command `emt`.
struct Command {
  std::string_view name;
  // Every run of blanks in it is one.
  std::string value;
};

// The commands in a comment, in their order.
std::vector<Command> CommandsIn(std::string_view comment);

// `[%name value]`, as it is written.
std::string CommandText(std::string_view name, std::string_view value);

// Milliseconds as `H:MM:SS.s`, with as many decimals as are needed, and back; nullopt for a text
// that is no time. Hours and minutes may be left out in what is read.
std::string TimeText(int64_t ms);
std::optional<int64_t> ParseTime(std::string_view text);

}  // namespace arbiter::pgn

#endif  // ARBITER_CORE_PGN_COMMANDS_H_
