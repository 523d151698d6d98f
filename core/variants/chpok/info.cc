#include "core/variants/chpok/info.h"

#include "core/variants/chpok/board/evaluate.h"
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
       .description = "whether a draw or a win has to be claimed, or ends the game by itself after "
                      "a move by Black (P18)"},
      {.name = "chips",
       .values = {"15"},
       .description = "the chips of each player; with 0, White and the time control are drawn at "
                      "random (P5)",
       .minimum = 0,
       .maximum = kMaxChips},
      {.name = "minutes_max",
       .values = {"180"},
       .description = "the maximum minutes that a raise on time may name (P4)",
       .minimum = 1,
       .maximum = kMaxMinutes},
      {.name = "bonus_max",
       .values = {"60"},
       .description = "the maximum bonus seconds that a raise on time may name (P4)",
       .minimum = 0,
       .maximum = kMaxBonus},
      {.name = "move_limit_min",
       .values = {"10"},
       .description = "the minimum value of the feature moves that a raise on xf may name (P9)",
       .minimum = kMinMoves,
       .maximum = kMaxMoves},
      {.name = "track_clocks",
       .values = {"false", "true"},
       .description = "whether clocks are tracked from the start (P6, P24)"},
      {.name = "skip_bidding",
       .values = {"false", "true"},
       .description = "whether the game starts at the board, with the options below"},
      {.name = "white",
       .values = {"unknown", "challenger", "opponent"},
       .description = "who plays White; only for games with skip_bidding"},
      {.name = "minutes",
       .values = {""},
       .description = "the minutes of each player; without them the time control is unknown; only "
                      "for games with skip_bidding",
       .minimum = 1,
       .maximum = kMaxMinutes},
      {.name = "bonus",
       .values = {"0"},
       .description = "the seconds added after each move; only for games with skip_bidding",
       .minimum = 0,
       .maximum = kMaxBonus},
      {.name = "home_row",
       .values = {""},
       .description = "White's first row; by default that of the width; only for games with "
                      "skip_bidding (P7)",
       .form = "RNBQKBNR"},
      {.name = "features",
       .values = {"-"},
       .description = "the extraordinary features; only for games with skip_bidding (P9)",
       .form = "width=10,moves=888,undo=2,points=1020000,castlings=1,hill,racing,cruel,superqueen,"
               "cornerbishop,backpawn,newborn,remove,skip,nopromoteking,noenpassant"},
  };
}

void AddRulings(VariantInfo* info) {
  info->rulings = {
      {"P1", "The Challenger and the Opponent bid chips on white, time, home and xf."},
      {"P2",
       "A match adds exactly the gap, a raise more than the gap, and neither more than the chips "
       "left."},
      {"P3",
       "A match on white or time draws the outcome at random; on home or xf it restores the "
       "default."},
      {"P4",
       "White is drawn from challenger and opponent, a time control from eleven possible ones."},
      {"P5",
       "A player without chips is skipped; the bidding is over when neither player has chips."},
      {"P6",
       "Bidding clocks start at 100 s and gain 100 s after a bid, or 20 s if the other player has "
       "no chips, up to 200 s."},
      {"P7",
       "The letters of a home row are any of K, Q, R, B, D, N and P, at least one of them a K."},
      {"P8",
       "A home row must fit the width in force when it is bid; if it does not fit in the end, the "
       "default row is played."},
      {"P9", "There are 16 extraordinary features, each with a default and a range."},
      {"P10", "Legal bids are an open set: gap, costs and form are listed for each target."},
      {"P11", "The board has 8 ranks and 6 to 10 files; Black mirrors White's home row."},
      {"P12",
       "Pieces move as in chess; the dragon leaps two squares straight or steps one square "
       "diagonally."},
      {"P13", "There is no check; kings are captured like any other piece."},
      {"P14",
       "A move to rows 5 to 8 scores 1 to 4, a captured king 1000, and running out of time -5000; "
       "the points feature adds 0 to 9 for the kind of piece that moves."},
      {"P15", "A pawn on its 8th row becomes K, Q, R, B, D or N."},
      {"P16", "A king and a rook castle anywhere on their home row with nothing between them."},
      {"P17",
       "The game ends by resignation, claim, time, the loss of the last king, hill, racing, the "
       "move limit or blockade; except after a resignation or a claim, the points decide."},
      {"P18",
       "A draw can be claimed after 20 moves with level points, a win after 20 moves in which the "
       "lead has not fallen."},
      {"P19", "undo takes back the opponent's last move and one's own."},
      {"P20",
       "hill and racing: a king that moves to the opponent's centre or home row ends the game and "
       "scores as if it had captured every enemy king."},
      {"P21", "cruel: a king captures its own side's pieces, too."},
      {"P22",
       "superqueen, cornerbishop, backpawn, newborn, remove, skip and noenpassant change the moves "
       "of pieces or add actions."},
      {"P23", "A player without a legal move must pass; two forced passes in a row end the game."},
      {"P24",
       "Board clocks have the minutes for the whole phase and gain the bonus after each move."},
      {"P25", "There is no repetition, n-move rule, stalemate or dead position."},
      {"P26",
       "The FEN has the fields board, side to move, en passant, castlings, points, undos, newborn, "
       "move number and items."},
      {"P27", "A state of the bidding phase has a text, as a board has a FEN."},
      {"P28",
       "SAN is as in chess, with D for the dragon and P@d2, x@c3 and --; points follow a move as "
       "in [+3]."},
      {"P29", "The random stream of a given seed has known answers."},
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
  // These are in the order of Kind.
  info.pieces = {
      {'K',
       {.en = "King", .zh = "王", .th = "คิง"},
       "one square in any direction, even into attack; castles with any rook on its home row",
       "chess-king",
       {.role = PieceRole::kRoyal, .movement = Movement{Leap(kKingSteps)}}},
      {'Q',
       {.en = "Queen", .zh = "后", .th = "ควีน"},
       "as in chess; with superqueen also like a knight",
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
      {"match white",
       "a bid of exactly the gap: the outcome is drawn at random or returns to its default"},
      {"raise white +1", "a bid of more than the gap: the raiser plays White"},
      {"raise time +3 5+2", "a raise that names the time control"},
      {"raise home +2 RNBQKBNR", "a raise that names the home row"},
      {"raise xf +4 width=10,undo=2", "a raise that names the extraordinary features; - for none"},
      {"match time{time=3+2}", "a bid followed by the outcomes of its random draws"},
      {"e2e4", "a move or a capture, from one square to another"},
      {"e7e8q", "a move that promotes to k, q, r, b, d or n"},
      {"e1h1", "castling: the king's square, then the rook's"},
      {"e1f1x", "with cruel: the king's capture of a piece of its own side"},
      {"P@d2", "with newborn: the placing of a new pawn"},
      {"x@c3", "with remove: the removal of one's own piece"},
      {"0000", "a pass, with skip or if there is no other legal move"},
      {"undo", "taking back the opponent's last move and one's own"},
  };
  info.actions_without_squares = {"match ", "raise "};
  AddRulings(&info);
  // In most of these cases the points decide who has won (P17).
  info.ends = {
      {.termination = Termination::kKingCaptured,
       .won = {"A side has no king left: {winner} wins on points.",
               "一方已无王：{winner}得分较高，获胜。"},
       .drawn = {"A side has no king left: the game is a draw, because points are level.",
                 "一方已无王：双方得分相同，和棋。"}},
      {.termination = kHillEnd,
       .won = {"A king has reached the hill: {winner} wins on points.",
               "王已到达中心：{winner}得分较高，获胜。"},
       .drawn = {"A king has reached the hill: the game is a draw, because points are level.",
                 "王已到达中心：双方得分相同，和棋。"}},
      {.termination = kRacingEnd,
       .won = {"A king has reached the opponent's home row: {winner} wins on points.",
               "王已到达对方底线：{winner}得分较高，获胜。"},
       .drawn =
           {"A king has reached the opponent's home row: the game is a draw, because points are "
            "level.",
            "王已到达对方底线：双方得分相同，和棋。"}},
      {.termination = kPointsEnd,
       .won = {"The move limit is reached: {winner} wins on points.",
               "已达步数上限：{winner}得分较高，获胜。"},
       .drawn = {"The move limit is reached: the game is a draw, because points are level.",
                 "已达步数上限：双方得分相同，和棋。"}},
      {.termination = Termination::kBlocked,
       .won = {"Neither side can move: {winner} wins on points.",
               "双方均无子可动：{winner}得分较高，获胜。"},
       .drawn = {"Neither side can move: the game is a draw, because points are level.",
                 "双方均无子可动：得分相同，和棋。"}},
      {.termination = Termination::kTimeout,
       .won = {"A player has run out of time: {winner} wins on points.",
               "一方超时：{winner}得分较高，获胜。"},
       .drawn = {"A player has run out of time: the game is a draw, because points are level.",
                 "一方超时：双方得分相同，和棋。"}},
      {.termination = kDrawClaimedEnd,
       .drawn = {"Draw by claim: points have been level for 20 moves.",
                 "经申请判和：双方得分连续20回合持平。"}},
      {.termination = kWinClaimedEnd,
       .won = {"{winner} wins by claim: the lead has not fallen for 20 moves.",
               "{winner}经申请获胜：领先优势连续20回合未缩小。"}},
  };
  info.unknown_history = {" The points before the given FEN are unknown.",
                          "（给定FEN之前的得分情况未知。）"};
  info.roles_before_colors = &kBidders;
  info.network = ThisNetwork().name();
  info.levels = {{
      {200, 6'000},
      {290, 2'600},
      {410, 1'280},
      {500, 810},
      {600, 540},
      {690, 390},
      {790, 300},
      {910, 220},
      {1'030, 170},
      {1'270, 110},
  }};
  return info;
}

}  // namespace

const VariantInfo& ChpokInfo() {
  static const VariantInfo& info = *new VariantInfo(MakeInfo());
  return info;
}

}  // namespace arbiter::chpok
