import { inColour, opponentOf } from "../chess.mjs";
import { EMPTY, kindOf } from "./board.mjs";
import { PASS, castlingTargets, mustPass } from "./moves.mjs";
import { KING_POINTS, MAX_LEADS, kindPoints, rowPoints } from "./points.mjs";

const SQUARE = "([a-j][1-8])";

const ACTIONS = [
  [new RegExp(`^${PASS}$`), pass],
  [new RegExp(`^${SQUARE}${SQUARE}([kqrbdn]?)$`), moveOrCastle],
  [new RegExp(`^${SQUARE}${SQUARE}x$`), move],
  [new RegExp(`^P@${SQUARE}$`), placeNewborn],
  [new RegExp(`^x@${SQUARE}$`), remove],
];

/**
 * Applies a legal action other than undo. Returns the new position and whether the action ends the
 * game (P17), which is then decided by points. The handler of each kind of action changes a copy of
 * the board and returns all other changes.
 */
export function applyMove(position, text) {
  const [form, act] = ACTIONS.find(([pattern]) => pattern.test(text));
  const board = position.board.clone();
  const parts = form.exec(text).slice(1).map(
    (part) => (part.length === 2 ? board.squareOf(part) : part));
  const { isEnd = false, ...changes } = act(position, board, ...parts);
  const next = passTurn(
    position.with({ board, enPassant: null, isAfterForcedPass: false, ...changes }));
  return { position: next, isEnd: isEnd || next.isOver };
}

/** C2, P18: gives the turn to the other player. */
function passTurn(position) {
  const { side, moveNumber, leads, lead } = position;
  if (side === "w") return position.with({ side: "b" });
  return position.with({
    side: "w",
    moveNumber: moveNumber + 1,
    leads: [...leads, lead].slice(-MAX_LEADS),
  });
}

/** P23: returns the changes that a pass makes; the second forced pass in a row ends the game. */
function pass(position) {
  const isForced = mustPass(position);
  return { isAfterForcedPass: isForced, isEnd: isForced && position.isAfterForcedPass };
}

function moveOrCastle(position, board, from, to, promotion) {
  const { side } = position;
  const isCastling = board.has(from, "k", side) && board.has(to, "r", side);
  return isCastling
    ? castle(position, board, from, to) : move(position, board, from, to, promotion);
}

function move(position, board, from, to, promotion) {
  const { side, enPassant, features } = position;
  const piece = board.cells[from];
  const kind = kindOf(piece);
  const captured = board.cells[to];
  board.cells[from] = EMPTY;
  board.cells[to] = promotion ? inColour(promotion, side) : piece;
  if (kind === "p" && to === enPassant) board.cells[board.step(to, [0, -1], side)] = EMPTY;

  const reachesGoal = kind === "k" && isGoal(features, board, to, side);
  const isKingCaptured = captured === inColour("k", opponentOf(side));
  const kings = reachesGoal
    ? position.board.kingsOf(opponentOf(side)).length : Number(isKingCaptured);  // P20
  const scored = rowPoints(board.rowOf(to, side)) + kindPoints(features, kind)
    + KING_POINTS * kings;
  return {
    isEnd: reachesGoal,
    enPassant: kind === "p" ? enPassantAfter(position, from, to) : null,
    points: position.withPoints(side, scored).points,
  };
}

/** P20: returns whether a king's move to this square ends the game. */
const isGoal = ({ hill, racing }, board, square, side) =>
  (hill && board.isOpponentsCentre(square, side))
  || (racing && board.isOpponentsHome(square, side));

/** P12, P22: returns the square on which a pawn can be captured en passant, or null. */
function enPassantAfter({ board, side, features }, from, to) {
  const isDoubleStep = board.step(from, [0, 2], side) === to;
  return isDoubleStep && !features.noenpassant ? board.step(from, [0, 1], side) : null;
}

/** P14, P16: moves the king and the rook. */
function castle(position, board, king, rook) {
  const { side, castlings, features } = position;
  const targets = castlingTargets(king, rook);
  board.cells[king] = EMPTY;
  board.cells[rook] = EMPTY;
  board.cells[targets.king] = inColour("k", side);
  board.cells[targets.rook] = inColour("r", side);
  return {
    castlings: { ...castlings, [side]: castlings[side] - 1 },
    points: position.withPoints(side, kindPoints(features, "k")).points,
  };
}

/** P22: places a new pawn. */
function placeNewborn({ side, newborns }, board, square) {
  board.cells[square] = inColour("p", side);
  return { newborns: { ...newborns, [side]: 0 } };
}

/** P22: removes a piece, for which the opponent scores as for a capture. */
function remove(position, board, square) {
  const { side } = position;
  const isKing = board.has(square, "k", side);
  board.cells[square] = EMPTY;
  return { points: position.withPoints(opponentOf(side), isKing ? KING_POINTS : 0).points };
}
