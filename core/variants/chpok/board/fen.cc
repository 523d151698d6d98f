#include "core/variants/chpok/board/fen.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/numbers.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/rules/fen.h"
#include "core/rules/roles.h"
#include "core/variants/chpok/board/movement.h"
#include "core/variants/chpok/note_text.h"

namespace arbiter::chpok {
namespace {

constexpr std::string_view kBoardName = "1 (board)";
constexpr std::string_view kEnPassantName = "3 (en passant)";
constexpr std::string_view kMoveNumberName = "8 (move number)";
constexpr std::string_view kItemsName = "9 (items)";
// The fields of a FEN, of which the last one can be absent. A FEN that ends early has as many
// castlings left as the game has without features.
constexpr FenField kFields[] = {
    {kBoardName},          {"2 (side to move)"}, {kEnPassantName, "-"},  {"4 (castlings)", "1,1"},
    {"5 (points)", "0,0"}, {"6 (undos)", "0,0"}, {"7 (newborn)", "0,0"}, {kMoveNumberName, "1"},
    {kItemsName}};

template <typename... Parts>
absl::Status BadField(std::string_view name, const Parts&... parts) {
  return MakeError(ErrorReason::kBadFen, StrCat("FEN field ", name, " ", parts...));
}
template <typename... Parts>
absl::Status BadItem(const Parts&... parts) {
  return MakeError(ErrorReason::kBadFen, StrCat("FEN field ", kItemsName, ": ", parts...));
}
template <typename... Parts>
absl::Status Impossible(const Parts&... parts) {
  return MakeError(ErrorReason::kImpossiblePosition, StrCat(parts...));
}

constexpr PieceLetters<Kind> kPieces(kLetters);

absl::Status ReadBoard(std::string_view field, Position* position) {
  int width = 0;
  size_t i = 0;
  for (int rank = Geo::kRanks - 1; rank >= 0; --rank) {
    int file = 0;
    bool after_run = false;
    for (; i < field.size() && field[i] != '/'; ++i) {
      const char next = field[i];
      if (next >= '1' && next <= '9') {
        if (after_run) return BadFenRank(rank, "there are two numbers in a row");
        const bool ten = next == '1' && i + 1 < field.size() && field[i + 1] == '0';
        file += ten ? 10 : next - '0';
        after_run = true;
        if (ten) ++i;
      } else {
        const std::optional<Piece<Kind>>& piece = kPieces[next];
        if (!piece) return BadFenRank(rank, Quoted(field.substr(i, 1)), " is not a piece");
        if (file < kMaxWidth) position->board.Put(Sq(file, rank), *piece);
        ++file;
        after_run = false;
      }
      if (file > kMaxWidth) return BadFenRank(rank, "there are more than ", kMaxWidth, " files");
    }
    if (rank == Geo::kRanks - 1) width = file;
    if (file != width || file < kMinWidth) {
      return BadFenRank(rank, "there are ", file,
                        " files; all ranks must have the same number, from ", kMinWidth, " to ",
                        kMaxWidth);
    }
    const bool last = i == field.size();
    if (last && rank != 0) {
      return BadFenRank(rank, "the board ends here; it must have ", Geo::kRanks, " ranks");
    }
    if (!last && rank == 0) {
      return BadFenRank(rank, "the board has more than ", Geo::kRanks, " ranks");
    }
    ++i;
  }
  position->features.width = static_cast<uint8_t>(width);
  return absl::OkStatus();
}

// Parses two numbers from `min` to `max`, White's first.
absl::StatusOr<std::array<int, 2>> ReadPair(std::string_view field, std::string_view name, int min,
                                            int max) {
  const auto pair = ParsePair(field, min, max);
  if (pair) return *pair;
  return BadField(name, "must be two numbers from ", min, " to ", max,
                  " separated by a comma, White's first");
}

absl::Status ReadRights(const FenFields& fields, Position* position) {
  ARBITER_ASSIGN_OR_RETURN(const auto castlings,
                           ReadPair(fields[3], kFields[3].name, 0, kMaxRights));
  ARBITER_ASSIGN_OR_RETURN(const auto points, ReadPair(fields[4], kFields[4].name,
                                                       -kMaxPoints - kTimePoints, kMaxPoints));
  ARBITER_ASSIGN_OR_RETURN(const auto undos, ReadPair(fields[5], kFields[5].name, 0, kMaxRights));
  ARBITER_ASSIGN_OR_RETURN(const auto newborn, ReadPair(fields[6], kFields[6].name, 0, 1));
  for (size_t side = 0; side < 2; ++side) {
    position->castlings[side] = static_cast<uint8_t>(castlings[side]);
    position->sources[side].before = points[side];
    position->undos[side] = static_cast<uint8_t>(undos[side]);
    position->newborn[side] = newborn[side] == 1;
  }
  return absl::OkStatus();
}

// --- The items in braces.

absl::Status ReadItem(std::string_view name, std::string_view value, Position* position) {
  const auto invalid = [name](std::string_view why) { return BadItem(name, " ", why); };
  if (name == "xf") {
    const absl::StatusOr<Features> features = ParseFeatures(value);
    if (value == "-") return invalid("must be left out if every feature has its default");
    if (!features.ok()) return BadItem(std::string(features.status().message()));
    if (value.find("width") != std::string_view::npos) {
      return invalid("must not name the width, which is that of the board");
    }
    const uint8_t width = position->features.width;
    position->features = *features;
    position->features.width = width;
  } else if (name == "pass") {
    if (value != "1") return invalid("must be 1");
    position->forced_pass = true;
  } else if (name == "d") {
    const auto history = ParseHistory(value, 2 * kMaxPoints + kTimePoints);
    if (!history) return invalid("must be at most 21 numbers, for example 0*3,2,5*4");
    position->history = *history;
  } else if (name == "tc") {
    position->time_control = ParseTimeControl(value);
    if (!position->time_control) {
      return invalid("must be minutes from 1 to 1000 and seconds from 0 to 3600, for example 5+3");
    }
  } else {
    position->clocks = ParseClocks(value, kMaxClock);
    if (!position->clocks) {
      return invalid("must be two numbers of milliseconds up to 10^12, White's first");
    }
  }
  return absl::OkStatus();
}

// Returns whether a field of the FEN begins with a brace.
bool HasItems(std::string_view fen) {
  size_t brace = fen.find('{');
  while (brace != std::string_view::npos && (brace == 0 || fen[brace - 1] != ' ')) {
    brace = fen.find('{', brace + 1);
  }
  return brace != std::string_view::npos;
}

absl::Status ReadItems(std::string_view braces, Position* position) {
  if (!ConsumePrefix(&braces, "{") || !ConsumeSuffix(&braces, "}")) {
    return BadField(kItemsName, "must be enclosed in braces");
  }
  // The items must be in this order (P26).
  constexpr std::string_view kItems[] = {"xf", "pass", "d", "tc", "clock"};
  const auto* next = std::begin(kItems);
  while (true) {
    const size_t end = std::min(braces.find(';'), braces.size());
    const std::string_view item = braces.substr(0, end);
    const size_t equals = std::min(item.find('='), item.size());
    const std::string_view name = item.substr(0, equals);
    if (equals == item.size()) {
      return BadItem(Quoted(item), " does not have the form name=value");
    }
    const auto* item_kind = std::find(std::begin(kItems), std::end(kItems), name);
    if (item_kind == std::end(kItems)) {
      return BadItem("unknown item ", Quoted(name), KnownNames(name, kItems));
    }
    if (item_kind < next) {
      return BadItem(name, " occurs twice or too late; the order is xf, pass, d, tc, clock");
    }
    next = item_kind + 1;
    ARBITER_RETURN_IF_ERROR(ReadItem(name, item.substr(equals + 1), position));
    if (end == braces.size()) return absl::OkStatus();
    braces.remove_prefix(end + 1);
  }
}

// --- Checks for impossible positions (F2).

absl::Status CheckPieces(const Position& position) {
  if (!position.HasKing(Color::kWhite) && !position.HasKing(Color::kBlack)) {
    return Impossible("neither side has a king (P26)");
  }
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    const Squares last_row = RowsFrom(color, Geo::kRanks - 1);
    if (const Squares stuck = position.board.Of(color, Kind::kPawn) & last_row) {
      return Impossible(ColorName(color), "'s pawn on ", ToString(stuck.First()),
                        " would have promoted (P15)");
    }
  }
  return absl::OkStatus();
}

absl::Status CheckRights(const Position& position) {
  const Features& features = position.features;
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    const auto side = static_cast<size_t>(Index(color));
    const auto too_many = [color](std::string_view right, int left, int max) {
      return Impossible(ColorName(color), " has more ", right, " left (", left,
                        ") than the features allow (", max, ") (P26)");
    };
    if (position.castlings[side] > features.castlings) {
      return too_many("castlings", position.castlings[side], features.castlings);
    }
    if (position.undos[side] > features.undo) {
      return too_many("undos", position.undos[side], features.undo);
    }
    if (position.newborn[side] && !features.Has(Switch::kNewborn)) {
      return too_many("new pawns", 1, 0);
    }
  }
  return absl::OkStatus();
}

absl::Status CheckMoveNumber(const Position& position) {
  const int moves = position.features.moves;
  if (position.ply() <= 2 * static_cast<uint32_t>(moves)) return absl::OkStatus();
  return Impossible("FEN field ", kMoveNumberName, ": ", position.move_number, " with ",
                    ColorName(position.turn),
                    " to move is impossible, because the game ends after ",
                    FormatCount(moves, {"{n} move"}, {"{n} moves"}, Locale::kEnglish), " (P17)");
}

absl::Status CheckEnPassant(const Position& position) {
  if (!position.en_passant) return absl::OkStatus();
  const Sq square = *position.en_passant;
  const auto impossible = [&](std::string_view why) {
    return Impossible("FEN field ", kEnPassantName, ": no pawn can just have passed ",
                      ToString(square), ", because ", why, " (P12)");
  };
  if (position.features.Has(Switch::kNoenpassant)) return impossible("noenpassant is in force");
  if (square.rank_for(position.turn) != 5) {
    return impossible("a double step passes the third row of the side that is not to move");
  }
  const int forward = position.turn == Color::kWhite ? -1 : 1;
  const Sq origin(square.file(), square.rank() - forward);
  const Sq pawn(square.file(), square.rank() + forward);
  if (!position.board.Of(!position.turn, Kind::kPawn).Has(pawn)) {
    return impossible(StrCat(ColorName(!position.turn), " has no pawn on ", ToString(pawn)));
  }
  if (!position.board.IsEmpty(square) || !position.board.IsEmpty(origin)) {
    return impossible("there is a piece on its path");
  }
  return absl::OkStatus();
}

absl::Status CheckHistory(const Position& position) {
  const PointHistory& history = position.history;
  const auto moves = static_cast<int>(position.move_number) - 1;
  if (history.size() > moves + 1) {
    return Impossible("d has ", history.size(), " values, but Black has made only ",
                      FormatCount(moves, {"{n} move"}, {"{n} moves"}, Locale::kEnglish), " (P26)");
  }
  if (history.size() == moves + 1 && history.Back(moves) != 0) {
    return Impossible("d begins with d(0) = ", history.Back(moves), "; it must be 0 (P18)");
  }
  if (position.turn == Color::kBlack || history.size() == 0) return absl::OkStatus();
  // The points that a player loses by running out of time are not part of d (P14).
  const int difference = position.lead() - history.Back(0);
  if (difference == 0 || std::abs(difference) == kTimePoints) return absl::OkStatus();
  return Impossible("White's points minus Black's are ", position.lead(), ", but d(", moves,
                    ") = ", history.Back(0), " (P26)");
}

absl::Status CheckPass(const Position& position) {
  if (!position.forced_pass) return absl::OkStatus();
  if (position.features.Has(Switch::kSkip)) {
    return Impossible("pass=1 is impossible with skip, because no pass is forced then (P23)");
  }
  if (position.ply() == 0 || position.en_passant) {
    return Impossible(
        "pass=1 says that the last ply was a pass, but there was no ply yet or it was a double "
        "step");
  }
  Position before = position;
  before.turn = !position.turn;
  if (!CanAct(before)) return absl::OkStatus();
  return Impossible("pass=1 says that ", ColorName(before.turn),
                    " had to pass, but there was a legal move (P23)");
}

absl::Status Validate(const Position& position) {
  for (const auto check :
       {CheckPieces, CheckRights, CheckMoveNumber, CheckEnPassant, CheckHistory}) {
    ARBITER_RETURN_IF_ERROR(check(position));
  }
  return CheckPass(position);
}

// The number of bytes that is reserved for a FEN. Few FENs are longer.
constexpr size_t kTypicalLength = 224;

// The squares of each rank.
constexpr auto kRanks = [] {
  std::array<Squares, Geo::kRanks> ranks;
  for (int rank = 0; rank < Geo::kRanks; ++rank) {
    ranks[static_cast<size_t>(rank)] =
        SquaresWhere<Geo>([rank](Sq square) { return square.rank() == rank; });
  }
  return ranks;
}();

void AppendBoard(const Position& position, std::string* fen) {
  std::array<char, Geo::kSquares + Geo::kRanks> text;
  char* end = text.data();
  const auto add_run = [&end](int empty) {
    if (empty == kMaxWidth) *end++ = '1';
    if (empty > 0) *end++ = static_cast<char>('0' + empty % kMaxWidth);
  };
  for (int rank = Geo::kRanks - 1; rank >= 0; --rank) {
    int file = 0;
    for (const Sq square : position.board.Occupied() & kRanks[static_cast<size_t>(rank)]) {
      add_run(square.file() - file);
      *end++ = LetterOf(*position.board.At(square), kLetters);
      file = square.file() + 1;
    }
    add_run(position.features.width - file);
    *end++ = '/';
  }
  // Leave out the last slash.
  fen->append(text.data(), end - 1);
}

void AppendPair(int white, int black, std::string* fen) {
  fen->push_back(' ');
  AppendNumber(white, fen);
  fen->push_back(',');
  AppendNumber(black, fen);
}

void AppendItems(const Position& position, std::string* fen) {
  std::string_view separator = " {";
  const auto add = [&](std::string_view name) {
    fen->append(separator).append(name).push_back('=');
    separator = ";";
  };
  Features features = position.features;
  features.width = Features().width;
  if (features != Features()) {
    add("xf");
    AppendFeatures(features, fen);
  }
  if (position.forced_pass) {
    add("pass");
    fen->push_back('1');
  }
  if (position.history.size() > 0) {
    add("d");
    AppendHistory(position.history, fen);
  }
  if (position.time_control) {
    add("tc");
    fen->append(FormatTimeControl(*position.time_control));
  }
  if (position.clocks) {
    add("clock");
    fen->append(FormatClocks(position.clocks));
  }
  if (separator == ";") fen->push_back('}');
}

}  // namespace

Clocks ParseClocks(std::string_view text, int64_t max) { return ParsePair<int64_t>(text, 0, max); }

absl::StatusOr<Position> ParseBoardFen(std::string_view fen) {
  const bool has_items = fen.size() <= kMaxFenLength && HasItems(fen);
  const std::span<const FenField> known(kFields);
  ARBITER_ASSIGN_OR_RETURN(const FenFields fields,
                           SplitFen(fen, has_items ? known : known.first(8)));
  Position position;
  ARBITER_RETURN_IF_ERROR(ReadBoard(fields[0], &position));
  ARBITER_ASSIGN_OR_RETURN(position.turn, ParseFenSide(fields[1]));
  if (fields[2] != "-") {
    position.en_passant = ParseSquare<Geo>(fields[2]);
    if (!position.en_passant || !position.OnBoard().Has(*position.en_passant)) {
      return BadField(kEnPassantName, "must be a square of this board or -");
    }
  }
  ARBITER_RETURN_IF_ERROR(ReadRights(fields, &position));
  ARBITER_ASSIGN_OR_RETURN(position.move_number, ParseFenMoveNumber(fields[7], kMoveNumberName));
  if (has_items) {
    ARBITER_RETURN_IF_ERROR(ReadItems(fields[8], &position));
  }
  // Before Black's first move, `d` is known to be 0 even if the FEN omits it.
  if (position.history.size() == 0 && position.move_number == 1) position.history.Push(0);
  ARBITER_RETURN_IF_ERROR(Validate(position));
  return position;
}

std::string FormatClocks(const Clocks& clocks) { return StrCat((*clocks)[0], ",", (*clocks)[1]); }

std::string FormatBoardFen(const Position& position) {
  std::string fen;
  fen.reserve(kTypicalLength);
  AppendBoard(position, &fen);
  fen.append(position.turn == Color::kWhite ? " w " : " b ");
  fen.append(position.en_passant ? ToString(*position.en_passant) : "-");
  AppendPair(position.castlings[0], position.castlings[1], &fen);
  AppendPair(position.points(Color::kWhite), position.points(Color::kBlack), &fen);
  AppendPair(position.undos[0], position.undos[1], &fen);
  AppendPair(position.newborn[0], position.newborn[1], &fen);
  fen.push_back(' ');
  AppendNumber(position.move_number, &fen);
  AppendItems(position, &fen);
  return fen;
}

}  // namespace arbiter::chpok
