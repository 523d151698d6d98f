#include "core/variants/chak/evaluate.h"
#include "core/variants/chak/movement.h"
#include "core/variants/chak/rules.h"

namespace arbiter::chak {
namespace {

using Purpose = MovePattern::Purpose;

// Returns the ranks of White's far side, counted from 1.
std::vector<int> FarRanks() {
  std::vector<int> ranks;
  for (int rank = 0; rank < Geo::kRanks; ++rank) {
    if (IsFarSide(Sq(0, rank), Color::kWhite)) ranks.push_back(rank + 1);
  }
  return ranks;
}

std::vector<std::string> FormatSquares(const Squares& squares) {
  std::vector<std::string> texts;
  for (const Sq square : squares) texts.push_back(ToString(square));
  return texts;
}

VariantInfo MakeInfo() {
  VariantInfo info;
  info.id = "chak";
  info.name = {.en = "Chak", .zh = "玛雅象棋"};
  info.players[0] = {.en = "White", .zh = "白方"};
  info.players[1] = {.en = "Green", .zh = "绿方"};
  info.files = Geo::kFiles;
  info.ranks = Geo::kRanks;
  info.start_fen = "rvsqkjsvr/4o4/p1p1p1p1p/9/9/9/P1P1P1P1P/4O4/RVSJKQSVR w - - 0 1";
  const std::vector<int> far_ranks = FarRanks();
  // These are in the order of Kind.
  info.pieces = {
      {'K',
       {.en = "King", .zh = "王"},
       "one square in any direction",
       "king",
       {.role = PieceRole::kRoyal,
        .movement = Movement{Leap(kKingSteps)},
        .promotes_to = "D",
        .promotion_rank = far_ranks.front()}},
      {'D',
       {.en = "Divine King", .zh = "神王"},
       "one or two squares in a straight line in any direction, without jumping; never leaves its "
       "far side",
       "divine-king",
       {.role = PieceRole::kRoyal,
        .movement = Movement{{.kind = MovePattern::Kind::kSlide,
                              .steps = kKingSteps,
                              .max_steps = 2,
                              .to_ranks = far_ranks}}}},
      {'J',
       {.en = "Jaguar", .zh = "美洲虎"},
       "like a king or like a chess knight",
       "jaguar",
       {.role = PieceRole::kOfficer, .movement = Movement{Leap(kKingSteps), Leap(kKnightSteps)}}},
      {'Q',
       {.en = "Quetzal", .zh = "绿咬鹃"},
       "along any rank, file or diagonal: hops over exactly one piece, then continues over empty "
       "squares and may capture the first enemy piece it meets",
       "quetzal",
       {.role = PieceRole::kOfficer, .movement = Movement{Hop(kKingSteps)}}},
      {'S',
       {.en = "Shaman", .zh = "萨满"},
       "one square diagonally, or straight forward or backward",
       "shaman",
       {.role = PieceRole::kOfficer, .movement = Movement{Leap(kShamanSteps)}}},
      {'V',
       {.en = "Vulture", .zh = "秃鹫"},
       "like a chess knight",
       "vulture",
       {.role = PieceRole::kOfficer, .movement = Movement{Leap(kKnightSteps)}}},
      {'R',
       {.en = "Serpent", .zh = "毒蛇"},
       "like a chess rook",
       "serpent",
       {.role = PieceRole::kOfficer, .movement = Movement{Slide(kStraightSteps)}}},
      {'P',
       {.en = "Pawn", .zh = "兵"},
       "one square forward, left or right without capturing; captures one square diagonally "
       "forward; becomes a Warrior on its far side",
       "pawn",
       {.role = PieceRole::kPawn,
        .movement =
            Movement{Leap(kPawnSteps, Purpose::kMove), Leap(kPawnCaptureSteps, Purpose::kCapture)},
        .promotes_to = "W",
        .promotion_rank = far_ranks.front()}},
      {'W',
       {.en = "Warrior", .zh = "勇士"},
       "one square diagonally, or straight forward or backward; never leaves its far side",
       "warrior",
       {.role = PieceRole::kOfficer,
        .movement =
            Movement{
                {.kind = MovePattern::Kind::kLeap, .steps = kShamanSteps, .to_ranks = far_ranks}}}},
      {'O',
       {.en = "Offering", .zh = "祭品"},
       "never moves; may be captured",
       "offering",
       {.role = PieceRole::kOfficer, .movement = Movement{}}},
  };
  info.options = {
      {"draw_policy",
       {"claim", "automatic"},
       "whether a draw after 100 plies without a capture or promotion has to be claimed (K16)"}};
  info.action_forms = {
      {"e3e4", "a move or a capture, from one square to another"},
      {"a4a5+", "a move that promotes; the + may be left out on input"},
  };
  info.rulings = {
      {"K1",
       "The river is rank 5. White's far side is ranks 5-9, Green's ranks 5-1. The temples are "
       "d1-f3 and d7-f9, the altars e2 (White's) and e8 (Green's)."},
      {"K2", "King: one square in any direction."},
      {"K3",
       "Divine king: one or two squares in a straight line in any direction, without jumping."},
      {"K4", "Jaguar: moves like a king or like a knight."},
      {"K5", "Vulture: moves like a knight."},
      {"K6", "Serpent: moves like a rook."},
      {"K7",
       "Quetzal: hops over exactly one piece of any kind along any line; attacks only beyond it."},
      {"K8", "Shaman and warrior: one square diagonally, or one straight forward or backward."},
      {"K9", "Pawn: one square forward, left or right; captures one square diagonally forward."},
      {"K10",
       "Offering: never moves and never captures; may be captured, blocks lines and can be a "
       "mount."},
      {"K11",
       "A king or pawn promotes when it reaches its far side; a divine king or warrior never "
       "leaves it."},
      {"K12", "Each side has exactly one royal piece and must not leave it attacked."},
      {"K13", "Altar mate: a divine king that legally arrives on the enemy altar wins at once."},
      {"K14", "A player to move without a legal move has lost (checkmate or stalemate)."},
      {"K15", "The third occurrence of a position is a draw."},
      {"K16", "After 100 plies without a capture or promotion either player may claim a draw."},
      {"K17", "Positions that cannot arise are refused; see IMPOSSIBLE_POSITION."},
      {"K18", "SAN is as in chess; # marks checkmate, stalemate and altar mate."},
      {"K19",
       "Corrections to the sources: the altar wins, not the temple; any third occurrence counts."},
  };
  info.regions = {
      {kRiverRegion, {.en = "River", .zh = "河界"}, FormatSquares(SquaresWhere<Geo>([](Sq square) {
         return square.rank() == 4;
       }))},
      {kTempleRegion,
       {.en = "Temple", .zh = "神殿"},
       FormatSquares(kTemple[Index(Color::kWhite)]),
       Color::kWhite},
      {kTempleRegion,
       {.en = "Temple", .zh = "神殿"},
       FormatSquares(kTemple[Index(Color::kBlack)]),
       Color::kBlack},
      {kAltarRegion,
       {.en = "Altar", .zh = "祭坛"},
       {ToString(AltarOf(Color::kWhite))},
       Color::kWhite},
      {kAltarRegion,
       {.en = "Altar", .zh = "祭坛"},
       {ToString(AltarOf(Color::kBlack))},
       Color::kBlack},
  };
  info.ends = {
      {.termination = kAltarMateEnd, .won = {"{winner} wins by altar mate.", "{winner}登坛获胜。"}},
      {.termination = Termination::kNMove,
       .drawn = {"Draw: 50 moves without a capture or promotion.", "50回合无吃子、无升变，和棋。"}},
  };
  info.network = ThisNetwork().name();
  info.levels = {{
      {200, 6'000},
      {260, 3'200},
      {320, 2'090},
      {380, 1'400},
      {450, 960},
      {510, 680},
      {610, 490},
      {710, 350},
      {830, 240},
      {1'000, 160},
  }};
  return info;
}

}  // namespace

const VariantInfo& ChakRules::Info() {
  static const VariantInfo& info = *new VariantInfo(MakeInfo());
  return info;
}

}  // namespace arbiter::chak
