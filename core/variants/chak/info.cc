#include "core/variants/chak/movement.h"
#include "core/variants/chak/rules.h"

namespace arbiter::chak {
namespace {

using Purpose = MovePattern::Purpose;

// The ranks of White's far side, counted from 1.
std::vector<int> FarRanks() {
  std::vector<int> ranks;
  for (int rank = 0; rank < Geo::kRanks; ++rank) {
    if (IsFarSide(Sq(0, rank), Color::kWhite)) ranks.push_back(rank + 1);
  }
  return ranks;
}

std::vector<std::string> Texts(const Squares& squares) {
  std::vector<std::string> texts;
  for (const Sq square : squares) texts.push_back(ToString(square));
  return texts;
}

// The 3x3 squares around an altar (K1).
std::vector<std::string> TempleAround(Sq altar) {
  return Texts(SquaresWhere<Geo>([altar](Sq square) {
    const int files = square.file() - altar.file();
    const int ranks = square.rank() - altar.rank();
    return files >= -1 && files <= 1 && ranks >= -1 && ranks <= 1;
  }));
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
  // In the order of Kind.
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
       "as a king or as a knight",
       "jaguar",
       {.role = PieceRole::kOfficer, .movement = Movement{Leap(kKingSteps), Leap(kKnightSteps)}}},
      {'Q',
       {.en = "Quetzal", .zh = "绿咬鹃"},
       "along any of the 8 lines: hops exactly one piece, then goes on over empty squares and may "
       "capture the first enemy piece it meets",
       "quetzal",
       {.role = PieceRole::kOfficer, .movement = Movement{Hop(kKingSteps)}}},
      {'S',
       {.en = "Shaman", .zh = "萨满"},
       "one square diagonally, or straight forward or backward",
       "shaman",
       {.role = PieceRole::kOfficer, .movement = Movement{Leap(kShamanSteps)}}},
      {'V',
       {.en = "Vulture", .zh = "秃鹫"},
       "as a chess knight",
       "vulture",
       {.role = PieceRole::kOfficer, .movement = Movement{Leap(kKnightSteps)}}},
      {'R',
       {.en = "Serpent", .zh = "毒蛇"},
       "as a chess rook",
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
      {"e3e4", "move or capture, from-to"},
      {"a4a5+", "a move that promotes; the + may be left out on input"},
  };
  info.rulings = {
      {"K1",
       "River: rank 5. White's far side is ranks 5-9, Black's ranks 5-1. Temples: d1-f3 and "
       "d7-f9. Altars: e2 (White's own), e8 (Black's own)."},
      {"K2", "King: one square any way."},
      {"K3", "Divine king: one or two squares in a straight line any way; does not jump."},
      {"K4", "Jaguar: king step or knight leap."},
      {"K5", "Vulture: knight leap."},
      {"K6", "Serpent: as a rook."},
      {"K7", "Quetzal: hops exactly one piece of any kind along any line; attacks only beyond it."},
      {"K8", "Shaman and warrior: one square diagonally, or one straight forward or backward."},
      {"K9", "Pawn: one square forward, left or right; captures one square diagonally forward."},
      {"K10", "Offering: never moves nor captures; may be captured; blocks and mounts."},
      {"K11", "King and pawn promote at once on their far side; D and W never leave it."},
      {"K12", "Each side has exactly one royal piece and may not leave it attacked."},
      {"K13", "Altar mate: a divine king that legally arrives on the enemy altar wins at once."},
      {"K14", "No legal move: the player to move has lost (checkmate or stalemate)."},
      {"K15", "The third occurrence of a position is a draw."},
      {"K16", "After 100 plies without a capture or promotion either player may claim a draw."},
      {"K17", "Positions that are refused: see IMPOSSIBLE_POSITION."},
      {"K18", "SAN: # marks mate, stalemate and altar mate."},
      {"K19", "Slips of the sources: the altar wins, not the temple; any third occurrence counts."},
  };
  info.regions = {
      {RegionInfo::Kind::kRiver,
       {.en = "River", .zh = "河界"},
       Texts(SquaresWhere<Geo>([](Sq square) { return square.rank() == 4; }))},
      {RegionInfo::Kind::kTemple,
       {.en = "Temple", .zh = "神殿"},
       TempleAround(AltarOf(Color::kWhite)),
       Color::kWhite},
      {RegionInfo::Kind::kTemple,
       {.en = "Temple", .zh = "神殿"},
       TempleAround(AltarOf(Color::kBlack)),
       Color::kBlack},
      {RegionInfo::Kind::kAltar,
       {.en = "Altar", .zh = "祭坛"},
       {ToString(AltarOf(Color::kWhite))},
       Color::kWhite},
      {RegionInfo::Kind::kAltar,
       {.en = "Altar", .zh = "祭坛"},
       {ToString(AltarOf(Color::kBlack))},
       Color::kBlack},
  };
  info.ends = {
      {.termination = Termination::kAltarMate,
       .won = {"{winner} wins by altar mate.", "{winner}登坛获胜。"}},
      {.termination = Termination::kNMove,
       .drawn = {"Draw: 50 moves without a capture or promotion.", "50步无吃子，和棋。"}},
  };
  return info;
}

}  // namespace

const VariantInfo& ChakRules::Info() {
  static const VariantInfo& info = *new VariantInfo(MakeInfo());
  return info;
}

}  // namespace arbiter::chak
