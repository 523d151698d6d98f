#include "core/variants/chakart/events.h"
#include "core/variants/chakart/movement.h"
#include "core/variants/chakart/rules.h"

namespace arbiter::chakart {
namespace {

using Purpose = MovePattern::Purpose;

VariantInfo MakeInfo() {
  VariantInfo info;
  info.id = "chakart";
  info.name = {.en = "Chakart"};
  info.players[0] = {.en = "White", .zh = "白方", .th = "ขาว"};
  info.players[1] = {.en = "Black", .zh = "黑方", .th = "ดำ"};
  info.files = Geo::kFiles;
  info.ranks = Geo::kRanks;
  info.start_fen = R"(rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 {"flags":"1111"})";
  // These are in the order of Kind.
  info.pieces = {
      {'K',
       {.en = "King (Peach)"},
       "one square in any direction, even into attack; once per game a king throws the shell, "
       "which removes an enemy piece that a queen on its square could capture",
       "chess-king",
       {.role = PieceRole::kRoyal, .movement = Movement{Leap(kKingSteps)}}},
      {'Q',
       {.en = "Queen (Mario)"},
       "as in chess, passing over eggs and mushrooms; once per game a queen moves unseen to an "
       "empty square",
       "chess-queen",
       {.role = PieceRole::kOfficer, .movement = Movement{Slide(kKingSteps)}}},
      {'R',
       {.en = "Rook (Donkey)"},
       "as in chess, passing over eggs and mushrooms; leaves a banana on a diagonally adjacent "
       "square",
       "chess-rook",
       {.role = PieceRole::kOfficer, .movement = Movement{Slide(kStraightSteps)}}},
      {'B',
       {.en = "Bishop (Wario)"},
       "as in chess, passing over eggs and mushrooms; leaves a bomb on an orthogonally adjacent "
       "square",
       "chess-bishop",
       {.role = PieceRole::kOfficer, .movement = Movement{Slide(kDiagonalSteps)}}},
      {'N',
       {.en = "Knight (Yoshi)"},
       "as in chess; leaves an egg on the square that it comes from",
       "chess-knight",
       {.role = PieceRole::kOfficer, .movement = Movement{Leap(kKnightSteps)}}},
      {'P',
       {.en = "Pawn (Toad)"},
       "as in chess without en passant; also two squares from its first rank and diagonally onto "
       "an object; leaves a mushroom; becomes Q, R, N, B or K on its last rank",
       "chess-pawn",
       {.role = PieceRole::kPawn,
        .movement = Movement{Leap(kPawnSteps, Purpose::kMove),
                             {.kind = MovePattern::Kind::kSlide,
                              .steps = kPawnSteps,
                              .purpose = Purpose::kMove,
                              .max_steps = 2,
                              .from_ranks = {1, 2}},
                             Leap(kPawnCaptureSteps, Purpose::kCapture)},
        .promotes_to = "QRNBK",
        .promotion_rank = Geo::kRanks}},
  };
  info.objects = {
      {'m',
       {.en = "Mushroom"},
       "carries a king, pawn or knight one more step in the same direction",
       "mushroom",
       {.effects = {{.pieces = "KNP", .events = {&kMushroomEvent}, .repeats_step = true}},
        .put_by = "P"}},
      {'d',
       {.en = "Banana"},
       "pushes the arriving piece to a random orthogonally adjacent square",
       "banana",
       {.blocks = true,
        .effects = {{.pieces = kLetters, .events = {&kBananaEvent}, .steps = kStraightSteps}},
        .put_by = "R"}},
      {'w',
       {.en = "Bomb"},
       "pushes the arriving piece to a random diagonally adjacent square",
       "bomb",
       {.blocks = true,
        .effects = {{.pieces = kLetters, .events = {&kBombEvent}, .steps = kDiagonalSteps}},
        .put_by = "B"}},
      {'e',
       {.en = "Egg"},
       "holds one of four bonuses and four penalties, at random",
       "egg",
       {.effects = {{.pieces = kLetters,
                     .events = {&kKingBooEvent, &kKoopaEvent, &kToadetteEvent, &kChompEvent,
                                &kDaisyEvent, &kBowserEvent, &kLuigiEvent, &kWaluigiEvent}}},
        .put_by = "N"}},
  };
  info.options = {
      {"draw_policy",
       {"automatic", "claim"},
       "has no effect, because no rule of Chakart grants a draw by claim (H19)"},
      {"setup",
       {"standard", "symmetric", "asymmetric"},
       "the back ranks: as in chess, one random rank for both sides, or a random rank for each "
       "(H1)"},
  };
  info.action_forms = {
      {"e2e4", "a move or a capture, from one square to another"},
      {"e7e8q", "a move that promotes to q, r, n, b or k"},
      {"d1h5?", "the queen's stealth move"},
      {"e1*e5", "the king's throw of the shell at e5"},
      {"a1~b2", "King Boo's exchange of two pieces"},
      {"N@e4", "the placing of the piece that Toadette brings"},
      {"e8=q", "the promotion of a pawn that was carried or pushed onto its last rank"},
      {"0000", "a pass, if there is no other legal action"},
      {"b1c3{egg=koopa}", "an action followed by the outcome of its random draws"},
  };
  info.rulings = {
      {"H1",
       "The set-up is standard or random: bishops on both colours, then queen, king, knights and "
       "rooks."},
      {"H2", "Pieces move as in chess, without castling, en passant or check."},
      {"H3",
       "Sliders pass over eggs, mushrooms and a hidden queen; bananas, bombs and pieces stop "
       "them."},
      {"H4",
       "A pawn moves one square forward, two from its first two ranks, and one diagonally onto an "
       "enemy piece or an object."},
      {"H5", "A pawn that moves onto its last rank promotes before anything acts on it."},
      {"H6", "Stealth: once per game the queen moves unseen to an empty square."},
      {"H7",
       "Shell: once per game the king removes a piece that a queen on its square could capture."},
      {"H8", "A pawn leaves a mushroom and a knight an egg before the arrival square acts."},
      {"H9",
       "At the end a rook puts a banana diagonally, and a bishop a bomb orthogonally, next to it."},
      {"H10", "A mushroom carries a king, pawn or knight one step further in the same direction."},
      {"H11",
       "A banana pushes to an orthogonally adjacent square, a bomb to a diagonally adjacent one."},
      {"H12", "A chain continues until a square without an object; an object acts once."},
      {"H13",
       "Eggs: King Boo swaps two pieces, Koopa sends the piece back, Toadette brings a piece, "
       "Chomp captures, Daisy gives another move, Bowser immobilises, Luigi and Waluigi change "
       "a colour."},
      {"H14", "A pending choice that cannot be made lapses."},
      {"H15", "A pawn that is carried or pushed onto its last rank promotes by a pending choice."},
      {"H16", "Bonus actions belong to the same turn; the ply count rises once."},
      {"H17", "A side without a king has lost at once."},
      {"H18", "A player without a legal action must pass; two passes in a row are a draw."},
      {"H19", "There is no repetition, n-move or stalemate rule."},
      {"H20", "Random draws come in this order: pushes, the egg, its piece, the object put."},
      {"H21", "An enumeration lists every distinct result with its exact probability."},
      {"H22", "Within a turn the action index counts the actions for the random stream."},
      {"H23",
       "A queen that has moved by stealth is hidden from others until the opponent's next action."},
      {"H24", "Diagram 2 of the source lacks the mushroom that its pawn leaves."},
      {"H25", "Diagram 3 of the source shows that the banana is put after Waluigi has acted."},
      {"H26", "Rules of earlier editions do not apply."},
      {"H27",
       "SAN is as in chess, with egg suffixes such as *K and *Wg8, and Qh5?, K*e5, N@e4, a1~b2."},
  };
  info.hidden = {.name = "a queen", .action_suffix = '?'};
  info.ends = {
      {.termination = Termination::kKingCaptured,
       .won = {"{winner} wins: {loser} has no king left.", "{loser}已无王，{winner}获胜。",
               "{winner}ชนะ: {loser}ไม่เหลือขุน"}},
      {.termination = Termination::kBlocked,
       .drawn = {"Draw: neither side can move.", "双方均无子可动，和棋。", "เสมอ: ไม่มีฝ่ายใดเดินได้"}},
  };
  info.levels = {{
      {100, 10'000},
      {180, 5'290},
      {270, 2'790},
      {360, 1'690},
      {470, 910},
      {580, 570},
      {810, 270},
      {1'420, 150},
      {9'350, 60},
      {120'000, 25},
  }};
  return info;
}

}  // namespace

const VariantInfo& ChakartRules::Info() {
  static const VariantInfo& info = *new VariantInfo(MakeInfo());
  return info;
}

}  // namespace arbiter::chakart
