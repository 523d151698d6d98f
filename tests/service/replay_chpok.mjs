// Replays games of Chpok's board phase that chpok_rules_test.cc has written, a line each on standard
// input, and compares all that the verifier says of every state with what is written there.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { claimableResult } from "../../clients/node/verifier/chpok/claims.mjs";
import { legalTexts } from "../../clients/node/verifier/chpok/moves.mjs";
import { CHPOK } from "../../clients/node/verifier/chpok/variant.mjs";
import { readControl } from "../../clients/node/verifier/control_action.mjs";
import { Draws } from "../../clients/node/verifier/draws.mjs";
import { Refusal } from "../../clients/node/verifier/failure.mjs";
import { Game } from "../../clients/node/verifier/game.mjs";

const CLAIM_LETTERS = { DRAW: "d", WHITE_WINS: "w", BLACK_WINS: "b" };
const TERMINATIONS = {
  "resign": "RESIGNATION", "claim draw": "DRAW_CLAIMED", "claim win": "WIN_CLAIMED",
};
const TIME_PENALTY = 5000;

/** P17: what ended a game by an action, in the order of the ruling. */
function terminationBy(action, before, { position, result, players }) {
  const isLate = ["w", "b"].some(
    (side) => before.points[side] - position.points[side] === TIME_PENALTY);
  if (isLate) return "TIMEOUT";
  const control = readControl(action, players);
  if (control !== null) return TERMINATIONS[control.order];
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

/** Of a position without a king of a side. */
const terminationShownBy = ({ board }) =>
  (["w", "b"].some((side) => board.kingsOf(side).length === 0) ? "KING_CAPTURED" : null);

const endOf = ({ result }, termination) => (result === null ? "" : `${result} ${termination()}`);

/** What the verifier says of a state, as the test has written it. */
function said({ state }, termination) {
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
    said(game, () => terminationShownBy(game.state.position) ?? "POINTS"), start);
  for (const step of steps) {
    const before = game.state.position;
    const fen = game.state.print();
    const made = isMade(game, step);
    assert.equal(made, step.made, `${step.action} after ${step.ms} ms in ${fen}`);
    assert.deepEqual(said(game, () => terminationBy(step.action, before, game.state)), step.then,
      `${step.action} after ${step.ms} ms in ${fen}`);
  }
}

const games = readFileSync(0, "utf8").split("\n").filter((line) => line !== "");
for (const line of games) replay(JSON.parse(line));
console.log(`${games.length} games agree`);
