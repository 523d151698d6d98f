#include "core/pgn/tokens.h"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "absl/strings/str_format.h"
#include "core/base/strings.h"
#include "core/rules/san.h"

namespace arbiter::pgn {
namespace {

constexpr std::string_view kWhitespace = " \t\r\n\v\f";
// The maximum number of digits of a number in a time.
constexpr size_t kMaxDigits = 18;
constexpr int64_t kMaxMs = std::numeric_limits<int64_t>::max();

std::string CollapseWhitespace(std::string_view text) {
  std::string result;
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(kWhitespace), text.size()));
    if (text.empty()) return result;
    const std::string_view word = text.substr(0, text.find_first_of(kWhitespace));
    StrAppend(&result, result.empty() ? "" : " ", word);
    text.remove_prefix(word.size());
  }
}

// Consumes a number at the beginning of the text. Returns std::nullopt if there is none or if it
// has more than kMaxDigits digits.
std::optional<int64_t> ConsumeNumber(std::string_view* text) {
  const size_t digits = std::min(text->find_first_not_of("0123456789"), text->size());
  if (digits == 0 || digits > kMaxDigits) return std::nullopt;
  int64_t number = 0;
  for (const char digit : text->substr(0, digits)) number = number * 10 + (digit - '0');
  text->remove_prefix(digits);
  return number;
}

constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kLineEnds = "\r\n";
constexpr std::string_view kWordEnds = " \t\r\n\v\f{}();[]$";
// The maximum number of parts that one call of Next() skips, so that callers can interrupt the
// tokenizer.
constexpr int kMaxSkipped = 128;
// The beginning of a game in nearly all files. A comment that contains it counts as not closed.
constexpr std::string_view kNextGame = "\n[Event \"";

bool IsWhitespace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool IsNameCharacter(char c) { return IsLetter(c) || (c >= '0' && c <= '9') || c == '_'; }

bool IsOnly(std::string_view text, std::string_view characters) {
  return text.find_first_not_of(characters) == std::string_view::npos;
}

// Returns a word without a move number, such as `e4` for `12.e4`. The result `0.5-0.5` has none.
std::string_view WithoutMoveNumber(std::string_view word) {
  const size_t digits = std::min(word.find_first_not_of(kDigits), word.size());
  if (digits == word.size()) return word == "0000" ? word : word.substr(digits);
  if (word[digits] != '.' || word.starts_with("0.5")) return word;
  return word.substr(std::min(word.find_first_not_of('.', digits), word.size()));
}

}  // namespace

std::vector<Command> ParseCommands(std::string_view comment) {
  std::vector<Command> commands;
  while (true) {
    const size_t start = comment.find("[%");
    const size_t end = comment.find(']', std::min(start, comment.size()));
    if (end == std::string_view::npos) return commands;
    const std::string_view inside = comment.substr(start + 2, end - start - 2);
    const std::string_view name = inside.substr(0, inside.find_first_of(kWhitespace));
    commands.push_back({name, CollapseWhitespace(inside.substr(name.size()))});
    comment.remove_prefix(end + 1);
  }
}

std::string FormatCommand(std::string_view name, std::string_view value) {
  return StrCat("[%", name, " ", value, "]");
}

std::string FormatTime(int64_t ms) {
  const int64_t seconds = ms / 1000;
  std::string text = absl::StrFormat("%d:%02d:%02d.%03d", seconds / 3600, seconds / 60 % 60,
                                     seconds % 60, ms % 1000);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

std::optional<int64_t> ParseTime(std::string_view text) {
  int64_t seconds = 0;
  for (int part = 0; part < 3; ++part) {
    const std::optional<int64_t> number = ConsumeNumber(&text);
    if (!number) return std::nullopt;
    if (seconds > (kMaxMs / 1000 - *number) / 60) return std::nullopt;
    seconds = seconds * 60 + *number;
    if (!ConsumePrefix(&text, ":")) break;
    // A colon must be followed by a number.
    if (part == 2) return std::nullopt;
  }
  int64_t ms = seconds * 1000;
  if (ConsumePrefix(&text, ".")) {
    const size_t decimals = text.size();
    const std::optional<int64_t> number = ConsumeNumber(&text);
    if (!number) return std::nullopt;
    int64_t fraction = *number;
    for (size_t i = decimals; i < 3; ++i) fraction *= 10;
    for (size_t i = 3; i < decimals; ++i) fraction /= 10;
    if (ms > kMaxMs - fraction) return std::nullopt;
    ms += fraction;
  }
  if (!text.empty()) return std::nullopt;
  return ms;
}

Tokenizer::Tokenizer(std::string_view text) : text_(text) { ConsumePrefix(&text_, kByteOrderMark); }

void Tokenizer::AdvanceTo(size_t position) {
  for (; at_ < position; ++at_) {
    const bool lone_return =
        text_[at_] == '\r' && (at_ + 1 == text_.size() || text_[at_ + 1] != '\n');
    if (text_[at_] != '\n' && !lone_return) continue;
    ++line_;
    line_start_ = at_ + 1;
  }
}

void Tokenizer::SkipLine() {
  AdvanceTo(std::min(text_.find_first_of(kLineEnds, at_), text_.size()));
}

void Tokenizer::SkipWhitespace() {
  size_t end = at_;
  while (end < text_.size() && IsWhitespace(text_[end])) ++end;
  AdvanceTo(end);
}

Token Tokenizer::Make(Token::Kind kind, Place place, std::string_view text) const {
  Token token;
  token.kind = kind;
  token.place = place;
  token.text = text;
  return token;
}

Token Tokenizer::MakeBad(Place place, std::string_view text, std::string_view why) const {
  Token token = Make(Token::Kind::kBad, place, text);
  token.why = why;
  return token;
}

Token Tokenizer::Next() {
  for (int skipped = 0; skipped < kMaxSkipped; ++skipped) {
    SkipWhitespace();
    if (AtEnd()) return Make(Token::Kind::kEnd, PlaceHere(), "");
    const Place place = PlaceHere();
    const std::string_view here = text_.substr(at_, 1);
    switch (Here()) {
      case '[':
        return TakeTag();
      case '{':
        return TakeComment();
      case '(':
      case ')':
        AdvanceTo(at_ + 1);
        return Make(here == "(" ? Token::Kind::kOpen : Token::Kind::kClose, place, here);
      case '}':
        AdvanceTo(at_ + 1);
        return MakeBad(place, here, "there is no open comment to close");
      case ']':
        AdvanceTo(at_ + 1);
        return MakeBad(place, here, "there is no open tag to close");
      case ';':
        SkipLine();
        continue;
      case '$':
        AdvanceTo(std::min(text_.find_first_not_of(kDigits, at_ + 1), text_.size()));
        continue;
      case '%':
        if (place.column == 1) {
          SkipLine();
          continue;
        }
        break;
      default:
        break;
    }
    Token word = TakeWord();
    if (!word.text.empty()) return word;
  }
  return Make(Token::Kind::kSkipped, PlaceHere(), "");
}

Token Tokenizer::TakeTag() {
  const Place place = PlaceHere();
  const size_t start = at_;
  if (tag_line_end_ <= at_) {
    tag_line_end_ = std::min(text_.find_first_of(kLineEnds, at_), text_.size());
  }
  const size_t line_end = tag_line_end_;
  const auto skip_whitespace = [&](size_t at) {
    while (at < line_end && IsWhitespace(text_[at])) ++at;
    return at;
  };
  const auto bad = [&](std::string_view why) {
    AdvanceTo(line_end);
    return MakeBad(place, text_.substr(start, line_end - start), why);
  };
  const size_t name = skip_whitespace(start + 1);
  size_t at = name;
  while (at < line_end && IsNameCharacter(text_[at])) ++at;
  Token tag = Make(Token::Kind::kTag, place, text_.substr(name, at - name));
  if (tag.text.empty() || !IsLetter(tag.text.front())) {
    return bad(
        "a tag is written [Name \"value\"]; a name is a letter followed by letters, digits and _");
  }
  at = skip_whitespace(at);
  if (at == line_end || text_[at] != '"') return bad("the tag's value must be in quotes");
  for (++at; at < line_end && text_[at] != '"'; ++at) {
    const char next = at + 1 < line_end ? text_[at + 1] : '\0';
    if (text_[at] == '\\' && (next == '"' || next == '\\')) ++at;
    const auto byte = static_cast<unsigned char>(text_[at]);
    tag.value.push_back(byte < 0x20 || byte == 0x7f ? ' ' : text_[at]);
  }
  if (at == line_end) return bad("the tag's value has no closing quote on its line");
  at = skip_whitespace(at + 1);
  if (at == line_end || text_[at] != ']') {
    return bad("a tag ends with \"]; quotes in its value are written \\\"");
  }
  AdvanceTo(at + 1);
  return tag;
}

Token Tokenizer::TakeComment() {
  const Place place = PlaceHere();
  const size_t start = at_ + 1;
  if (closing_brace_ < start) closing_brace_ = text_.find('}', start);
  const size_t end = closing_brace_;
  const size_t next_game = text_.substr(0, end).find(kNextGame, start);
  if (end == std::string_view::npos || next_game != std::string_view::npos) {
    AdvanceTo(std::min(next_game, text_.size()));
    return MakeBad(place, "{", "the comment is not closed");
  }
  AdvanceTo(end + 1);
  return Make(Token::Kind::kComment, place, text_.substr(start, end - start));
}

Token Tokenizer::TakeWord() {
  const auto end_of_word = [this](size_t at) {
    return std::min(text_.find_first_of(kWordEnds, at), text_.size());
  };
  size_t end = end_of_word(at_ + 1);
  const size_t start = end - WithoutMoveNumber(text_.substr(at_, end - at_)).size();
  const auto text = [&] { return text_.substr(start, end - start); };
  // Thai notations have blanks inside a move.
  while (IsThaiText(text())) {
    const size_t next = std::min(text_.find_first_not_of(kWhitespace, end), text_.size());
    const size_t next_end = end_of_word(next);
    if (!GoesOnInThai(text(), text_.substr(next, next_end - next))) break;
    end = next_end;
  }
  // A `*` directly behind a move is the result (C15); in Chakart a move can contain one.
  if (end - start > 1 && text_[end - 1] == '*') --end;
  Place place = PlaceHere();
  place.column += static_cast<uint32_t>(start - at_);
  const std::string_view word = text();
  // Dashes stand for a move that is not written here.
  const bool is_skipped =
      IsOnly(word, ".") || (WithoutAnnotations(word).empty() && !word.starts_with("--"));
  AdvanceTo(end);
  return Make(Token::Kind::kWord, place, is_skipped ? "" : word);
}

}  // namespace arbiter::pgn
