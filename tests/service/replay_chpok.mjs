// Replays games of Chpok's board phase, which chpok_rules_test.cc writes to standard input, one per
// line, and compares the verifier's description of every state with the recorded one.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { legalTexts } from "../../clients/node/verifier/chpok/moves.mjs";
import { claimableResult } from "../../clients/node/verifier/chpok/points.mjs";
import { CHPOK } from "../../clients/node/verifier/chpok/variant.mjs";
import { Refusal } from "../../clients/node/verifier/failure.mjs";
import { Game, readControl } from "../../clients/node/verifier/game.mjs";
import { Draws } from "../../clients/node/verifier/random_stream.mjs";

const CLAIM_LETTERS = { DRAW: "d", WHITE_WINS: "w", BLACK_WINS: "b" };
const TERMINATIONS = {
  "resign": "RESIGNATION", "claim draw": "DRAW_CLAIMED", "claim win": "WIN_CLAIMED",
};
const TIME_PENALTY = 5000;

/** Returns the termination of a game that `action` ended, in the order of ruling P17. */
function terminationBy(action, before, { position, result, players }) {
  const isLate = ["w", "b"].some(
    (side) => before.points[side] - position.points[side] === TIME_PENALTY);
  if (isLate) return "TIMEOUT";
  const control = readControl(action, players);
  if (control !== null) return TERMINATIONS[control.kind];
  return terminationShownBy(position) ?? terminationByMove(action, before, position)
    ?? (result === "DRAW" ? "DRAW_CLAIMED" : "WIN_CLAIMED");
}

function terminationByMove(action, before, after) {
  const { board, side, features } = before;
  const [from, to] = [action.slice(0, 2), action.slice(2, 4)].map((name) => board.squareOf(name));
  if (from !== -1 && board.has(from, "k", side)) {
    if (features.hill && board.isOpponentsCentre(to, side)) return "HILL";
    if (features.racing && board.isOpponentsHome(to, side)) return "RACING";
  }
  if (after.moveNumber > features.moves) return "POINTS";
  return before.isAfterForcedPass && after.isAfterForcedPass ? "BLOCKED" : null;
}

/** Returns KING_CAPTURED for a position in which a side has no king, otherwise null. */
const terminationShownBy = ({ board }) =>
  (["w", "b"].some((side) => board.kingsOf(side).length === 0) ? "KING_CAPTURED" : null);

const endOf = ({ result }, termination) => (result === null ? "" : `${result} ${termination()}`);

/** Returns the verifier's description of a state, in the form in which the test records it. */
function describeState({ state }, termination) {
  const { position, earlier, result } = state;
  const claim = result === null ? claimableResult(position) : null;
  return {
    fen: state.print(),
    legal: legalTexts(position).join(" "),
    claims: CLAIM_LETTERS[claim] ?? "",
    undo: result === null && position.undos[position.side] > 0 && earlier.length >= 2,
    end: endOf(state, termination),
    points: [position.points.w, position.points.b],
  };
}

function isMade(game, { action, ms }) {
  try {
    game.play(action, ms);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

function replay({ automatic, start, steps }) {
  const options = { drawPolicy: automatic ? "AUTOMATIC" : "CLAIM" };
  const game = new Game(CHPOK.read(start.fen, options), () => new Draws(assert.fail));
  assert.deepEqual(
    describeState(game, () => terminationShownBy(game.state.position) ?? "POINTS"), start);
  for (const step of steps) {
    const before = game.state.position;
    const fen = game.state.print();
    const made = isMade(game, step);
    assert.equal(made, step.made, `${step.action} after ${step.ms} ms in ${fen}`);
    const described = describeState(game, () => terminationBy(step.action, before, game.state));
    assert.deepEqual(described, step.then, `${step.action} after ${step.ms} ms in ${fen}`);
  }
}

const games = readFileSync(0, "utf8").split("\n").filter((line) => line !== "");
for (const line of games) replay(JSON.parse(line));
console.log(`${games.length} games agree`);
