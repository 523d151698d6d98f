#include "core/variants/makruk/evaluate.h"
#include "core/variants/makruk/movement.h"
#include "core/variants/makruk/rules.h"

namespace arbiter::makruk {
namespace {

using Purpose = MovePattern::Purpose;

VariantInfo MakeInfo() {
  VariantInfo info;
  info.id = "makruk";
  info.name = {.en = "Makruk", .th = "หมากรุก"};
  info.players[0] = {.en = "White", .zh = "白方", .th = "ขาว"};
  info.players[1] = {.en = "Black", .zh = "黑方", .th = "ดำ"};
  info.files = Geo::kFiles;
  info.ranks = Geo::kRanks;
  info.start_fen = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1";
  // These are in the order of Kind. Each English name is the name in the source of the rules, with
  // the Thai name in parentheses.
  info.pieces = {
      {'K',
       {.en = "King (Khun)", .th = "ขุน"},
       "one square in any direction",
       "khun",
       {.role = PieceRole::kRoyal, .movement = Movement{Leap(kKingSteps)}}},
      {'M',
       {.en = "Queen (Met)", .th = "เม็ด"},
       "one square diagonally",
       "met",
       {.role = PieceRole::kOfficer, .movement = Movement{Leap(kDiagonalSteps)}}},
      {'S',
       {.en = "Bishop (Khon)", .th = "โคน"},
       "one square diagonally or one square straight forward",
       "khon",
       {.role = PieceRole::kOfficer, .movement = Movement{Leap(kKhonSteps)}}},
      {'N',
       {.en = "Knight (Ma)", .th = "ม้า"},
       "like a chess knight",
       "ma",
       {.role = PieceRole::kOfficer, .movement = Movement{Leap(kKnightSteps)}}},
      {'R',
       {.en = "Rook (Ruea)", .th = "เรือ"},
       "like a chess rook",
       "ruea",
       {.role = PieceRole::kOfficer, .movement = Movement{Slide(kStraightSteps)}}},
      {'P',
       {.en = "Pawn (Bia)", .th = "เบี้ย"},
       "one square forward; captures one square diagonally forward; becomes a Met on the sixth "
       "rank",
       "bia",
       {.role = PieceRole::kPawn,
        .movement =
            Movement{Leap(kBiaSteps, Purpose::kMove), Leap(kBiaCaptureSteps, Purpose::kCapture)},
        .promotes_to = "M",
        .promotion_rank = 6}},
  };
  info.marked_pieces = {
      {"M~",
       {.en = "Promoted Pawn (Bia Ngai)", .th = "เบี้ยหงาย"},
       "one square diagonally, like a Met (M13)",
       "bia-ngai"},
  };
  info.options = {
      {"draw_policy",
       {"automatic", "claim"},
       "whether the third occurrence of a position ends the game or has to be claimed (M4)"},
      {"counting",
       {"auto", "manual", "none"},
       "whether the count starts by itself, when a player says so, or not at all (M5)"},
  };
  info.action_forms = {
      {"e3e4", "a move or a capture, from one square to another"},
      {"e5e6m", "a move that promotes to a met; the m may be left out on input"},
      {"count", "with counting = manual: the player to move starts counting"},
      {"uncount", "with counting = manual: the counting player stops counting"},
  };
  info.rulings = {
      {"M1",
       "K, N and R move as in chess, M one square diagonally, S one square diagonally or forward. "
       "P moves one square forward and captures diagonally forward. There is no double step, "
       "en passant or castling."},
      {"M2", "A pawn that reaches its sixth rank becomes a met."},
      {"M3", "Checkmate wins; stalemate is a draw, and so is a position in which nobody can mate."},
      {"M4", "The third occurrence of a position is a draw, at once or by claim (draw_policy)."},
      {"M5", "Counting is automatic (auto), left to the players (manual), or off (none)."},
      {"M6",
       "The limit in moves is 64 for the weaker side (board's honour). For a bare king (pieces' "
       "honour) it is 8 against two rooks, 16 against a rook, 22 against two khons, 32 against two "
       "knights, 44 against a khon, and otherwise 64."},
      {"M7",
       "With auto the count starts when the last pawn is gone and starts anew when a king is "
       "bared; past its limit the game is drawn."},
      {"M8", "With manual the player to move says count or uncount where M6 gives a limit."},
      {"M9",
       "With manual the game is a draw if the counting side mates while its count is running."},
      {"M10",
       "Example: two rooks and a knight against a bare king make 5 pieces, limit 8, 3 moves left."},
      {"M11",
       "States report whose count it is, its kind, count and limit in plies and moves, and the "
       "moves left."},
      {"M12", "SAN is as in chess, with =M on promotion; Thai SAN is written on request."},
      {"M13",
       "A promoted pawn is a met in every rule, repetition included, but stays recognisable: "
       "M~ in FENs of style PYCHESS, ง in Thai SAN and Thai LAN, an upturned bia on boards."},
  };
  info.ends = {
      {.termination = kCountingLimitEnd,
       .drawn = {"Draw: the count has passed its limit.", "", "เสมอ: นับศักดิ์ครบแล้ว"}},
      {.termination = kCountingSideMatedEnd,
       .drawn = {"Draw: the counting side gave mate while its count was running.", "",
                 "เสมอ: ฝ่ายที่กำลังนับศักดิ์เป็นฝ่ายรุกจน"}},
  };
  info.has_thai_notation = true;
  info.network = ThisNetwork().name();
  info.levels = {{
      {200, 6'000},
      {310, 2'290},
      {380, 1'480},
      {450, 1'010},
      {510, 760},
      {570, 570},
      {650, 440},
      {730, 340},
      {820, 260},
      {920, 200},
  }};
  return info;
}

}  // namespace

const VariantInfo& MakrukRules::Info() {
  static const VariantInfo& info = *new VariantInfo(MakeInfo());
  return info;
}

}  // namespace arbiter::makruk
