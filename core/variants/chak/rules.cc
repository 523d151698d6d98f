#include "core/variants/chak/rules.h"

#include "core/base/strings.h"
#include "core/board/attacks.h"

namespace arbiter::chak {
namespace {

// Returns the side that has won by altar mate (K13); std::nullopt if neither has.
std::optional<Color> AltarMateBy(const Position& position) {
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    if (HasAltarMate(position.board, color)) return color;
  }
  return std::nullopt;
}

// Returns why the pawn on `from` cannot move to `to`.
std::string ExplainPawn(const ChakBoard& board, Sq from, Sq to, Color color) {
  const int forward = to.rank_for(color) - from.rank_for(color);
  const int sideways = to.file() > from.file() ? to.file() - from.file() : from.file() - to.file();
  const bool occupied = !board.IsEmpty(to);
  if (forward + sideways == 1 && forward >= 0 && occupied) {
    return StrCat("a pawn captures only diagonally forward, and ", ToString(to),
                  " is occupied (K9)");
  }
  if (forward == 1 && sideways == 1 && !occupied) {
    return "a pawn moves diagonally only to capture (K9)";
  }
  return "a pawn moves one square forward, left or right, and captures one square diagonally "
         "forward (K9)";
}

std::string ExplainQuetzal(const ChakBoard& board, Sq from, Sq to) {
  const int direction = DirectionBetween<Geo>(from, to);
  if (direction < 0) return "a quetzal moves along a straight or diagonal line (K7)";
  const Squares mounts = Between<Geo>(from, to) & board.Occupied();
  return StrCat("a quetzal hops over exactly one piece, and there ",
                mounts.empty() ? "is none" : "are several", " between ", ToString(from), " and ",
                ToString(to), " (K7)");
}

// Returns why a piece that moves along lines cannot move from `from` to `to`. `in_range` says
// whether the piece could make this move on an empty board.
std::string ExplainLine(const ChakBoard& board, Sq from, Sq to, bool in_range,
                        std::string_view rule) {
  const std::optional<Sq> blocker = FirstBlocker<Geo>(from, to, board.Occupied());
  if (!in_range || !blocker) return std::string(rule);
  return StrCat("the path is blocked on ", ToString(*blocker), "; ", rule);
}

}  // namespace

bool ChakRules::IsDecided(const Position& position) { return AltarMateBy(position).has_value(); }

void ChakRules::Apply(Position* position, Move move) const {
  const bool quiet = position->board.IsEmpty(move.to) && !move.promotes;
  MovePiece(&position->board, move);
  if (!quiet) {
    position->clock = 0;
  } else {
    Advance(&position->clock);
  }
  PassTurn(position);
}

std::optional<End> ChakRules::FindEnd(const Position& position, int occurrences) const {
  const Result loses = WinFor(!position.turn);
  // The ends are in the order of C13. The player to move has a divine king on the enemy altar only
  // in a position that was set up.
  const std::optional<Color> altar_mate = AltarMateBy(position);
  if (altar_mate != position.turn && !HasLegalMove(position)) {
    if (Checkers(position)) return End{loses, Termination::kCheckmate, "K14"};
    if (!altar_mate) return End{loses, Termination::kStalemate, "K14"};
  }
  if (altar_mate) return End{WinFor(*altar_mate), kAltarMateEnd, "K13"};
  if (occurrences >= 3) return End{Result::kDraw, Termination::kRepetition, "K15"};
  if (draw_policy() == DrawPolicy::kAutomatic && position.clock >= kClaimAfterPlies) {
    return End{Result::kDraw, Termination::kNMove, "K16"};
  }
  return std::nullopt;
}

std::optional<End> ChakRules::FindDrawClaim(const Position& position, int /*occurrences*/) const {
  if (position.clock < kClaimAfterPlies) return std::nullopt;
  return End{Result::kDraw, Termination::kNMove, "K16"};
}

std::string ChakRules::DrawClaimRefusal(const Position& position, int /*occurrences*/) const {
  return StrCat(
      "only ", position.clock, " of ", kClaimAfterPlies,
      " plies without a capture or promotion have been played (K16); the third occurrence of a "
      "position is a draw without a claim (K15)");
}

Detail ChakRules::DetailOf(const Position& position, bool /*ongoing*/) const {
  const uint32_t plies = position.clock;
  return {plies, plies < kClaimAfterPlies ? kClaimAfterPlies - plies : 0};
}

void ChakRules::AddNotes(const Position& position, bool ongoing, Locale locale,
                         std::vector<Note>* notes) const {
  if (!ongoing) return;
  constexpr LocalText kDivine = {"{player}'s king is divine: it wins on {altar}.",
                                 "{player}的王已成为神王，到达{altar}即获胜。"};
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    if (position.board.Of(color, Kind::kDivineKing).empty()) continue;
    notes->push_back({.text = Localize(kDivine, locale,
                                       {{"player", PlayerTitle(Info(), color)},
                                        {"altar", Verbatim(NameOf(AltarOf(!color)))}})});
  }
  const Detail detail = DetailOf(position, ongoing);
  if (detail.quiet_plies == 0) return;
  constexpr LocalText kClaim = {
      "Plies without a capture or promotion: {plies}; until a draw can be claimed: {left}.",
      "无吃子、无升变的半回合数：{plies}；距可申请判和：{left}。",
      "จำนวนครึ่งตาที่ไม่มีการกินหรือเลื่อนขั้น: {plies} ก่อนขอให้ตัดสินเสมอได้: {left}"};
  constexpr LocalText kAutomatic = {
      "Plies without a capture or promotion: {plies}; until the game is drawn: {left}.",
      "无吃子、无升变的半回合数：{plies}；距和棋：{left}。",
      "จำนวนครึ่งตาที่ไม่มีการกินหรือเลื่อนขั้น: {plies} ก่อนเกมเสมอ: {left}"};
  notes->push_back(
      {.text = Localize(draw_policy() == DrawPolicy::kClaim ? kClaim : kAutomatic, locale,
                        {{"plies", Verbatim(StrCat(detail.quiet_plies))},
                         {"left", Verbatim(StrCat(detail.plies_until_claim))}})});
}

std::string ChakRules::ExplainMovement(const ChakBoard& board, Sq from, Sq to, Piece<Kind> piece) {
  const bool leaves_far_side = !IsFarSide(to, piece.color);
  switch (piece.kind) {
    case Kind::kKing:
      return "a king moves one square in any direction (K2)";
    case Kind::kDivineKing:
      if (leaves_far_side) return "a divine king never leaves its far side (K11)";
      return ExplainLine(board, from, to, Between<Geo>(from, to).size() == 1,
                         "a divine king moves one or two squares in a straight line (K3)");
    case Kind::kJaguar:
      return "a jaguar moves one square in any direction or leaps like a knight (K4)";
    case Kind::kQuetzal:
      return ExplainQuetzal(board, from, to);
    case Kind::kShaman:
      return "a shaman moves one square diagonally, or straight forward or backward (K8)";
    case Kind::kVulture:
      return "a vulture leaps like a knight (K5)";
    case Kind::kSerpent:
      return ExplainLine(board, from, to, from.file() == to.file() || from.rank() == to.rank(),
                         "a serpent moves along ranks and files (K6)");
    case Kind::kPawn:
      return ExplainPawn(board, from, to, piece.color);
    case Kind::kWarrior:
      if (leaves_far_side) return "a warrior never leaves its far side (K11)";
      return "a warrior moves one square diagonally, or straight forward or backward (K8)";
    case Kind::kOffering:
    case Kind::kCount:
      break;
  }
  return "an offering never moves (K10)";
}

}  // namespace arbiter::chak

template class arbiter::RoyalRules<arbiter::chak::ChakRules, arbiter::chak::Position,
                                   arbiter::chak::Moves>;
