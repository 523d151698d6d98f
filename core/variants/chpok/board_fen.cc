#include "core/variants/chpok/board_fen.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "core/rules/control.h"
#include "core/rules/error.h"
#include "core/rules/fen.h"
#include "core/rules/strings.h"
#include "core/rules/text.h"
#include "core/variants/chpok/movement.h"
#include "core/variants/chpok/numbers.h"
#include "core/variants/chpok/play.h"

namespace arbiter::chpok {
namespace {

constexpr std::string_view kBoardName = "1 (board)";
constexpr std::string_view kEnPassantName = "3 (en passant)";
constexpr std::string_view kMoveNumberName = "8 (move number)";
constexpr std::string_view kItemsName = "9 (items)";
const std::vector<std::string_view>& FieldNames() {
  static const auto& names = *new std::vector<std::string_view>{
      kBoardName,   "2 (side to move)", kEnPassantName, "4 (castlings)",
      "5 (points)", "6 (undos)",        "7 (newborn)",  kMoveNumberName};
  return names;
}

template <typename... Parts>
absl::Status BadField(std::string_view name, const Parts&... parts) {
  return MakeError(ErrorReason::kBadFen, StrCat("FEN field ", name, ": ", parts...));
}
template <typename... Parts>
absl::Status Impossible(const Parts&... parts) {
  return MakeError(ErrorReason::kImpossiblePosition, StrCat(parts...));
}

// Takes a run of empty squares, 1 to 10, from the front of `rank`; 0: there is none.
int TakeRun(std::string_view* rank) {
  if (ConsumePrefix(rank, "10")) return 10;
  if (rank->front() < '1' || rank->front() > '9') return 0;
  const int run = rank->front() - '0';
  rank->remove_prefix(1);
  return run;
}

// One rank; its pieces come behind `pieces`, and the number of its files into `width`.
absl::Status ReadRank(std::string_view text, int rank,
                      std::vector<std::pair<Sq, Piece<Kind>>>* pieces, int* width) {
  const auto error = [rank](const auto&... parts) {
    return BadField(kBoardName, "rank ", rank + 1, ": ", parts...);
  };
  int file = 0;
  bool after_run = false;
  while (!text.empty()) {
    const char next = text.front();
    if (const int run = TakeRun(&text)) {
      if (after_run) return error("two numbers in a row");
      file += run;
    } else {
      const auto piece = PieceOfLetter<Kind>(next, kLetters);
      if (!piece) return error(Quoted(std::string_view(&next, 1)), " is no piece");
      if (file < kMostWidth) pieces->emplace_back(Sq(file, rank), *piece);
      ++file;
      text.remove_prefix(1);
    }
    after_run = next >= '1' && next <= '9';
    if (file > kMostWidth) return error("has more than ", kMostWidth, " files");
  }
  *width = file;
  return absl::OkStatus();
}

absl::Status ReadBoard(std::string_view field, Position* position) {
  std::vector<std::pair<Sq, Piece<Kind>>> pieces;
  int width = 0;
  for (int rank = Geo::kRanks - 1; rank >= 0; --rank) {
    const size_t end = std::min(field.find('/'), field.size());
    const bool last = end == field.size();
    int files = 0;
    if (absl::Status status = ReadRank(field.substr(0, end), rank, &pieces, &files); !status.ok()) {
      return status;
    }
    if (rank == Geo::kRanks - 1) width = files;
    if (files != width || files < kLeastWidth) {
      return BadField(kBoardName, "rank ", rank + 1, ": has ", files, " files; all have the same, ",
                      kLeastWidth, " to ", kMostWidth);
    }
    if (last != (rank == 0)) {
      return BadField(kBoardName, "rank ", rank + 1, ": there must be ", Geo::kRanks, " ranks");
    }
    field.remove_prefix(last ? end : end + 1);
  }
  position->features.width = static_cast<uint8_t>(width);
  for (const auto& [square, piece] : pieces) position->board.Put(square, piece);
  return absl::OkStatus();
}

// `White,Black`.
absl::StatusOr<std::array<int, 2>> ReadPair(std::string_view field, std::string_view name,
                                            int least, int most) {
  const size_t comma = std::min(field.find(','), field.size());
  const auto white = ParseNumber<int>(field.substr(0, comma), least, most);
  const auto black =
      comma == field.size() ? std::nullopt : ParseNumber<int>(field.substr(comma + 1), least, most);
  if (!white || !black) {
    return BadField(name, "must be two numbers from ", least, " to ", most,
                    " with a comma between, White's first");
  }
  return std::array<int, 2>{*white, *black};
}

absl::Status ReadRights(const FenFields& fields, Position* position) {
  const auto& names = FieldNames();
  const auto castlings = ReadPair(fields[3], names[3], 0, kMostRights);
  if (!castlings.ok()) return castlings.status();
  const auto points = ReadPair(fields[4], names[4], -kMostFenPoints, kMostFenPoints);
  if (!points.ok()) return points.status();
  const auto undos = ReadPair(fields[5], names[5], 0, kMostRights);
  if (!undos.ok()) return undos.status();
  const auto newborn = ReadPair(fields[6], names[6], 0, 1);
  if (!newborn.ok()) return newborn.status();
  for (size_t side = 0; side < 2; ++side) {
    position->castlings[side] = static_cast<uint8_t>((*castlings)[side]);
    position->sources[side].before = (*points)[side];
    position->undos[side] = static_cast<uint8_t>((*undos)[side]);
    position->newborn[side] = (*newborn)[side] == 1;
  }
  return absl::OkStatus();
}

// --- The braces.

absl::Status ReadItem(std::string_view name, std::string_view value, Position* position) {
  const auto wrong = [name](std::string_view why) { return BadField(kItemsName, name, " ", why); };
  if (name == "xf") {
    const absl::StatusOr<Features> features = ParseFeatures(value);
    if (value == "-") return wrong("is left out where no feature is on");
    if (!features.ok()) return BadField(kItemsName, std::string(features.status().message()));
    if (value.find("width") != std::string_view::npos) return wrong("has no width: the board has");
    const uint8_t width = position->features.width;
    position->features = *features;
    position->features.width = width;
  } else if (name == "pass") {
    if (value != "1") return wrong("must be 1");
    position->forced_pass = true;
  } else if (name == "d") {
    const auto history = ParseHistory(value, 2 * kMostFenPoints);
    if (!history) return wrong("must be at most 21 numbers such as 0*3,2,5*4");
    position->history = *history;
  } else if (name == "tc") {
    position->time_control = ParseTimeControl(value);
    if (!position->time_control) {
      return wrong("must be minutes, 1 to 1000, and seconds, 0 to 3600, such as 5+3");
    }
  } else {
    position->clocks = ParseClocks(value, kMostClock);
    if (!position->clocks) {
      return wrong("must be two numbers of milliseconds up to 10^12, White's first");
    }
  }
  return absl::OkStatus();
}

absl::Status ReadItems(std::string_view braces, Position* position) {
  if (!ConsumePrefix(&braces, "{") || !ConsumeSuffix(&braces, "}")) {
    return BadField(kItemsName, "must stand in braces");
  }
  // In this order (P26).
  constexpr std::string_view kItems[] = {"xf", "pass", "d", "tc", "clock"};
  const auto* next = std::begin(kItems);
  while (true) {
    const size_t end = std::min(braces.find(';'), braces.size());
    const std::string_view item = braces.substr(0, end);
    const size_t equals = std::min(item.find('='), item.size());
    const std::string_view name = item.substr(0, equals);
    if (equals == item.size()) return BadField(kItemsName, Quoted(item), " is no name=value");
    const auto* item_kind = std::find(std::begin(kItems), std::end(kItems), name);
    if (item_kind == std::end(kItems)) {
      return BadField(kItemsName, "there is no item ", Quoted(name));
    }
    if (item_kind < next) {
      return BadField(kItemsName, name, " stands twice, or behind what comes later");
    }
    next = item_kind + 1;
    if (absl::Status status = ReadItem(name, item.substr(equals + 1), position); !status.ok()) {
      return status;
    }
    if (end == braces.size()) return absl::OkStatus();
    braces.remove_prefix(end + 1);
  }
}

// --- What cannot be (F2).

absl::Status CheckPieces(const Position& position) {
  if (!position.HasKing(Color::kWhite) && !position.HasKing(Color::kBlack)) {
    return Impossible("neither side has a king (P26)");
  }
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    for (const Sq square : position.board.Of(color, Kind::kPawn)) {
      if (square.rank_for(color) == Geo::kRanks - 1) {
        return Impossible(ColorName(color), "'s pawn on ", ToString(square),
                          " would have promoted (P15)");
      }
    }
  }
  return absl::OkStatus();
}

absl::Status CheckRights(const Position& position) {
  const Features& features = position.features;
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    const auto side = static_cast<size_t>(Index(color));
    const auto too_many = [color](std::string_view right, int left, int most) {
      return Impossible(ColorName(color), "'s ", right, " left are ", left, ", and there are ",
                        most, " (P26)");
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

absl::Status CheckEnPassant(const Position& position) {
  if (!position.en_passant) return absl::OkStatus();
  const Sq square = *position.en_passant;
  const auto impossible = [&](std::string_view why) {
    return Impossible("FEN field ", kEnPassantName, ": no pawn can just have passed ",
                      ToString(square), ": ", why, " (P12)");
  };
  if (position.features.Has(Switch::kNoenpassant)) return impossible("noenpassant is in force");
  if (square.rank_for(position.turn) != 5) {
    return impossible("a double step of the side that is not to move passes its third row");
  }
  const int forward = position.turn == Color::kWhite ? -1 : 1;
  const Sq origin(square.file(), square.rank() - forward);
  const Sq pawn(square.file(), square.rank() + forward);
  if (!position.board.Of(!position.turn, Kind::kPawn).Has(pawn)) {
    return impossible(StrCat("there is none on ", ToString(pawn)));
  }
  if (!position.board.IsEmpty(square) || !position.board.IsEmpty(origin)) {
    return impossible("its way was not empty");
  }
  return absl::OkStatus();
}

absl::Status CheckHistory(const Position& position) {
  const PointHistory& history = position.history;
  const auto moves = static_cast<int>(position.move_number) - 1;
  if (history.size() > moves + 1) {
    return Impossible("d has ", history.size(), " values, and Black has made ", moves,
                      " moves (P26)");
  }
  if (history.size() == moves + 1 && history.Back(moves) != 0) {
    return Impossible("d begins with ", history.Back(moves), ", and d(0) = 0 (P18)");
  }
  if (position.turn == Color::kBlack || history.size() == 0) return absl::OkStatus();
  // Time that ran out is in the points alone (P14).
  const int difference = position.lead() - history.Back(0);
  if (difference == 0 || std::abs(difference) == kTimePoints) return absl::OkStatus();
  return Impossible("the points differ by ", position.lead(), ", and d(", moves, ") is ",
                    history.Back(0), " (P26)");
}

absl::Status CheckPass(const Position& position) {
  if (!position.forced_pass) return absl::OkStatus();
  if (position.features.Has(Switch::kSkip)) {
    return Impossible("with skip no pass is forced, and there is no pass=1 (P23)");
  }
  if (position.ply() == 0 || position.en_passant) {
    return Impossible("pass=1 says that the last ply was a pass, and there was another or none");
  }
  Position before = position;
  before.turn = !position.turn;
  if (!CanAct(before)) return absl::OkStatus();
  return Impossible("pass=1 says that ", ColorName(before.turn),
                    " had to pass, and there was a move (P23)");
}

absl::Status Validate(const Position& position) {
  for (const auto check : {CheckPieces, CheckRights, CheckEnPassant, CheckHistory}) {
    if (absl::Status status = check(position); !status.ok()) return status;
  }
  return CheckPass(position);
}

std::string FormatPair(int white, int black) { return StrCat(white, ",", black); }

}  // namespace

Clocks ParseClocks(std::string_view text, int64_t most) {
  const size_t comma = std::min(text.find(','), text.size());
  const auto first = ParseNumber<int64_t>(text.substr(0, comma), 0, most);
  const auto second =
      comma == text.size() ? std::nullopt : ParseNumber<int64_t>(text.substr(comma + 1), 0, most);
  if (!first || !second) return std::nullopt;
  return std::array<int64_t, 2>{*first, *second};
}

std::string FormatClocks(const Clocks& clocks) { return StrCat((*clocks)[0], ",", (*clocks)[1]); }

absl::StatusOr<Position> ParseBoardFen(std::string_view fen) {
  std::vector<std::string_view> names = FieldNames();
  const bool has_items = fen.size() <= kMaxFenLength && fen.find(" {") != std::string_view::npos;
  if (has_items) names.push_back(kItemsName);
  const absl::StatusOr<FenFields> fields = SplitFen(fen, names);
  if (!fields.ok()) return fields.status();
  Position position;
  if (absl::Status status = ReadBoard((*fields)[0], &position); !status.ok()) return status;
  const absl::StatusOr<Color> turn = ParseFenSide((*fields)[1]);
  if (!turn.ok()) return turn.status();
  position.turn = *turn;
  if ((*fields)[2] != "-") {
    position.en_passant = ParseSquare<Geo>((*fields)[2]);
    if (!position.en_passant || !position.OnBoard().Has(*position.en_passant)) {
      return BadField(kEnPassantName, "must be a square of this board or -");
    }
  }
  if (absl::Status status = ReadRights(*fields, &position); !status.ok()) return status;
  const absl::StatusOr<uint32_t> number = ParseFenNumber((*fields)[7], kMoveNumberName, 1);
  if (!number.ok()) return number.status();
  position.move_number = *number;
  if (has_items) {
    if (absl::Status status = ReadItems((*fields)[8], &position); !status.ok()) return status;
  }
  // Before Black's first move it needs no saying.
  if (position.history.size() == 0 && position.move_number == 1) position.history.Push(0);
  if (absl::Status status = Validate(position); !status.ok()) return status;
  return position;
}

std::string FormatBoardFen(const Position& position) {
  std::string fen;
  for (int rank = Geo::kRanks - 1; rank >= 0; --rank) {
    int empty = 0;
    const auto add_empty = [&] {
      if (empty > 0) StrAppend(&fen, empty);
      empty = 0;
    };
    for (int file = 0; file < position.features.width; ++file) {
      const auto piece = position.board.At(Sq(file, rank));
      if (!piece) {
        ++empty;
        continue;
      }
      add_empty();
      fen.push_back(LetterOf(*piece, kLetters));
    }
    add_empty();
    if (rank > 0) fen.push_back('/');
  }
  StrAppend(&fen, position.turn == Color::kWhite ? " w " : " b ",
            position.en_passant ? ToString(*position.en_passant) : "-", " ",
            FormatPair(position.castlings[0], position.castlings[1]), " ",
            FormatPair(position.points(Color::kWhite), position.points(Color::kBlack)), " ",
            FormatPair(position.undos[0], position.undos[1]), " ",
            FormatPair(position.newborn[0], position.newborn[1]), " ", position.move_number);
  std::string items;
  const auto add = [&items](std::string_view name, std::string_view value) {
    StrAppend(&items, items.empty() ? "" : ";", name, "=", value);
  };
  Features features = position.features;
  features.width = Features().width;
  if (features != Features()) add("xf", FormatFeatures(features));
  if (position.forced_pass) add("pass", "1");
  if (position.history.size() > 0) add("d", FormatHistory(position.history));
  if (position.time_control) add("tc", FormatTimeControl(*position.time_control));
  if (position.clocks) add("clock", FormatClocks(position.clocks));
  if (!items.empty()) StrAppend(&fen, " {", items, "}");
  return fen;
}

}  // namespace arbiter::chpok
