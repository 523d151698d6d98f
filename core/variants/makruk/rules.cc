#include "core/variants/makruk/rules.h"

#include <algorithm>
#include <iterator>

#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/board/attacks.h"
#include "core/variants/makruk/events.h"

namespace arbiter::makruk {
namespace {

// The names of the modes, indexed by CountingMode, whose numbers begin at 1.
constexpr std::string_view kModeNames[] = {"", "auto", "manual", "none"};

std::string ExplainBia(const MakrukBoard& board, Sq from, Sq to, Color color) {
  const int forward = to.rank_for(color) - from.rank_for(color);
  const int sideways = to.file() > from.file() ? to.file() - from.file() : from.file() - to.file();
  const bool occupied = !board.IsEmpty(to);
  if (forward == 1 && sideways == 0) {
    return StrCat("a pawn captures only diagonally forward, and ", ToString(to),
                  " is occupied (M1)");
  }
  if (forward == 1 && sideways == 1 && !occupied) {
    return "a pawn moves diagonally only to capture (M1)";
  }
  if (forward == 2 && sideways == 0) return "a pawn moves one square, never two (M1)";
  return "a pawn moves one square forward and captures one square diagonally forward (M1)";
}

}  // namespace

absl::StatusOr<MakrukRules> MakrukRules::Create(const OptionMap& options) {
  ARBITER_RETURN_IF_ERROR(CheckOptionNames(Info(), options));
  ARBITER_ASSIGN_OR_RETURN(const DrawPolicy policy, ParseDrawPolicy(Info(), options));
  ARBITER_ASSIGN_OR_RETURN(const std::string_view counting,
                           OptionValue(Info(), options, "counting"));
  const auto* mode = std::find(std::begin(kModeNames), std::end(kModeNames), counting);
  return MakrukRules(policy, static_cast<CountingMode>(mode - kModeNames));
}

OptionMap MakrukRules::options() const {
  OptionMap options = RoyalRules::options();
  options.emplace("counting", kModeNames[static_cast<int>(counting_)]);
  return options;
}

bool MakrukRules::MakeMove(Position* position, Move move) const {
  const std::optional<Piece<Kind>> captured = position->board.At(move.to);
  const MoveEffect effect = {.captured = captured.has_value(),
                             .captured_bia = captured && captured->kind == Kind::kBia,
                             .moved_bia = position->board.KindAt(move.from) == Kind::kBia,
                             .promoted = move.promotes};
  const bool upturned = move.promotes || position->upturned.Has(move.from);
  position->upturned.Reset(move.from);
  position->upturned.Reset(move.to);
  if (upturned) position->upturned.Set(move.to);
  MovePiece(&position->board, move);
  PassTurn(position);
  return AdvanceCount(counting_, effect, position);
}

void MakrukRules::AddEvents(const Position& before, Move move, std::vector<Event>* events) const {
  Position after = before;
  // A count that starts with the last move of a game is not reported.
  if (!MakeMove(&after, move) || FindEnd(after, /*occurrences=*/1)) return;
  events->push_back({.kind = &kCountStartedEvent, .color = CountOf(after)->color});
}

std::optional<End> MakrukRules::FindEnd(const Position& position, int occurrences) const {
  // The ends are in the order of C13.
  if (!HasLegalMove(position)) {
    if (!Checkers(position)) return End{Result::kDraw, Termination::kStalemate, "M3"};
    const Color winner = !position.turn;
    const std::optional<CountStatus> count = CountOf(position);
    if (counting_ == CountingMode::kManual && count && count->color == winner) {
      return End{Result::kDraw, kCountingSideMatedEnd, "M9"};
    }
    return End{WinFor(winner), Termination::kCheckmate, "M3"};
  }
  if (IsDead(position.board)) return End{Result::kDraw, Termination::kDeadPosition, "M3"};
  if (occurrences >= 3 && draw_policy() == DrawPolicy::kAutomatic) {
    return End{Result::kDraw, Termination::kRepetition, "M4"};
  }
  if (position.limit > 0 && position.clock > position.limit) {
    return End{Result::kDraw, kCountingLimitEnd, "M7"};
  }
  return std::nullopt;
}

void MakrukRules::Draw(const Position& position, BoardView* view) const {
  DrawPieces(Info(), position.board, view);
  for (const Sq square : position.upturned) {
    BoardView::Cell& cell = view->cells[static_cast<size_t>(square.index())];
    const MarkedPieceInfo& info = Info().marked_pieces.front();
    cell.promoted = true;
    cell.piece = info.letters;
    cell.shape = info.shape;
  }
}

void MakrukRules::AddNotes(const Position& position, bool ongoing, Locale locale,
                           std::vector<Note>* notes) const {
  if (const std::optional<CountStatus> count = CountOf(position)) {
    constexpr LocalText kBoardHonour = {"board's honour", "", "ศักดิ์กระดาน"};
    constexpr LocalText kPiecesHonour = {"pieces' honour", "", "ศักดิ์หมาก"};
    constexpr LocalText kCount = {
        "{player} counts {count} of {limit} ({kind}); moves left: {left}.", "",
        "{player}นับถึง {count} จาก {limit} ({kind}) เหลืออีก {left} ตา"};
    notes->push_back(
        {.text =
             Localize(kCount, locale,
                      {{"player", PlayerTitle(Info(), count->color)},
                       {"count", Verbatim(StrCat(count->announced))},
                       {"limit", Verbatim(StrCat(count->limit / 2))},
                       {"kind", count->kind == Honour::kBoardHonour ? kBoardHonour : kPiecesHonour},
                       {"left", Verbatim(StrCat(count->moves_left))}}),
         .in_picture = true});
  }
  if (!ongoing || counting_ == CountingMode::kAuto) return;
  constexpr LocalText kManual = {"The players start and stop the count themselves.",
                                 "由棋手自行开始和停止计数。", "ผู้เล่นเริ่มและหยุดนับศักดิ์เอง"};
  constexpr LocalText kNoCount = {"Moves are not counted.", "本局不计数。", "ไม่มีการนับศักดิ์"};
  const LocalText& mode = counting_ == CountingMode::kManual ? kManual : kNoCount;
  notes->push_back({.text = std::string(mode.In(locale))});
}

absl::Status MakrukRules::ApplyControl(std::string_view text, Position* position,
                                       std::vector<Event>* events) const {
  const bool starts = text == "count";
  ARBITER_RETURN_IF_ERROR(starts ? CheckCanCount(counting_, *position)
                                 : CheckCanUncount(counting_, *position));
  if (starts) {
    StartCount(position);
  } else {
    StopCount(position);
  }
  // A count that starts beyond its limit ends the game and is not reported.
  if (starts && FindEnd(*position, /*occurrences=*/1)) return absl::OkStatus();
  events->push_back(
      {.kind = starts ? &kCountStartedEvent : &kCountStoppedEvent, .color = position->turn});
  return absl::OkStatus();
}

std::vector<std::string_view> MakrukRules::OpenControls(const Position& position) const {
  std::vector<std::string_view> open;
  // The other modes refuse both controls. Returning early avoids formatting the reasons.
  if (counting_ != CountingMode::kManual) return open;
  if (CheckCanCount(counting_, position).ok()) open.emplace_back("count");
  if (CheckCanUncount(counting_, position).ok()) open.emplace_back("uncount");
  return open;
}

std::string MakrukRules::ExplainMovement(const MakrukBoard& board, Sq from, Sq to,
                                         Piece<Kind> piece) {
  switch (piece.kind) {
    case Kind::kKhun:
      return "a king moves one square in any direction; there is no castling (M1)";
    case Kind::kMet:
      return "a queen (met) moves one square diagonally (M1)";
    case Kind::kKhon:
      return "a bishop (khon) moves one square diagonally or one square forward (M1)";
    case Kind::kMa:
      return "a knight leaps two squares one way and one square across (M1)";
    case Kind::kRuea: {
      const std::optional<Sq> blocker = FirstBlocker<Geo>(from, to, board.Occupied());
      const bool on_line = from.file() == to.file() || from.rank() == to.rank();
      if (!blocker || !on_line) return "a rook moves along ranks and files (M1)";
      return StrCat("the rook's path is blocked on ", ToString(*blocker), " (M1)");
    }
    case Kind::kBia:
    case Kind::kCount:
      break;
  }
  return ExplainBia(board, from, to, piece.color);
}

}  // namespace arbiter::makruk

template class arbiter::RoyalRules<arbiter::makruk::MakrukRules, arbiter::makruk::Position,
                                   arbiter::makruk::Moves>;
