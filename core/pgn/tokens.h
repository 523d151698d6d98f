#ifndef ARBITER_CORE_PGN_TOKENS_H_
#define ARBITER_CORE_PGN_TOKENS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arbiter::pgn {

// Where something stands in a text, from 1; columns count bytes.
struct Place {
  uint32_t line = 1;
  uint32_t column = 1;
};

// A part of PGN. Move numbers, annotation glyphs (`$1`, `!?`), `;` comments and `%` lines say
// nothing of a game and are left out.
struct Token {
  enum class Kind : uint8_t {
    kEnd,
    kTag,
    // A move or a result.
    kWord,
    // In braces.
    kComment,
    // Of a variation.
    kOpen,
    kClose,
    // What can't be read; the text goes on behind it.
    kBad,
    // Many parts in a row that say nothing; the text goes on behind them.
    kNothing,
  };
  Kind kind = Kind::kEnd;
  Place place;
  // The word, the name of the tag, what stands in the comment, or what is wrong.
  std::string_view text;
  // Of a tag, without its escapes.
  std::string value;
  // Of kBad: why. Lives as long as the program.
  std::string_view why;
};

// Takes a text in PGN apart, in time linear in its length.
class Tokenizer {
 public:
  // The text, of which tokens are views, has to live as long. A byte order mark is left out.
  explicit Tokenizer(std::string_view text);

  // kEnd for ever after the last.
  Token Next();

 private:
  bool AtEnd() const { return at_ == text_.size(); }
  char Here() const { return text_[at_]; }
  Place PlaceHere() const { return {line_, static_cast<uint32_t>(at_ - line_start_ + 1)}; }
  // Goes to `position`, counting lines.
  void GoTo(size_t position);
  void SkipLine();
  void SkipBlanks();
  Token Make(Token::Kind kind, Place place, std::string_view text) const;
  Token MakeBad(Place place, std::string_view text, std::string_view why) const;
  Token TakeTag();
  Token TakeComment();
  // An empty word where it says nothing of the game.
  Token TakeWord();

  std::string_view text_;
  size_t at_ = 0;
  uint32_t line_ = 1;
  size_t line_start_ = 0;
  // Where the last comment that was looked at closes, and the line of the last tag ends; kept, so
  // that no part of the text is searched twice.
  size_t closing_brace_ = 0;
  size_t tag_line_end_ = 0;
};

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

#endif  // ARBITER_CORE_PGN_TOKENS_H_
