#include "core/rules/san.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/strings.h"

namespace arbiter {
namespace {

// The spelling of the parts of a move in a notation.
struct Alphabet {
  // The letter of any piece except a pawn.
  std::string_view (*piece)(char letter);
  std::string_view (*file)(int file);
  std::string_view (*rank)(int rank);
  std::string_view pawn;
  // The letter of an upturned bia; empty if it is written with the letter of a met.
  std::string_view upturned;
  std::string_view after_piece;
  // The sign of a move that does not capture.
  std::string_view quiet;

  std::string_view LetterOf(const MoveFacts& move) const {
    if (move.IsPawn()) return pawn;
    return move.upturned && !upturned.empty() ? upturned : piece(move.piece);
  }
};

// The letter of a pawn, which Thai SAN uses only if a capture would be ambiguous without it.
constexpr std::string_view kThaiPawn = "บ";
// The letter of an upturned bia, which is also a file.
constexpr std::string_view kThaiUpturned = "ง";

constexpr Alphabet kLatin = {
    .piece =
        [](char letter) {
          static constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
          return kLetters.substr(letter - 'A', 1);
        },
    .file = [](int file) { return std::string_view("abcdefghij").substr(file, 1); },
    .rank = [](int rank) { return std::string_view("123456789").substr(rank, 1); },
    .pawn = "",
    .upturned = "",
    .after_piece = "",
    .quiet = "",
};

constexpr std::array<std::string_view, 8> kThaiRanks = {"๑", "๒", "๓", "๔", "๕", "๖", "๗", "๘"};

constexpr Alphabet kThai = {
    .piece = [](char letter) -> std::string_view {
      switch (letter) {
        case 'K':
          return "ข";
        case 'M':
          return "ม็";
        case 'S':
          return "ค";
        case 'N':
          return "ม";
        case 'R':
          return "ร";
        default:
          return "";
      }
    },
    .file =
        [](int file) {
          static constexpr std::array<std::string_view, 8> kFiles = {"ก", "ข", "ค", "ง",
                                                                     "จ", "ฉ", "ช", "ญ"};
          return kFiles[file];
        },
    .rank = [](int rank) { return kThaiRanks[rank]; },
    .pawn = "",
    .upturned = kThaiUpturned,
    .after_piece = "",
    .quiet = "-",
};

constexpr Alphabet kLong = [] {
  Alphabet alphabet = kLatin;
  alphabet.quiet = "-";
  return alphabet;
}();

constexpr Alphabet kThaiLong = [] {
  Alphabet alphabet = kThai;
  alphabet.pawn = kThaiPawn;
  alphabet.after_piece = " ";
  return alphabet;
}();

// The parts of the start square that have to be written to make a move unique.
struct Disambiguation {
  bool file = false;
  bool rank = false;
};

Disambiguation DisambiguationFor(const MoveFacts& move, std::span<const MoveFacts> legal) {
  bool rival = false, same_file = false, same_rank = false;
  for (const MoveFacts& other : legal) {
    const bool same_start = other.from_file == move.from_file && other.from_rank == move.from_rank;
    if (other.piece != move.piece || other.to_file != move.to_file ||
        other.to_rank != move.to_rank || same_start) {
      continue;
    }
    rival = true;
    same_file |= other.from_file == move.from_file;
    same_rank |= other.from_rank == move.from_rank;
  }
  Disambiguation disambiguation;
  disambiguation.file = rival && (!same_file || same_rank);
  disambiguation.rank = rival && same_file;
  // A pawn's capture names its file anyway, and no other pawn on that file can make it.
  if (move.IsPawn() && move.captured != 0) disambiguation = {.file = true};
  return disambiguation;
}

std::string Write(const Alphabet& alphabet, const MoveFacts& move, Disambiguation disambiguation,
                  std::string_view suffix) {
  std::string text(alphabet.LetterOf(move));
  text += alphabet.after_piece;
  if (disambiguation.file) text += alphabet.file(move.from_file);
  if (disambiguation.rank) text += alphabet.rank(move.from_rank);
  if (move.captured != 0) {
    text += 'x';
  } else if (!move.IsPawn() || (disambiguation.file && disambiguation.rank)) {
    text += alphabet.quiet;
  }
  text.append(alphabet.file(move.to_file)).append(alphabet.rank(move.to_rank));
  if (move.promotion != 0) text.append({'=', move.promotion});
  text += suffix;
  return text;
}

std::string WriteThai(const MoveFacts& move, std::span<const MoveFacts> legal) {
  std::string text = Write(kThai, move, DisambiguationFor(move, legal), "");
  if (!move.IsPawn() || move.captured == 0) return text;
  // ข, ค and ง are files as well as the letters of the khun, the khon and the upturned bia, so a
  // pawn's capture can read like the capture of one of these pieces.
  for (const MoveFacts& other : legal) {
    const bool same_target = other.to_file == move.to_file && other.to_rank == move.to_rank;
    if (same_target && !other.IsPawn() &&
        Write(kThai, other, DisambiguationFor(other, legal), "") == text) {
      return StrCat(kThaiPawn, text);
    }
  }
  return text;
}

bool IsMatch(const ParsedMove& named, const MoveFacts& move) {
  if (move.piece != named.piece || move.to_file != named.to_file || move.to_rank != named.to_rank) {
    return false;
  }
  if (named.from_file >= 0 && move.from_file != named.from_file) return false;
  if (named.from_rank >= 0 && move.from_rank != named.from_rank) return false;
  if (named.captures && move.captured == 0) return false;
  if (named.promotion != 0 && move.promotion != named.promotion) return false;
  // A pawn's capture must name its file, unless it has the letter that other programs write.
  return !move.IsPawn() || move.captured == 0 || named.from_file >= 0 || named.names_piece;
}

bool IsFile(char c) { return c >= 'a' && c <= 'j'; }
bool IsRank(char c) { return c >= '1' && c <= '9'; }

bool IsLetter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

// Removes a promotion such as `=M`, `=m` or `m` from the end of a text and returns its capital
// letter; returns 0 if there is none.
char ConsumePromotion(std::string_view* text) {
  if (text->size() <= 2 || !IsLetter(text->back())) return 0;
  const char before = (*text)[text->size() - 2];
  if (before != '=' && !IsRank(before)) return 0;
  const char letter = UpperCase(text->substr(text->size() - 1)).front();
  text->remove_suffix(before == '=' ? 2 : 1);
  return letter;
}

std::optional<ParsedMove> ParseSan(std::string_view text) {
  ParsedMove pattern;
  pattern.promotion = ConsumePromotion(&text);
  if (!text.empty() && text.front() >= 'A' && text.front() <= 'Z') {
    pattern.piece = text.front();
    pattern.names_piece = true;
    text.remove_prefix(1);
  }
  if (text.size() < 2 || !IsRank(text.back()) || !IsFile(text[text.size() - 2])) {
    return std::nullopt;
  }
  pattern.to_file = text[text.size() - 2] - 'a';
  pattern.to_rank = text.back() - '1';
  text.remove_suffix(2);
  pattern.captures =
      ConsumeSuffix(&text, "x") || ConsumeSuffix(&text, "X") || ConsumeSuffix(&text, "×");
  if (!text.empty() && IsFile(text.front())) {
    pattern.from_file = text.front() - 'a';
    text.remove_prefix(1);
  }
  if (!text.empty() && IsRank(text.front())) {
    pattern.from_rank = text.front() - '1';
    text.remove_prefix(1);
  }
  if (!text.empty()) return std::nullopt;
  return pattern;
}

std::string_view WithoutPromotion(std::string_view text) {
  if (text.size() > 2 && text[text.size() - 2] == '=') text.remove_suffix(2);
  return text;
}

// Replaces the alternative spellings of letters, digits, captures and promotions in Thai texts.
std::string NormalizedThai(std::string_view text) {
  const std::string standard = ReplaceAll(text, {{"=ม็", "=M"},
                                                 {":", "x"},
                                                 {"น", "ม"},
                                                 {"ซ", "ญ"},
                                                 {"X", "x"},
                                                 {"×", "x"},
                                                 {"1", "๑"},
                                                 {"2", "๒"},
                                                 {"3", "๓"},
                                                 {"4", "๔"},
                                                 {"5", "๕"},
                                                 {"6", "๖"},
                                                 {"7", "๗"},
                                                 {"8", "๘"}});
  return ReplaceAll(standard, {{" x ", "x"}, {" x", "x"}, {"x ", "x"}});
}

bool IsThai(Notation notation) {
  return notation == Notation::kThaiSan || notation == Notation::kThaiLan;
}

// Consumes one of eight Thai letters or digits from the front of `text` and returns its Latin
// equivalent; returns 0 if `text` does not begin with any of them.
char ConsumeThai(std::string_view (*spell)(int), char first, std::string_view* text) {
  for (int i = 0; i < 8; ++i) {
    if (ConsumePrefix(text, spell(i))) return static_cast<char>(first + i);
  }
  return 0;
}

// Returns whether a text is just a rank, with or without a promotion. In a pawn's move that is all
// that follows the file.
bool IsRankAlone(std::string_view text) {
  return ConsumeThai(kThai.rank, '1', &text) != 0 && (text.empty() || text.front() == '=');
}

bool StartsWithRank(std::string_view text) { return ConsumeThai(kThai.rank, '1', &text) != 0; }

// Converts a Thai text to Latin letters and removes the space after its piece and the hyphen before
// its last square; returns an empty string if the text contains other characters.
std::string Romanized(std::string_view thai) {
  std::string_view rest = thai;
  std::string latin;
  bool hyphen = false;
  // ม็ (M) is tried before ม (N), with which it begins.
  for (const char letter : {'M', 'N', 'K', 'S', 'R', 'P'}) {
    std::string_view after = rest;
    if (!ConsumePrefix(&after, letter == 'P' ? kThaiPawn : kThai.piece(letter))) continue;
    if (IsRankAlone(after)) break;
    latin.push_back(letter);
    rest = after;
    break;
  }
  while (!rest.empty()) {
    if (const char file = ConsumeThai(kThai.file, 'a', &rest)) {
      latin.push_back(file);
    } else if (const char rank = ConsumeThai(kThai.rank, '1', &rest)) {
      latin.push_back(rank);
    } else if (rest.starts_with(" ") && latin.size() == 1) {
      rest.remove_prefix(1);
    } else if (rest.starts_with("-") && !latin.empty() && rest.size() > 1 && !hyphen) {
      rest.remove_prefix(1);
      hyphen = true;
    } else {
      const char next = rest.front();
      if (next != 'x' && next != '=' && (next < 'A' || next > 'Z')) return "";
      latin.push_back(next);
      rest.remove_prefix(1);
    }
  }
  return latin;
}

// Returns a text without what official score sheets add to a move: a dot after a letter, blanks,
// and the letter of the captured piece, as in `ร.ก๔xบ.ง๔`.
std::string WithoutSheetMarks(std::string_view thai) {
  std::string text = ReplaceAll(thai, {{".", ""}, {" ", ""}, {"\t", ""}, {"\r", ""}, {"\n", ""}});
  const size_t target = text.find('x') + 1;
  if (target == 0) return text;
  // ม็ is tried before ม, with which it begins.
  for (const std::string_view letter : {"ม็", "ม", "ข", "ค", "ร", "ง", "บ"}) {
    std::string_view rest = std::string_view(text).substr(target);
    if (!ConsumePrefix(&rest, letter)) continue;
    std::string_view square = rest;
    if (ConsumeThai(kThai.file, 'a', &square) == 0 || !StartsWithRank(square)) continue;
    return StrCat(std::string_view(text).substr(0, target), rest);
  }
  return text;
}

std::optional<ParsedMove> ParseThai(std::string_view text, bool has_upturned) {
  const std::string normalized = WithoutSheetMarks(NormalizedThai(text));
  std::string_view rest = normalized;
  const bool upturned = ConsumePrefix(&rest, kThaiUpturned) && !IsRankAlone(rest) &&
                        (has_upturned || !(rest.starts_with("x") || StartsWithRank(rest)));
  if (!upturned) return ParseSan(Romanized(normalized));
  std::optional<ParsedMove> named = ParseSan(Romanized(StrCat(kThai.piece('M'), rest)));
  if (named) named->upturned = true;
  return named;
}

// Finds the legal moves that a text without its suffix names. `legal` must outlive this object.
class MoveMatcher {
 public:
  MoveMatcher(std::string_view text, Notation notation, std::span<const MoveFacts> legal)
      : notation_(notation),
        legal_(legal),
        has_upturned_(HasUpturned(legal)),
        text_(IsThai(notation) ? NormalizedThai(text) : std::string(text)) {
    pattern_ = ParseNotation(text, notation, has_upturned_);
  }

  // Returns the indices of these moves in `legal`.
  std::vector<size_t> Find() const {
    std::vector<size_t> found;
    if (notation_ != Notation::kSan) found = FindExact();
    if (found.empty() && IsThai(notation_)) {
      found = FindIf(
          [this](auto& move) { return Matches(move) && move.upturned == pattern_->upturned; });
      if (!found.empty()) return WithPawnMoves(std::move(found));
      // Programs that do not track promoted pawns write ม็ for an upturned bia, too. ง stands for
      // another met only if no upturned bia can move.
      if (pattern_ && pattern_->upturned && has_upturned_) return found;
    }
    if (found.empty()) found = FindIf([this](auto& move) { return Matches(move); });
    return found;
  }

 private:
  template <typename Predicate>
  std::vector<size_t> FindIf(Predicate predicate) const {
    std::vector<size_t> found;
    for (size_t i = 0; i < legal_.size(); ++i) {
      if (predicate(legal_[i])) found.push_back(i);
    }
    return found;
  }
  static bool HasUpturned(std::span<const MoveFacts> legal) {
    return std::any_of(legal.begin(), legal.end(), [](auto& move) { return move.upturned; });
  }

  // Returns the moves that are written exactly like the text. If there are none, returns those that
  // are written like it except for their promotion.
  std::vector<size_t> FindExact() const {
    std::vector<size_t> whole, without_promotion;
    for (size_t i = 0; i < legal_.size(); ++i) {
      const std::string written = WriteNotation(legal_[i], legal_, "", notation_);
      if (text_ == written) whole.push_back(i);
      if (text_ == WithoutPromotion(written)) without_promotion.push_back(i);
    }
    return whole.empty() ? without_promotion : whole;
  }
  // ข, ค and ง are files as well as pieces. Adds the captures by pawns that a text which names
  // another move can mean, too, unless it is written exactly like that move.
  std::vector<size_t> WithPawnMoves(std::vector<size_t> found) const {
    const std::optional<ParsedMove> pawn = ParseThai(StrCat(kThaiPawn, text_), has_upturned_);
    if (!pawn || !pawn->captures) return found;
    for (size_t i = 0; i < legal_.size(); ++i) {
      const bool is_found = std::find(found.begin(), found.end(), i) != found.end();
      if (!is_found && IsMatch(*pawn, legal_[i])) found.push_back(i);
    }
    return found;
  }
  bool Matches(const MoveFacts& move) const { return pattern_ && IsMatch(*pattern_, move); }

  Notation notation_;
  std::span<const MoveFacts> legal_;
  bool has_upturned_;
  std::string text_;
  std::optional<ParsedMove> pattern_;
};

std::string_view NameOf(Notation notation) {
  switch (notation) {
    case Notation::kLan:
      return "LAN";
    case Notation::kThaiSan:
      return "Thai SAN";
    case Notation::kThaiLan:
      return "Thai LAN";
    default:
      return "SAN";
  }
}

}  // namespace

absl::Status CheckNotation(const VariantInfo& variant, Notation notation) {
  if (notation == Notation::kAny) {
    return MakeError(ErrorReason::kBadField,
                     "NOTATION_ANY is only for reading; name the notation in which to write");
  }
  if (!IsThai(notation) || variant.has_thai_notation) return absl::OkStatus();
  return MakeError(ErrorReason::kBadField, StrCat(variant.name.en, " has no ", NameOf(notation)));
}

std::string WriteNotation(const MoveFacts& move, std::span<const MoveFacts> legal,
                          std::string_view suffix, Notation notation) {
  if (notation == Notation::kThaiSan) return StrCat(WriteThai(move, legal), suffix);
  if (notation == Notation::kLan || notation == Notation::kThaiLan) {
    return Write(notation == Notation::kLan ? kLong : kThaiLong, move, {.file = true, .rank = true},
                 suffix);
  }
  return Write(kLatin, move, DisambiguationFor(move, legal), suffix);
}

std::string_view WithoutAnnotations(std::string_view text) {
  constexpr std::string_view kSigns[] = {"+", "#", "!", "?", "=", "-", "/", "±", "∓",
                                         "⩲", "⩱", "∞", "‼", "⁇", "⁉", "⁈", "□", "↑",
                                         "→", "⇄", "⇆", "⟳", "○", "△", "∆", "⌓", "e.p."};
  const auto consume = [&text](std::string_view sign) { return ConsumeSuffix(&text, sign); };
  while (std::any_of(std::begin(kSigns), std::end(kSigns), consume)) {
  }
  return text;
}

std::string WithStandardDashes(std::string_view text) {
  return ReplaceAll(text, {{"–", "-"}, {"—", "-"}, {"−", "-"}, {"‐", "-"}, {"‑", "-"}});
}

std::string StandardResult(std::string_view word) {
  // The maximum length of a result in any spelling, in bytes.
  constexpr size_t kMaxBytes = 11;
  if (word.size() > kMaxBytes) return "";
  std::string result = ReplaceAll(WithStandardDashes(word), {{"½", "1/2"}, {"0.5", "1/2"}});
  if (result == "1/2") return "1/2-1/2";
  const bool is_result = result == "1-0" || result == "0-1" || result == "1/2-1/2" || result == "*";
  return is_result ? result : "";
}

bool IsCastlingText(std::string_view text) {
  const std::string castling = ReplaceAll(WithoutAnnotations(text), {{"0", "O"}, {"o", "O"}});
  return castling == "O-O" || castling == "O-O-O";
}

bool IsPassText(std::string_view text) {
  return text == "--" || text == "Z0" || text == "0000" || text == "@@@@" || text == "pass" ||
         text == "null";
}

bool IsThaiText(std::string_view text) {
  return text.starts_with("\xE0\xB8") || text.starts_with("\xE0\xB9");
}

bool GoesOnInThai(std::string_view text, std::string_view next) {
  // No move is longer.
  constexpr size_t kMaxBytes = 64;
  if (next.empty() || text.size() + next.size() > kMaxBytes) return false;
  constexpr std::string_view kSigns[] = {"x", "X", "×", "-"};
  const auto is_sign = [next](std::string_view sign) { return next == sign; };
  if (std::any_of(std::begin(kSigns), std::end(kSigns), is_sign)) return true;
  if (!IsThaiText(next)) return false;
  for (const std::string_view sign : kSigns) {
    if (text.ends_with(sign)) return true;
  }
  const auto has_rank = [text](std::string_view digit) {
    return text.find(digit) != std::string_view::npos;
  };
  return text.find_first_of("12345678") == std::string_view::npos &&
         std::none_of(kThaiRanks.begin(), kThaiRanks.end(), has_rank);
}

std::string PointsText(int points) { return StrCat("[", points < 0 ? "" : "+", points, "]"); }

std::optional<ParsedMove> ParseNotation(std::string_view text, Notation notation,
                                        bool has_upturned) {
  text = WithoutAnnotations(text);
  if (notation == Notation::kSan) return ParseSan(text);
  if (notation == Notation::kThaiSan) return ParseThai(text, has_upturned);
  // LAN is SAN with the whole start square and a hyphen.
  std::optional<ParsedMove> named = notation == Notation::kThaiLan
                                        ? ParseThai(text, has_upturned)
                                        : ParseSan(ReplaceAll(text, {{"-", ""}}));
  if (named && (named->from_file < 0 || named->from_rank < 0)) named.reset();
  return named;
}

absl::StatusOr<size_t> FindMove(std::string_view text, Notation notation,
                                std::span<const MoveFacts> legal, std::string_view given) {
  const std::vector<size_t> found = MoveMatcher(WithoutAnnotations(text), notation, legal).Find();
  if (found.size() == 1) return found.front();
  if (found.empty()) {
    if (ParseNotation(text, notation, /*has_upturned=*/true)) {
      return MakeError(ErrorReason::kIllegalAction, StrCat(Quoted(given), " names no legal move"));
    }
    return MakeError(
        ErrorReason::kBadNotation,
        StrCat(Quoted(given), " names no legal move: it is not valid ", NameOf(notation),
               legal.empty() ? "" : "; a legal move is written, for example, ",
               legal.empty() ? "" : WriteNotation(legal.front(), legal, "", notation)));
  }
  std::string moves;
  for (const size_t i : found) {
    StrAppend(&moves, moves.empty() ? ": " : " and ", WriteNotation(legal[i], legal, "", notation));
  }
  return MakeError(ErrorReason::kBadNotation,
                   StrCat(Quoted(given), " names more than one legal move", moves));
}

}  // namespace arbiter
