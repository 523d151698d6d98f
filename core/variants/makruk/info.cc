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
  // In the order of Kind. The English names follow the source, the Thai name
  // beside them.
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
       "as a chess knight",
       "ma",
       {.role = PieceRole::kOfficer, .movement = Movement{Leap(kKnightSteps)}}},
      {'R',
       {.en = "Rook (Ruea)", .th = "เรือ"},
       "as a chess rook",
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
       "one square diagonally, as a Met (M13)",
       "bia-ngai"},
  };
  info.options = {
      {"draw_policy",
       {"automatic", "claim"},
       "whether the third occurrence of a position ends the game or has to be claimed (M4)"},
      {"counting",
       {"auto", "manual", "none"},
       "whether the count starts by itself, on the players' word, or not at all (M5)"},
  };
  info.action_forms = {
      {"e3e4", "move or capture, from-to"},
      {"e5e6m", "with promotion to met; the m may be left out on input"},
      {"count", "counting = manual: the player to move starts to count"},
      {"uncount", "counting = manual: the counting player stops"},
  };
  info.rulings = {
      {"M1",
       "K, N and R as in chess. M one square diagonally. S one square diagonally or forward. "
       "P one forward, captures diagonally forward; no double step, en passant or castling."},
      {"M2", "A pawn that reaches its sixth rank becomes a met."},
      {"M3", "Checkmate wins, stalemate is a draw, so is a position in which nobody can mate."},
      {"M4", "The third occurrence of a position is a draw, at once or by claim (draw_policy)."},
      {"M5", "Counting is automatic, by the players (manual), or off."},
      {"M6",
       "Limits in moves for the weaker side: 64 (board's honour); for a bare king against "
       "two rooks 8, a rook 16, two khons 22, two knights 32, a khon 44, else 64."},
      {"M7",
       "auto: the count starts when the last pawn is gone and anew when a king is bared; "
       "past its limit the game is drawn."},
      {"M8", "manual: the player to move says count or uncount where M6 gives a limit."},
      {"M9", "manual: if the counting side mates while its count runs, the game is a draw."},
      {"M10", "Two rooks and a knight against a bare king: 5 pieces, limit 8, 3 moves left."},
      {"M11", "Whose count, its kind, count and limit in plies and moves, moves left."},
      {"M12", "SAN as in chess, =M on promotion; Thai SAN on request."},
      {"M13",
       "A promoted pawn is a met in all that it does and in repetition, but is still known as one: "
       "M~ in FENs of style PYCHESS, ง in Thai SAN and Thai LAN, an upturned bia on boards."},
  };
  info.ends = {
      {.termination = Termination::kCountingLimit,
       .drawn = {"Draw: the count has passed its limit.", "", "เสมอ: นับศักดิ์ครบแล้ว"}},
      {.termination = Termination::kCountingSideMated,
       .drawn = {"Draw: the counting side gave mate while its count ran.", "",
                 "เสมอ: ฝ่ายที่นับเป็นผู้รุกจน"}},
  };
  info.has_thai_notation = true;
  return info;
}

}  // namespace

const VariantInfo& MakrukRules::Info() {
  static const VariantInfo& info = *new VariantInfo(MakeInfo());
  return info;
}

}  // namespace arbiter::makruk
