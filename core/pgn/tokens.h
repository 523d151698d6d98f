#ifndef ARBITER_CORE_PGN_TOKENS_H_
#define ARBITER_CORE_PGN_TOKENS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arbiter::pgn {

// A place in a text. Lines and columns are counted from 1, and columns in bytes.
struct Place {
  uint32_t line = 1;
  uint32_t column = 1;
};

// A token of PGN. Move numbers, annotation glyphs (`$1`, `!?`), `;` comments and `%` lines are
// skipped, because they have no meaning for the game.
struct Token {
  enum class Kind : uint8_t {
    // The end of the text.
    kEnd,
    kTag,
    // A move or a result.
    kWord,
    // A comment in braces.
    kComment,
    // The parentheses of a variation.
    kOpen,
    kClose,
    // A part that is not valid. The next token follows it.
    kBad,
    // Many skipped parts in a row. The next token follows them.
    kSkipped,
  };
  Kind kind = Kind::kEnd;
  Place place;
  // The word, the name of the tag, the contents of the comment, or the part that is not valid.
  std::string_view text;
  // The value of a tag, without escapes.
  std::string value;
  // The message that explains kBad. It has static storage duration.
  std::string_view why;
};

inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// Splits a text in PGN into tokens, in time linear in its length.
class Tokenizer {
 public:
  // The text must outlive the tokens, which refer to it. A byte order mark is skipped.
  explicit Tokenizer(std::string_view text);

  // Returns the next token. After the last one it always returns kEnd.
  Token Next();

  // The text after the last token.
  std::string_view rest() const { return text_.substr(at_); }

 private:
  bool AtEnd() const { return at_ == text_.size(); }
  char Here() const { return text_[at_]; }
  Place PlaceHere() const { return {line_, static_cast<uint32_t>(at_ - line_start_ + 1)}; }
  // Advances to `position` and counts the lines.
  void AdvanceTo(size_t position);
  void SkipLine();
  void SkipWhitespace();
  Token Make(Token::Kind kind, Place place, std::string_view text) const;
  Token MakeBad(Place place, std::string_view text, std::string_view why) const;
  Token TakeTag();
  Token TakeComment();
  // Returns an empty word if the word is to be skipped.
  Token TakeWord();

  std::string_view text_;
  size_t at_ = 0;
  uint32_t line_ = 1;
  size_t line_start_ = 0;
  // The end of the last comment and the end of the line of the last tag, stored so that no part of
  // the text is searched twice.
  size_t closing_brace_ = 0;
  size_t tag_line_end_ = 0;
};

// A command to other programs in a comment, such as `[%emt 0:00:01.5]` with the name `emt`.
struct Command {
  std::string_view name;
  // Each run of white space is replaced by a single space.
  std::string value;
};

// Returns the commands in a comment, in order.
std::vector<Command> ParseCommands(std::string_view comment);

// Returns `[%name value]`.
std::string FormatCommand(std::string_view name, std::string_view value);

// Formats milliseconds >= 0 as `H:MM:SS.s`, with as many decimals as are needed.
std::string FormatTime(int64_t ms);
// Parses a time, in which hours and minutes may be omitted, and returns it in milliseconds. Returns
// std::nullopt if `text` is not a valid time.
std::optional<int64_t> ParseTime(std::string_view text);

}  // namespace arbiter::pgn

#endif  // ARBITER_CORE_PGN_TOKENS_H_
