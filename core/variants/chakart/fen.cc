#include "core/rules/fen.h"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/variants/chakart/movement.h"
#include "core/variants/chakart/rules.h"

namespace arbiter::chakart {
namespace {

constexpr std::string_view kPlyCountField = "3 (ply count)";
constexpr std::string_view kBracesField = "4 (powers and pending choices)";
constexpr std::string_view kNoPowersUsed = R"({"flags":"1111"})";
// The marks of a redacted FEN, which does not show a hidden queen (H23). kUnknown stands on the
// square that she left, or kRedacted in the braces if that square is not known.
constexpr char kUnknown = '?';
constexpr std::string_view kRedacted = R"(,"hidden":"?")";

absl::Status BadBraces(std::string_view problem) {
  return MakeError(ErrorReason::kBadFen, StrCat("FEN field ", kBracesField, ": ", problem));
}

absl::Status Impossible(std::string_view message) {
  return MakeError(ErrorReason::kImpossiblePosition, message);
}

absl::Status RedactedFenError() {
  return MakeError(ErrorReason::kBadFen,
                   "the FEN is what one viewer sees while a queen is hidden, not the whole "
                   "position (H23)");
}

// --- Reading the board

constexpr PieceLetters<Kind> kFreePieces(kLetters);
constexpr PieceLetters<Kind> kImmobilisedPieces(kImmobilisedLetters);

// Puts the piece or object that `letter` denotes on the square, and counts hidden queens. Returns
// false if the letter denotes neither.
bool PutLetter(char letter, Sq square, Position* position, int* hidden) {
  if (const auto& piece = kFreePieces[letter]) {
    position->board.Put(square, *piece);
    return true;
  }
  for (int i = 0; i < kObjects; ++i) {
    if (letter == kObjectLetters[i]) {
      position->objects[static_cast<size_t>(i)].Set(square);
      return true;
    }
  }
  if (const auto& piece = kImmobilisedPieces[letter]) {
    position->board.Put(square, *piece);
    position->immobilised.Set(square);
    return true;
  }
  if (letter != kHiddenLetter && letter != SmallLetter(kHiddenLetter)) return false;
  const Color owner = letter == kHiddenLetter ? Color::kWhite : Color::kBlack;
  position->board.Put(square, {Kind::kQueen, owner});
  position->hidden = square;
  ++*hidden;
  return true;
}

absl::Status ReadBoard(std::string_view field, Position* position) {
  if (field.find(kUnknown) != std::string_view::npos) return RedactedFenError();
  int hidden = 0;
  absl::Status status = ReadFenRanks<Geo>(field, [&](std::string_view* text, Sq square) {
    if (!PutLetter(text->front(), square, position, &hidden)) return false;
    text->remove_prefix(1);
    return true;
  });
  if (status.ok() && hidden > 1) {
    return Impossible(
        "there are two hidden queens; there can be only one, because the next action reveals her "
        "(H23)");
  }
  return status;
}

// --- Reading the braces

absl::Status ReadFlags(std::string_view flags, Position* position) {
  if (flags.size() != 4 || flags.find_first_not_of("01") != std::string_view::npos) {
    return BadBraces("flags must be four digits 0 or 1: White's shell and stealth, then Black's");
  }
  for (size_t i = 0; i < flags.size(); ++i) {
    position->SetPower(i < 2 ? Color::kWhite : Color::kBlack, static_cast<Power>(i % 2),
                       flags[i] == '1');
  }
  return absl::OkStatus();
}

bool ReadBonus(std::string_view text, Pending* pending) {
  if (text == "swap") {
    pending->bonus = Bonus::kSwap;
  } else if (text == "again") {
    pending->bonus = Bonus::kAgain;
  } else if (ConsumePrefix(&text, "drop:") && text.size() == 1) {
    const std::optional<Kind> kind = OfficerOf(text.front());
    if (!kind) return false;
    pending->bonus = Bonus::kDrop;
    pending->piece = *kind;
  } else {
    return false;
  }
  return true;
}

absl::Status ReadPending(std::string_view text, Position* position) {
  Pending& pending = position->pending;
  bool whole = true;
  if (ConsumePrefix(&text, "promotion:")) {
    pending.promotion = ParseSquare<Geo>(text.substr(0, 2));
    if (!pending.promotion) {
      return BadBraces("the pending promotion must name a square, for example promotion:e8");
    }
    text.remove_prefix(2);
    if (text.empty()) return absl::OkStatus();
    whole = ConsumePrefix(&text, ",");
  }
  if (whole && ReadBonus(text, &pending)) return absl::OkStatus();
  return BadBraces(
      "pending must be a promotion such as promotion:e8, or one of swap, again and a drop such as "
      "drop:n, or a promotion followed by a comma and one of these");
}

// Removes `"name":"value"` from the front of `text` and returns the value; std::nullopt if `text`
// does not begin with this name and a value. `key` is everything before the value.
std::optional<std::string_view> TakeText(std::string_view key, std::string_view* text) {
  std::string_view rest = *text;
  if (!ConsumePrefix(&rest, key)) return std::nullopt;
  const size_t end = rest.find('"');
  if (end == std::string_view::npos) return std::nullopt;
  *text = rest.substr(end + 1);
  return rest.substr(0, end);
}

absl::Status ReadBraces(std::string_view text, Position* position) {
  if (text == kNoPowersUsed) return absl::OkStatus();
  if (text.find(kRedacted) != std::string_view::npos) return RedactedFenError();
  const bool braces = ConsumePrefix(&text, "{") && ConsumeSuffix(&text, "}");
  const std::optional<std::string_view> flags = TakeText(R"("flags":")", &text);
  if (!braces || !flags) {
    return BadBraces(StrCat("must begin with the flags, as in ", kNoPowersUsed));
  }
  ARBITER_RETURN_IF_ERROR(ReadFlags(*flags, position));
  if (text.starts_with(",\"pending\"")) {
    text.remove_prefix(1);
    const std::optional<std::string_view> pending = TakeText(R"("pending":")", &text);
    if (!pending) return BadBraces("pending must be a string, as in \"pending\":\"swap\"");
    ARBITER_RETURN_IF_ERROR(ReadPending(*pending, position));
  }
  if (ConsumePrefix(&text, ",\"passes\":")) {
    if (text != "1" && text != "2") return BadBraces("passes must be 1 or 2");
    position->passes = text == "1" ? 1 : 2;
    text = {};
  }
  if (text.empty()) return absl::OkStatus();
  return BadBraces("the only keys are flags, pending and passes, in this order and without spaces");
}

// --- Defaults for the parts of a position that a FEN does not contain

// Returns the action index (H22) that a FEN implies: 1 if a choice is pending, because an action of
// the same turn has brought it, and otherwise 0.
uint32_t DefaultAction(const Position& position) { return position.pending.empty() ? 0 : 1; }

// Returns the pieces that the end of this turn frees, as far as a FEN implies them: all immobilised
// pieces of the player to move except a pawn whose promotion is pending. Only the last action can
// have immobilised that pawn (H13, H15). While a promotion is pending, a piece that `luigi` has
// just won may also stay immobilised; like the action index, only records and snapshots have it.
Squares DefaultReleased(const Position& position) {
  Squares released = position.immobilised & position.board.Of(position.turn);
  if (position.pending.promotion) released.Reset(*position.pending.promotion);
  return released;
}

// --- Impossible positions (F2)

// The last rank of the pawns of each colour.
constexpr std::array<Squares, 2> kLastRanks = {
    SquaresWhere<Geo>([](Sq square) { return IsLastRank(square, Color::kWhite); }),
    SquaresWhere<Geo>([](Sq square) { return IsLastRank(square, Color::kBlack); })};

absl::Status CheckPawns(const Position& position) {
  const std::optional<Sq> promotion = position.pending.promotion;
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    for (const Sq square : position.board.Of(color, Kind::kPawn) & kLastRanks[Index(color)]) {
      const bool pending = promotion == square && color == position.turn;
      if (!pending) {
        return Impossible(StrCat(ColorName(color), "'s pawn on ", ToString(square),
                                 " would have promoted (H5, H15)"));
      }
    }
  }
  if (promotion && !(position.board.Of(position.turn, Kind::kPawn).Has(*promotion) &&
                     IsLastRank(*promotion, position.turn))) {
    return Impossible(StrCat("the pending promotion needs a pawn of ", ColorName(position.turn),
                             " on its last rank, and there is none on ", ToString(*promotion),
                             " (H15)"));
  }
  return absl::OkStatus();
}

absl::Status CheckHidden(const Position& position) {
  if (!position.hidden) return absl::OkStatus();
  const Color owner = position.board.At(*position.hidden)->color;
  const auto impossible = [&](std::string_view why) {
    return Impossible(StrCat(ColorName(owner), "'s queen on ", ToString(*position.hidden),
                             " cannot be hidden: ", why, " (H23)"));
  };
  if (owner == position.turn) return impossible("the opponent has acted since her stealth move");
  if (position.HasPower(owner, Power::kStealth)) {
    return impossible("the flags say that stealth is unused");
  }
  if (!position.pending.empty() || position.passes > 0) {
    return impossible("there has been an action since her stealth move");
  }
  return absl::OkStatus();
}

absl::Status Validate(const Position& position) {
  // A pawn that was pushed onto the enemy's last king does not promote, so it may stand on its last
  // rank (H17).
  if (!position.IsOver() || !position.pending.empty()) {
    ARBITER_RETURN_IF_ERROR(CheckPawns(position));
  }
  ARBITER_RETURN_IF_ERROR(CheckHidden(position));
  if (position.pending.empty()) return absl::OkStatus();
  if (position.passes > 0) {
    return Impossible("a pending choice comes from an action, not from a pass");
  }
  if (position.IsOver()) return Impossible("a side has no king, so no choice can be pending (H17)");
  if (!CanChoose(position)) {
    return Impossible("the pending choice cannot be made, so it would have lapsed (H14)");
  }
  return absl::OkStatus();
}

// --- Writing

void AppendBoard(const Position& position, std::string* fen) {
  // The letter of each square; 0 if it is empty.
  std::array<char, Geo::kSquares> letters = {};
  const auto letter_at = [&letters](Sq square) -> char& {
    return letters[static_cast<size_t>(square.index())];
  };
  for (int i = 0; i < kObjects; ++i) {
    for (const Sq square : position.objects[static_cast<size_t>(i)]) {
      letter_at(square) = kObjectLetters[i];
    }
  }
  for (int i = 0; i < static_cast<int>(Kind::kCount); ++i) {
    const auto kind = static_cast<Kind>(i);
    for (const Color color : {Color::kWhite, Color::kBlack}) {
      const char letter = LetterOf(Piece<Kind>{kind, color}, kLetters);
      for (const Sq square : position.board.Of(color, kind)) letter_at(square) = letter;
    }
  }
  for (const Sq square : position.immobilised) {
    letter_at(square) = LetterOf(*position.board.At(square), kImmobilisedLetters);
  }
  if (position.hidden) {
    const bool white = position.board.Of(Color::kWhite).Has(*position.hidden);
    letter_at(*position.hidden) = white ? kHiddenLetter : SmallLetter(kHiddenLetter);
  }
  if (position.redacted && position.stealth_origin && letter_at(*position.stealth_origin) == 0) {
    letter_at(*position.stealth_origin) = kUnknown;
  }
  AppendFenRanks<Geo>(
      [&](Sq square, char* out) {
        const char letter = letter_at(square);
        if (letter == 0) return out;
        *out = letter;
        return out + 1;
      },
      fen);
}

void AppendPending(const Pending& pending, std::string* fen) {
  if (pending.empty()) return;
  StrAppend(fen, ",\"pending\":\"");
  if (pending.promotion) StrAppend(fen, "promotion:", ToString(*pending.promotion));
  if (pending.promotion && pending.bonus != Bonus::kNone) fen->push_back(',');
  if (pending.bonus == Bonus::kSwap) fen->append("swap");
  if (pending.bonus == Bonus::kAgain) fen->append("again");
  if (pending.bonus == Bonus::kDrop) {
    StrAppend(fen, "drop:", std::string(1, SmallLetter(pending.piece)));
  }
  fen->push_back('"');
}

}  // namespace

absl::StatusOr<Position> ChakartRules::ParseFen(std::string_view fen) const {
  const bool has_braces = fen.find('{') != std::string_view::npos;
  static constexpr FenField kFields[] = {
      {"1 (board)"}, {"2 (side to move)"}, {kPlyCountField, "0"}, {kBracesField, kNoPowersUsed}};
  const std::span<const FenField> known(kFields);
  ARBITER_ASSIGN_OR_RETURN(const FenFields fields,
                           SplitFen(fen, has_braces ? known : known.first(3)));
  Position position;
  ARBITER_RETURN_IF_ERROR(ReadBoard(fields[0], &position));
  ARBITER_ASSIGN_OR_RETURN(position.turn, ParseFenSide(fields[1]));
  ARBITER_ASSIGN_OR_RETURN(position.turns, ParseFenNumber(fields[2], kPlyCountField, 0));
  ARBITER_RETURN_IF_ERROR(ReadBraces(has_braces ? fields[3] : kNoPowersUsed, &position));
  position.action = DefaultAction(position);
  position.released = DefaultReleased(position);
  ARBITER_RETURN_IF_ERROR(Validate(position));
  return position;
}

absl::Status ChakartRules::CheckFenPosition(const Position& position) const {
  if (position.turns <= kMaxFenTurns) return absl::OkStatus();
  return Impossible(StrCat("FEN field ", kPlyCountField, ": ", position.turns, " is above ",
                           kMaxFenTurns, ", beyond which turns could share random numbers (H22)"));
}

std::string ChakartRules::FormatFen(const Position& position, FenStyle /*style*/) const {
  std::string fen;
  fen.reserve(128);
  AppendBoard(position, &fen);
  fen.append(position.turn == Color::kWhite ? " w " : " b ");
  AppendNumber(position.turns, &fen);
  fen.append(" {\"flags\":\"");
  for (const auto& side : position.powers) {
    for (const bool unused : side) fen.push_back(unused ? '1' : '0');
  }
  fen.push_back('"');
  AppendPending(position.pending, &fen);
  if (position.passes > 0) StrAppend(&fen, ",\"passes\":", position.passes);
  if (position.redacted && !position.stealth_origin) fen.append(kRedacted);
  fen.push_back('}');
  return fen;
}

std::string ChakartRules::FormatExtra(const Position& position) const {
  if (!position.stealth_origin && position.action == DefaultAction(position) &&
      position.released == DefaultReleased(position)) {
    return "";
  }
  std::string text = StrCat(position.action, " ");
  for (const Sq square : position.released) StrAppend(&text, ToString(square));
  if (position.stealth_origin) StrAppend(&text, " ", ToString(*position.stealth_origin));
  return text;
}

bool ChakartRules::ParseExtra(std::string_view text, Position* position) const {
  if (text.empty()) return true;
  uint32_t action = 0;
  for (; !text.empty() && text.front() >= '0' && text.front() <= '9'; text.remove_prefix(1)) {
    action = action * 10 + static_cast<uint32_t>(text.front() - '0');
    if (action > kMaxFenNumber) return false;
  }
  if (!ConsumePrefix(&text, " ")) return false;
  Squares released;
  for (; text.size() >= 2 && text.front() != ' '; text.remove_prefix(2)) {
    const std::optional<Sq> square = ParseSquare<Geo>(text.substr(0, 2));
    if (!square) return false;
    released.Set(*square);
  }
  std::optional<Sq> stealth_origin;
  if (ConsumePrefix(&text, " ")) {
    stealth_origin = ParseSquare<Geo>(text);
    const bool possible = stealth_origin && position->hidden &&
                          position->board.IsEmpty(*stealth_origin) &&
                          !position->ObjectAt(*stealth_origin);
    if (!possible) return false;
    text = {};
  }
  const Squares own = position->immobilised & position->board.Of(position->turn);
  if (!text.empty() || !(released - own).empty() || (action > 0) == position->pending.empty()) {
    return false;
  }
  position->action = action;
  position->released = released;
  position->stealth_origin = stealth_origin;
  return true;
}

}  // namespace arbiter::chakart
