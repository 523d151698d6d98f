import assert from "node:assert/strict";
import { test } from "node:test";

import { CHAKART } from "../chakart/variant.mjs";
import { Game } from "../game.mjs";
import { verifyGame } from "../node.mjs";
import { Draws } from "../random_stream.mjs";
import { START, gameOf } from "./chpok_files.mjs";
import { failureOf } from "./failure_of.mjs";

/** Five minutes for White and three for Black, and three seconds more for each turn. */
const CLOCK = { baseSeconds: 300, bonusSeconds: 3, blackBaseSeconds: 180 };

const SEED = Buffer.alloc(32, 7).toString("base64");

/** Returns a game of Chakart as proto JSON, from pairs of an action and its time. */
const chakart = (clock, timed = [], record = {}) => ({
  variant: "chakart",
  options: { clock },
  record: {
    seed: SEED, actions: timed.map(([text]) => text), elapsedMs: timed.map(([, ms]) => ms), ...record,
  },
});

const resultOf = async (timed) => (await verifyGame(chakart(CLOCK, timed))).result;

/** Plays pairs of an action and its time, with these indices of the drawn candidates. */
function clocksAfter(fen, timed, script = []) {
  const timeControl = { baseMs: { w: 60_000, b: 60_000 }, bonusMs: 2000 };
  const draws = () => new Draws(() => script.shift());
  const game = new Game(CHAKART.read(fen, { timeControl }), draws);
  for (const [text, ms] of timed) game.play(text, ms);
  return game.state.clocks;
}

test("C17: each player has a base time and earns a bonus with each turn", async () => {
  const moves = [["e2e4", 1000], ["e7e5", 2000], ["d2d3", -1]];
  // White has 300 s - 1 s + 3 s + 3 s left, and Black 180 s - 2 s + 3 s.
  assert.equal(await resultOf([...moves, ["d7d6", 181_000]]), "ONGOING");
  assert.equal(await resultOf([...moves, ["d7d6", 181_001]]), "WHITE_WINS");
  assert.equal(await resultOf([...moves, ["d7d6", 0], ["b1c3", "305000"]]), "ONGOING");
  assert.equal(await resultOf([...moves, ["d7d6", 0], ["b1c3", "305001"]]), "BLACK_WINS");
});

test("C17: by default, both players have the same time and there is no bonus", async () => {
  const result = async (timed) => (await verifyGame(chakart({ base_seconds: 15 }, timed))).result;
  assert.equal(await result([["e2e4", 15_000], ["e7e5", 15_000], ["d2d4", 0]]), "ONGOING");
  assert.equal(await result([["e2e4", 15_000], ["e7e5", 15_001]]), "WHITE_WINS");
  assert.equal(await result([["e2e4", 15_000], ["e7e5", 0], ["d2d4", 1]]), "BLACK_WINS");
});

test("C17: an action beyond the clock is not made, and the game is over", async () => {
  const { fen, result } = await verifyGame(chakart(CLOCK, [["e2e4", 300_001]]));
  assert.equal(result, "BLACK_WINS");
  assert.match(fen, /^rnbqkbnr\/pppppppp\/8\/8\/8\/8\/PPPPPPPP\/RNBQKBNR w 0/);
  assert.match(
    await failureOf(chakart(CLOCK, [["e2e4", 300_001], ["e7e5", 0]])), /^action 1: .*over/);
  // C9: an illegal action costs no time.
  assert.match(
    await failureOf(chakart(CLOCK, [["e2e5", 300_001]])), /^action 0: e2e5: not legal/);
  assert.match(await failureOf(chakart(CLOCK, [["draw!", 300_001]])), /no offer to accept/);
  assert.match(
    await failureOf(chakart(CLOCK, [["e2e4{egg=koopa}", 300_001]])), /the seed draws nothing$/);
});

test("C17: control actions take the time of the player to move, and earn nothing", async () => {
  const offer = ["black:draw?", 200_000];
  assert.equal(await resultOf([offer, ["e2e4", 100_000]]), "ONGOING");
  assert.equal(await resultOf([offer, ["e2e4", 100_001]]), "BLACK_WINS");
  assert.equal(await resultOf([offer, ["draw!", 100_000]]), "DRAW");
  // The player to move runs out of time before the other one resigns.
  assert.equal(await resultOf([["black:resign", 300_000]]), "WHITE_WINS");
  assert.equal(await resultOf([["black:resign", 300_001]]), "BLACK_WINS");
});

test("C17: a reported timeout must agree with the clocks", async () => {
  assert.equal(await resultOf([["timeout", 300_000]]), "BLACK_WINS");
  assert.match(
    await failureOf(chakart(CLOCK, [["timeout", 299_999]])), /^action 0: timeout: 1 ms are left/);
  assert.match(
    await failureOf(chakart(CLOCK, [["black:timeout", 0]])), /180000 ms are left \(C17\)$/);
  const idle = [["e2e4", 0], ["e7e5", 180_000]];
  assert.match(await failureOf(chakart(CLOCK, [...idle, ["black:timeout", 0]])), /3000 ms/);
  assert.equal(await resultOf([["e2e4", 0], ["white:timeout", 180_001]]), "WHITE_WINS");
  // Without clocks, it is believed (C7).
  const believed = chakart(undefined, [["black:timeout", -1]]);
  assert.equal((await verifyGame(believed)).result, "WHITE_WINS");
});

test("C17: the bonus comes once a turn, when the turn passes to the other player", () => {
  // The egg on c3 contains daisy, which gives another action (H13).
  const fen = '4k3/8/8/8/8/2e5/8/1N2K3 w 4 {"flags":"1111"}';
  const first = ["b1c3", 10_000];
  assert.deepEqual(clocksAfter(fen, [first], [4]), { w: 50_000, b: 60_000 });
  assert.deepEqual(clocksAfter(fen, [first, ["e1e2", 5000]], [4]), { w: 47_000, b: 60_000 });
  assert.deepEqual(clocksAfter(fen, [first, ["e1e2", 50_000]], [4]), { w: 2000, b: 60_000 });
  assert.deepEqual(clocksAfter(fen, [first, ["e1e2", 50_001]], [4]), { w: 0, b: 60_000 });
  // A pass is a move as well (H17).
  const blocked = '7l/8/8/8/8/8/8/7L w 10 {"flags":"1111"}';
  assert.deepEqual(clocksAfter(blocked, [["0000", 1000]]), { w: 61_000, b: 60_000 });
});

test("C17: a time without a clock is refused", async () => {
  const refused = [
    chakart(undefined, [["e2e4", -1], ["e7e5", 0]]),
    chakart(undefined, [["e2e4", -1], ["draw?", 0]]),
    chakart(undefined, [["e2e4", -1], ["timeout", 0]]),
    // Nothing tells how much time the players of these games have (P6, P24).
    gameOf({ skipBidding: true }, ["e2e4", "e7e5"], { elapsedMs: [-1, 0] }),
    gameOf({}, ["e7e5", "e2e4"], {
      startFen: START.replace(" w ", " b ").replace("d=0", "d=0;tc=5+3"), elapsedMs: [-1, 0],
    }),
  ];
  for (const game of refused) {
    assert.match(await failureOf(game), /^action 1: .*: the game has no clocks.*\(C17\)$/);
  }
  assert.equal(await failureOf(chakart(undefined, [["e2e4", -1]])), null);
});

test("C17: the option must be in range, and Chpok does not have it", async () => {
  const refused = [
    [{}, "base_seconds: must be from 15 to 60000"],
    [{ baseSeconds: 14 }, "base_seconds: must be from 15 to 60000"],
    [{ baseSeconds: 60_001 }, "base_seconds: must be from 15 to 60000"],
    [{ baseSeconds: 15, bonusSeconds: 3601 }, "bonus_seconds: must be from 0 to 3600"],
    [{ baseSeconds: 15, blackBaseSeconds: 0 }, "black_base_seconds: must be from 15 to 60000"],
    [{ baseSeconds: 15, blackBaseSeconds: 60_001 },
      "black_base_seconds: must be from 15 to 60000"],
  ];
  for (const [clock, failure] of refused) {
    assert.equal(await failureOf(chakart(clock)), `file: options.clock.${failure}`);
  }
  const chpok = { ...gameOf({}), options: { clock: CLOCK } };
  assert.match(await failureOf(chpok), /^file: options.clock: the clocks of Chpok/);
});
