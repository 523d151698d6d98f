#include "core/game/any_notation.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/strings.h"
#include "core/rules/san.h"
#include "core/rules/variant_info.h"

namespace arbiter {
namespace {

bool IsRank(char c) { return c >= '1' && c <= '9'; }

// Returns whether a square begins at this index of `text`.
bool IsSquare(std::string_view text, size_t at) {
  return text.size() >= at + 2 && text[at] >= 'a' && text[at] <= 'j' && IsRank(text[at + 1]);
}

// Writes the files of squares with small letters: `E3E4` becomes `e3e4`.
std::string WithSmallFiles(std::string_view text) {
  std::string small(text);
  for (size_t i = 0; i + 1 < small.size(); ++i) {
    if (small[i] >= 'A' && small[i] <= 'J' && IsRank(small[i + 1])) {
      small[i] = static_cast<char>(small[i] - 'A' + 'a');
    }
  }
  return small;
}

// Returns a text without what can stand directly behind a move: annotations, glyphs such as `$1`,
// and a result of `*`.
std::string_view Bare(std::string_view text) {
  const size_t glyph = text.rfind('$');
  if (glyph != std::string_view::npos &&
      text.find_first_not_of("0123456789", glyph + 1) == std::string_view::npos) {
    text = text.substr(0, glyph);
  }
  ConsumeSuffix(&text, "*");
  return WithoutAnnotations(text);
}

// Returns the spellings of a text in which to look for the move, the most literal one first: a `?`
// can be a part of a move (H27) or an annotation, and a capital letter a piece or a file.
std::vector<std::string> SpellingsOf(std::string_view text) {
  std::vector<std::string> spellings;
  const auto add = [&spellings](std::string spelling) {
    const bool is_new = std::find(spellings.begin(), spellings.end(), spelling) == spellings.end();
    if (is_new && !spelling.empty()) spellings.push_back(std::move(spelling));
  };
  const std::string standard = WithStandardDashes(text);
  const std::string_view bare = Bare(standard);
  for (const std::string_view spelling : {std::string_view(standard), bare}) {
    add(std::string(spelling));
    add(WithSmallFiles(spelling));
  }
  if (IsCastlingText(bare)) add(ReplaceAll(bare, {{"0", "O"}, {"o", "O"}}));
  return spellings;
}

// Returns the action text for two squares with a hyphen or the sign of a capture between them, or
// with a promotion in another spelling, such as `e3-e4` or `e7e8=Q`; otherwise the text itself.
std::string ActionSpelling(std::string_view text) {
  if (!IsSquare(text, 0)) return std::string(text);
  std::string_view rest = text.substr(2);
  for (const std::string_view sign : {"-", "x", "X", "×", ":"}) {
    if (ConsumePrefix(&rest, sign)) break;
  }
  if (!IsSquare(rest, 0)) return std::string(text);
  std::string action = StrCat(text.substr(0, 2), rest.substr(0, 2));
  rest.remove_prefix(2);
  ConsumePrefix(&rest, "=");
  return StrCat(action, rest.size() == 1 ? LowerCase(rest) : std::string(rest));
}

// Returns the notations that a text can be in, the most likely one first.
std::vector<Notation> NotationsOf(const Game& game, std::string_view text) {
  if (IsThaiText(text) && game.variant().has_thai_notation) {
    return {Notation::kThaiSan, Notation::kThaiLan};
  }
  if (IsSquare(text, 0) && IsSquare(text, 2)) return {Notation::kAction, Notation::kSan};
  if (text.find_first_of("-x") == std::string_view::npos) {
    return {Notation::kSan, Notation::kAction};
  }
  if (text.find('-', 1) == std::string_view::npos) {
    return {Notation::kSan, Notation::kLan, Notation::kAction};
  }
  return {Notation::kLan, Notation::kSan, Notation::kAction};
}

// Whether an error says that a text is not a legal move in one notation, so that it can be one in
// another.
bool IsUnread(ErrorReason reason) {
  return reason == ErrorReason::kBadNotation || reason == ErrorReason::kBadActionText ||
         reason == ErrorReason::kIllegalAction || reason == ErrorReason::kNotYourTurn ||
         reason == ErrorReason::kBadField;
}

// Returns the error for a text that is no legal move in any notation, which quotes the text as it
// is.
absl::Status ExplainUnread(const Game& game, std::string_view move, std::string_view outcomes) {
  const std::string action = ActionSpelling(WithSmallFiles(Bare(WithStandardDashes(move))));
  if (IsSquare(action, 0) && IsSquare(action, 2) && action != move) {
    const absl::Status status = game.ReadMove(action, Notation::kAction).status();
    std::string_view message(status.message().data(), status.message().size());
    if (ReasonOf(status) != ErrorReason::kBadActionText && ConsumePrefix(&message, action) &&
        ConsumePrefix(&message, ": ")) {
      return MakeError(ErrorReason::kBadNotation,
                       StrCat(Quoted(move), " names no legal move: ", message));
    }
  }
  const Notation likely = NotationsOf(game, WithStandardDashes(move)).front();
  return game.ReadMove(StrCat(move, outcomes), likely).status();
}

}  // namespace

absl::StatusOr<std::string> ReadAnyMove(const Game& game, std::string_view text) {
  const size_t braces = std::min(text.find('{'), text.size());
  const std::string_view move = text.substr(0, braces);
  const std::string_view outcomes = text.substr(braces);
  absl::Status refusal;
  for (const std::string& spelling : SpellingsOf(move)) {
    for (const Notation notation : NotationsOf(game, spelling)) {
      const std::string written =
          notation == Notation::kAction ? ActionSpelling(spelling) : spelling;
      absl::StatusOr<std::string> action =
          game.ReadMove(StrCat(written, outcomes), notation, Explain::kNo);
      if (action.ok()) return action;
      if (refusal.ok() && !IsUnread(ReasonOf(action.status()))) refusal = action.status();
    }
  }
  return refusal.ok() ? ExplainUnread(game, move, outcomes) : refusal;
}

}  // namespace arbiter
