#include "core/variants/chpok/info.h"

#include "core/variants/chpok/board/movement.h"
#include "core/variants/chpok/options.h"

namespace arbiter::chpok {
namespace {

using Purpose = MovePattern::Purpose;

constexpr Step kPawnSteps[] = {{0, 1}};
constexpr Step kPawnBackSteps[] = {{0, -1}};

void AddOptions(VariantInfo* info) {
  info->options = {
      {.name = "draw_policy",
       .values = {"claim", "automatic"},
       .description = "whether a rightful claim (P18) ends the game by itself, after each move of "
                      "Black"},
      {.name = "chips",
       .values = {"15"},
       .description = "chips of each player; with 0 who plays White and the time control are "
                      "drawn (P5)",
       .minimum = 0,
       .maximum = kMostChips},
      {.name = "minutes_max",
       .values = {"180"},
       .description = "minutes that a bid may ask for (P4)",
       .minimum = 1,
       .maximum = kMostMinutes},
      {.name = "bonus_max",
       .values = {"60"},
       .description = "bonus seconds that a bid may ask for (P4)",
       .minimum = 0,
       .maximum = kMostBonus},
      {.name = "move_limit_min",
       .values = {"10"},
       .description = "least value of the feature moves that a bid may ask for (P9)",
       .minimum = kLeastMoves,
       .maximum = kMostMoves},
      {.name = "track_clocks",
       .values = {"false", "true"},
       .description = "track clocks from the start (P6, P24)"},
      {.name = "skip_bidding",
       .values = {"false", "true"},
       .description = "start at the board, as the options below say"},
      {.name = "white",
       .values = {"unknown", "challenger", "opponent"},
       .description = "who plays White; for games with skip_bidding"},
      {.name = "minutes",
       .values = {""},
       .description = "minutes of each player; not known unless given; for games with "
                      "skip_bidding",
       .minimum = 1,
       .maximum = kMostMinutes},
      {.name = "bonus",
       .values = {"0"},
       .description = "seconds added after each move; for games with skip_bidding",
       .minimum = 0,
       .maximum = kMostBonus},
      {.name = "home_row",
       .values = {""},
       .description = "White's first row; the default for the width unless given; for games with "
                      "skip_bidding (P7)",
       .form = "RNBQKBNR"},
      {.name = "features",
       .values = {"-"},
       .description = "the extraordinary features; for games with skip_bidding (P9)",
       .form = "width=10,moves=888,undo=2,points=1020000,castlings=1,hill,racing,cruel,superqueen,"
               "cornerbishop,backpawn,newborn,remove,skip,nopromoteking,noenpassant"},
  };
}

void AddRulings(VariantInfo* info) {
  info->rulings = {
      {"P1", "Challenger and Opponent bid chips on white, time, home and xf."},
      {"P2", "A match adds exactly the gap, a raise more than it, at most the chips left."},
      {"P3", "A match on white or time draws the outcome, on home or xf it brings the default."},
      {"P4", "What is drawn: challenger or opponent; one of eleven time controls."},
      {"P5", "Who has no chips is skipped; without chips left the bidding is over."},
      {"P6",
       "Bidding clocks: 100 s, 100 s more after a bid, 20 s if the other has no chips, at "
       "most 200 s."},
      {"P7", "The home row has letters K, Q, R, B, D, N and P, at least one K."},
      {"P8",
       "A home row fits the width in force when it is bid; one that does not fit in the end "
       "becomes the default."},
      {"P9", "The 16 extraordinary features, their defaults and ranges."},
      {"P10", "Legal bids are an open set: gap, costs and form are listed by target."},
      {"P11", "Ranks 1 to 8, 6 to 10 files; Black mirrors White's home row."},
      {"P12",
       "Pieces move as in chess; the dragon leaps two squares straight or steps one "
       "diagonally."},
      {"P13", "There is no check; kings are captured as any piece."},
      {"P14",
       "Points: rows 5 to 8 of the destination +1 to +4, a king +1000, time -5000, kinds as "
       "the feature points says."},
      {"P15", "A pawn on its 8th row becomes K, Q, R, B, D or N."},
      {"P16", "King and rook castle anywhere on the home row with nothing between."},
      {"P17",
       "The game ends by resignation, claim, time, the last king, hill, racing, the move "
       "limit or blockade; mostly the points decide."},
      {"P18",
       "Claims: a draw by 20 moves with level points, a win by a lead that has not fallen in "
       "20 moves."},
      {"P19", "undo takes back the opponent's last move and one's own."},
      {"P20",
       "hill and racing: a king that moves to the opponent's centre or home row ends the "
       "game and counts as all his kings captured."},
      {"P21", "cruel: a king captures its own side's pieces too."},
      {"P22", "superqueen, cornerbishop, backpawn, newborn, remove, skip, noenpassant."},
      {"P23", "Who cannot move must pass; two forced passes end the game."},
      {"P24", "Board clocks: the minutes for the whole phase, the bonus after each move."},
      {"P25", "There is no repetition, n-move rule, stalemate or dead position."},
      {"P26",
       "The FEN: board, side, en passant, castlings, points, undos, newborn, move number, "
       "items."},
      {"P27", "The text of a bidding."},
      {"P28", "SAN as in chess with D, P@d2, x@c3 and --; points behind a move as [+3]."},
      {"P29", "Known answers of the random stream."},
  };
}

VariantInfo MakeInfo() {
  VariantInfo info;
  info.id = "chpok";
  info.name = {.en = "Chpok"};
  info.players[0] = {.en = "White", .zh = "白方", .th = "ขาว"};
  info.players[1] = {.en = "Black", .zh = "黑方", .th = "ดำ"};
  info.files = Features().width;
  info.ranks = Geo::kRanks;
  info.start_fen =
      "bidding turn=challenger chips=15,15 white=0,0:- time=0,0:- home=0,0:RNBQKBNR xf=0,0:- ply=0";
  info.points_decide = true;
  // In the order of Kind.
  info.pieces = {
      {'K',
       {.en = "King", .zh = "王", .th = "คิง"},
       "one square in any direction, also into attack; castles with any rook of its home row",
       "chess-king",
       {.role = PieceRole::kRoyal, .movement = Movement{Leap(kKingSteps)}}},
      {'Q',
       {.en = "Queen", .zh = "后", .th = "ควีน"},
       "as in chess; with superqueen also as a knight",
       "chess-queen",
       {.role = PieceRole::kOfficer,
        .movement = Movement{Slide(kKingSteps),
                             {.kind = MovePattern::Kind::kLeap,
                              .steps = kKnightSteps,
                              .feature = "superqueen"}}}},
      {'R',
       {.en = "Rook", .zh = "车", .th = "เรือ"},
       "as in chess",
       "chess-rook",
       {.role = PieceRole::kOfficer, .movement = Movement{Slide(kStraightSteps)}}},
      {'B',
       {.en = "Bishop", .zh = "象", .th = "บิชอป"},
       "as in chess; with cornerbishop also one square straight from a corner",
       "chess-bishop",
       {.role = PieceRole::kOfficer,
        .movement = Movement{Slide(kDiagonalSteps),
                             {.kind = MovePattern::Kind::kLeap,
                              .steps = kStraightSteps,
                              .from_corners = true,
                              .feature = "cornerbishop"}}}},
      {'D',
       {.en = "Dragon", .zh = "龙", .th = "มังกร"},
       "leaps two squares straight, or steps one square diagonally",
       "chpok-dragon",
       {.role = PieceRole::kOfficer, .movement = Movement{Leap(kDragonSteps)}}},
      {'N',
       {.en = "Knight", .zh = "马", .th = "อัศวิน"},
       "as in chess",
       "chess-knight",
       {.role = PieceRole::kOfficer, .movement = Movement{Leap(kKnightSteps)}}},
      {'P',
       {.en = "Pawn", .zh = "兵", .th = "เบี้ย"},
       "as in chess; becomes K, Q, R, B, D or N on its 8th row; with backpawn also one square back",
       "chess-pawn",
       {.role = PieceRole::kPawn,
        .movement = Movement{Leap(kPawnSteps, Purpose::kMove),
                             {.kind = MovePattern::Kind::kSlide,
                              .steps = kPawnSteps,
                              .purpose = Purpose::kMove,
                              .max_steps = 2,
                              .from_ranks = {2}},
                             Leap(kPawnCaptures, Purpose::kCapture),
                             {.kind = MovePattern::Kind::kLeap,
                              .steps = kPawnBackSteps,
                              .purpose = Purpose::kMove,
                              .feature = "backpawn"}},
        .promotes_to = "QRBDNK",
        .promotion_rank = Geo::kRanks}},
  };
  AddOptions(&info);
  info.action_forms = {
      {"match white", "bid exactly the gap: the outcome is drawn, or returns to its default"},
      {"raise white +1", "bid more than the gap: the raiser plays White"},
      {"raise time +3 5+2", "bid more than the gap, and name the outcome"},
      {"raise home +2 RNBQKBNR", "a raise on the home row"},
      {"raise xf +4 width=10,undo=2", "a raise on the extraordinary features; - for none"},
      {"match time{time=3+2}", "directly behind the bid, what was drawn"},
      {"e2e4", "move or capture, from-to"},
      {"e7e8q", "with promotion to k, q, r, b, d or n"},
      {"e1h1", "castling: the king's square, then the rook's"},
      {"e1f1x", "cruel: the king captures a piece of its own side"},
      {"P@d2", "newborn: place a new pawn"},
      {"x@c3", "remove: take off one's own piece"},
      {"0000", "pass, with skip or where there is no other move"},
      {"undo", "take back the opponent's last move and one's own"},
  };
  AddRulings(&info);
  // Points decide, whatever ended the game (P14).
  info.ends = {
      {.termination = Termination::kKingCaptured,
       .won = {"A side has no king left: {winner} wins on points.",
               "一方已无王：{winner}得分高，获胜。"},
       .drawn = {"A side has no king left: a draw, points are level.",
                 "一方已无王：得分相同，和棋。"}},
      {.termination = Termination::kHill,
       .won = {"A king has reached the hill: {winner} wins on points.",
               "王已登上中心：{winner}得分高，获胜。"},
       .drawn = {"A king has reached the hill: a draw, points are level.",
                 "王已登上中心：得分相同，和棋。"}},
      {.termination = Termination::kRacing,
       .won = {"A king has reached the opponent's home row: {winner} wins on points.",
               "王已到达对方底线：{winner}得分高，获胜。"},
       .drawn = {"A king has reached the opponent's home row: a draw, points are level.",
                 "王已到达对方底线：得分相同，和棋。"}},
      {.termination = Termination::kPoints,
       .won = {"The move limit is reached: {winner} wins on points.",
               "已达步数上限：{winner}得分高，获胜。"},
       .drawn = {"The move limit is reached: a draw, points are level.",
                 "已达步数上限：得分相同，和棋。"}},
      {.termination = Termination::kBlocked,
       .won = {"Neither side can move: {winner} wins on points.",
               "双方均无子可动：{winner}得分高，获胜。"},
       .drawn = {"Neither side can move: a draw, points are level.",
                 "双方均无子可动：得分相同，和棋。"}},
      {.termination = Termination::kTimeout,
       .won = {"A player has run out of time: {winner} wins on points.",
               "一方超时：{winner}得分高，获胜。"},
       .drawn = {"A player has run out of time: a draw, points are level.",
                 "一方超时：得分相同，和棋。"}},
      {.termination = Termination::kDrawClaimed,
       .drawn = {"Draw by claim: points have been level for 20 moves.",
                 "申请和棋：连续20步分数持平。"}},
      {.termination = Termination::kWinClaimed,
       .won = {"{winner} wins by claim: the lead has not fallen for 20 moves.",
               "{winner}申请获胜：连续20步领先未减。"}},
  };
  info.unknown_history = {" The points before the given FEN are unknown.",
                          "（给定FEN之前的得分情况未知。）"};
  info.roles_before_colors = &kBidders;
  return info;
}

}  // namespace

const VariantInfo& ChpokInfo() {
  static const VariantInfo& info = *new VariantInfo(MakeInfo());
  return info;
}

}  // namespace arbiter::chpok
