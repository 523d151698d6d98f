import assert from "node:assert/strict";
import { test } from "node:test";

import { applyMove } from "../chpok/apply.mjs";
import { printFen, readFen } from "../chpok/fen.mjs";
import { legalTexts } from "../chpok/moves.mjs";
import { verifyGame } from "../node.mjs";
import { START, gameOf } from "./chpok_files.mjs";
import { failureOf } from "./failure_of.mjs";
import { rowsOf } from "./rows.mjs";

const onBoard = (options, ...actions) => gameOf({ skipBidding: true, ...options }, actions);
const from = (startFen, ...actions) => gameOf({}, actions, { startFen });
const timed = (chpok, actions, elapsedMs) =>
  gameOf({ skipBidding: true, minutes: 1, ...chpok }, actions, { elapsedMs });

const finalFen = async (json) => (await verifyGame(json)).fen;
const resultOf = async (json) => (await verifyGame(json)).result;

/** Makes a FEN with defaults for all fields that are not given. */
const fenOf = ({ board, side = "w", rights = "0,0 0,0 0,0 0,0", move = 1, items = "d=0" }) =>
  `${board} ${side} - ${rights} ${move} {${items}}`;

test("C12: perft counts the known numbers of leaves", () => {
  const leaves = (position, depth) => {
    const texts = legalTexts(position);
    if (depth === 1) return texts.length;
    return texts.reduce(
      (sum, text) => sum + leaves(applyMove(position, text).position, depth - 1), 0);
  };
  for (const { fen, perft } of rowsOf("chpok", "perft.jsonl")) {
    assert.deepEqual([1, 2].map((depth) => leaves(readFen(fen), depth)), perft.slice(0, 2), fen);
  }
});

test("the options of a game without the bidding phase determine its start", async () => {
  const features = { width: 6, moves: 60, undo: 2, points: "1020000", castlings: "3", hill: true };
  const options = { homeRow: "KRRRRR", minutes: 5, bonus: 3, features, trackClocks: true };
  assert.equal(
    await finalFen(onBoard(options)),
    "krrrrr/pppppp/6/6/6/6/PPPPPP/KRRRRR w - 3,3 0,0 2,2 0,0 1"
    + " {xf=moves=60,undo=2,points=1020000,castlings=3,hill;d=0;tc=5+3;clock=300000,300000}");
  assert.equal(await finalFen(onBoard({ white: "BIDDER_OPPONENT" })), START);
});

// The values were joined to a text, and each comma in one of them began another feature.
test("the value of a feature cannot add other features", async () => {
  for (const points of ["1020000,hill", "1020000,width=9", "1020000,", "1020000=", "102000", "-"]) {
    assert.equal(
      await failureOf(onBoard({ features: { points } })),
      "file: options.chpok.features.points: points (P9): must be seven digits");
  }
  assert.equal(
    await failureOf(onBoard({ features: { width: 11 } })),
    "file: options.chpok.features.width: width (P9): must be from 6 to 10");
});

test("refusals of illegal actions cite the ruling", async () => {
  const refused = {
    "e2e5": "P12, P16", "e7e8q": "P15", "e1f1x": "P21", "P@e3": "P22", "x@e2": "P22",
    "0000": "P22, P23", "undo": "P19", "draw?": "P17", "draw!": "P17", "claim draw": "P18",
    "black:claim win": "P18", "e2": "not a valid action", "black:undo": "not a valid action",
    "challenger:resign": "not a valid action",
  };
  for (const [action, ruling] of Object.entries(refused)) {
    const failure = (await failureOf(onBoard({}, action))) ?? "";
    assert.ok(failure.startsWith(`action 0: ${action}: `), failure);
    assert.ok(failure.endsWith(`(${ruling})`), failure);
  }
});

test("C7: a player who resigns loses", async () => {
  assert.equal(await resultOf(onBoard({}, "e2e4", "resign")), "WHITE_WINS");
  assert.equal(await resultOf(onBoard({}, "e2e4", "white:resign")), "BLACK_WINS");
  assert.match(await failureOf(onBoard({}, "resign", "e2e4")), /^action 1: .*over/);
});

test("P14, P17: the points decide, even against the capturer of the last king", async () => {
  const board = "4k3/4R3/8/8/8/8/8/K7";
  const move = (points) => from(
    fenOf({ board, rights: `0,0 ${points} 0,0 0,0`, move: 9, items: "xf=hill" }), "e7e8");
  assert.deepEqual(
    await Promise.all(["0,1003", "0,1004", "0,1005"].map((points) => resultOf(move(points)))),
    ["WHITE_WINS", "DRAW", "BLACK_WINS"]);
});

test("P14: points cannot exceed their maximum", async () => {
  const start = (points) => fenOf({
    board: "k7/8/8/3k4/2K5/8/8/8",
    rights: `0,0 ${points},0 0,0 0,0`,
    move: 2,
    items: `xf=hill;d=0,${points}`,
  });
  assert.match(await finalFen(from(start(99_990_000), "c4d5")), / b - 0,0 99992001,0 /);
  assert.match(await finalFen(from(start(99_999_000), "c4d5")), / b - 0,0 100000000,0 /);
});

test("P20: a king on the hill scores every enemy king once, even a captured one", async () => {
  const board = "k7/8/8/3k4/2K5/8/8/8";
  const start = fenOf({ board, items: "xf=hill;d=0" });
  assert.match(await finalFen(from(start, "c4d5")), / b - 0,0 2001,0 /);
  assert.equal(await resultOf(from(start, "c4d5")), "WHITE_WINS");
});

test("P21: a king can capture its own rook, or castle with it", async () => {
  const start = fenOf({
    board: "k7/8/8/8/8/8/8/4KR2", rights: "1,0 0,0 0,0 0,0", items: "xf=cruel;d=0",
  });
  assert.match(await finalFen(from(start, "e1f1x")), /\/5K2 b - 1,0 /);
  assert.match(await finalFen(from(start, "e1f1")), /\/4RK2 b - 0,0 /);
});

test("P19: undo takes back two plies, but does not restore the right to undo", async () => {
  const options = { features: { undo: 1 } };
  assert.equal(
    await finalFen(onBoard(options, "e2e4", "e7e5", "undo")),
    START.replace(" 0,0 0,0 1 {", " 0,1 0,0 1 {xf=undo=1;"));
  assert.match(await failureOf(onBoard(options, "e2e4", "undo")), /no two plies/);
  assert.match(
    await failureOf(onBoard(options, "e2e4", "e7e5", "undo", "undo")), /no undo is left/);
  assert.match(await failureOf(onBoard({}, "e2e4", "e7e5", "undo")), /no undo is left/);
});

test("P18: level points allow a draw claim, or end the game automatically", async () => {
  const shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
  const moves = Array(10).fill(shuffle).flat();
  assert.equal(await resultOf(onBoard({}, ...moves)), "ONGOING");
  assert.equal(await resultOf(onBoard({}, ...moves, "claim draw")), "DRAW");
  assert.match(await failureOf(onBoard({}, ...moves.slice(0, -1), "claim draw")), /19 of 20 moves/);
  assert.match(await failureOf(onBoard({}, ...moves, "claim win")), /does not lead/);
  const automatic = (json) => ({
    ...json, options: { ...json.options, draw_policy: "DRAW_POLICY_AUTOMATIC" },
  });
  assert.equal(await resultOf(automatic(onBoard({}, ...moves))), "DRAW");
  const start = START.replace(" 1 {d=0}", " 30 {d=0*21}");
  assert.equal(await resultOf(automatic(from(start, "g1f3"))), "ONGOING");
  assert.equal(await resultOf(automatic(from(start, "g1f3", "g8f6"))), "DRAW");
  const unknown = START.replace(" 1 {d=0}", " 30");
  assert.match(await failureOf(from(unknown, "claim draw")), /given FEN are not known/);
});

test("P18: the leader can claim a win, on either player's turn", async () => {
  const start = START.replace(" 0,0 0,0 0,0 1 {d=0}", " 7,5 0,0 0,0 40 {d=1*20,2}");
  assert.equal(await resultOf(from(start, "claim win")), "WHITE_WINS");
  assert.equal(await resultOf(from(start, "g1f3", "white:claim win")), "WHITE_WINS");
  assert.match(await failureOf(from(start, "black:claim win")), /does not lead/);
  assert.match(
    await failureOf(from(start.replace("1*20", "1*19,3"), "claim win")), /the lead fell/);
});

test("P23: two consecutive forced passes end the game", async () => {
  const start = "4pk/4pb/4p1/4P1/1p4/1P4/BP4/KP4 b - 0,0 3,5 0,0 0,0 7";
  assert.equal(await resultOf(from(`${start} {pass=1;d=0*6,-2}`, "0000")), "BLACK_WINS");
  assert.equal(await resultOf(from(`${start} {d=0*6,-2}`, "0000")), "ONGOING");
});

test("P17: a position that shows the end of the game has no legal actions", async () => {
  const ended = {
    [fenOf({ board: "6/6/6/6/6/6/6/K5", rights: "1,1 0,7 0,0 0,0", move: 2,
      items: "d=0,-7" })]: "BLACK_WINS",
    [fenOf({ board: "k5/6/6/6/6/6/6/K5", rights: "1,1 3,3 0,0 0,0", move: 11,
      items: "xf=moves=10;d=0*11" })]: "DRAW",
  };
  for (const [fen, result] of Object.entries(ended)) {
    assert.deepEqual(legalTexts(readFen(fen)), [], fen);
    assert.equal(await resultOf(from(fen)), result, fen);
  }
});

test("P24: the clocks of the board run and gain the bonus", async () => {
  assert.match(
    await finalFen(timed({ bonus: 2 }, ["e2e4", "e7e5"], [1500, -1])),
    /;tc=1\+2;clock=60500,62000}$/);
  assert.match(await finalFen(timed({}, ["e2e4", "resign"], [0, 600])), /;clock=60000,59400}$/);
  assert.match(
    await finalFen(
      timed({ bonus: 2, features: { undo: 1 } }, ["e2e4", "e7e5", "undo"], [0, 0, 900])),
    /;clock=61100,62000}$/);
  // P6: a game that continues from a FEN without clocks has none.
  const start = START.replace(" 1 {d=0}", " 2 {d=0*2;tc=5+0}");
  const continued = (ms) => gameOf({}, ["e2e4"], { startFen: start, elapsedMs: [ms] });
  assert.match(await finalFen(continued(-1)), /;tc=5\+0}$/);
  assert.match(await failureOf(continued(1)), /^action 0: e2e4: the game has no clocks/);
});

test("P24: a bonus beyond the largest time on a clock is lost", async () => {
  const startFen = START.replace("d=0", "d=0;tc=1+3600;clock=999999999999,1000000000000");
  assert.match(
    await finalFen(gameOf({}, ["e2e4", "e7e5"], { startFen, elapsedMs: [0, 3_600_001] })),
    /;clock=1000000000000,999999999999}$/);
});

test("P24: a player loses on time on the board", async () => {
  const fen = START.replace(
    "0,0 0,0 0,0 1 {d=0}", "-5000,0 0,0 0,0 1 {d=0;tc=1+0;clock=0,60000}");
  const lost = { draws: 0, result: "BLACK_WINS", fen, isCommitmentChecked: false };
  assert.deepEqual(await verifyGame(timed({}, ["e2e4"], [60_001])), lost);
  assert.deepEqual(await verifyGame(timed({}, ["timeout"], [60_000])), lost);
  assert.deepEqual(await verifyGame(timed({}, ["black:resign"], [60_001])), lost);
  assert.match(await failureOf(timed({}, ["e2e5"], [60_001])), /^action 0: .*P12/);
  assert.match(await failureOf(timed({}, ["black:timeout"], [0])), /60000 ms are left/);
  const reported = await verifyGame(onBoard({}, "e2e4", "white:timeout"));
  assert.equal(reported.result, "BLACK_WINS");
  assert.match(reported.fen, / b e3 1,1 -5000,0 /);
  const ahead = fenOf({ board: "k7/8/8/8/8/8/8/K7", rights: "0,0 5001,0 0,0 0,0", side: "b",
    move: 5, items: "xf=hill" });
  assert.equal(await resultOf(from(ahead, "white:timeout")), "WHITE_WINS");
  assert.equal(printFen(readFen(lost.fen)), lost.fen);
});

test("F2, P26: impossible positions are refused", () => {
  const kings = "k7/8/8/8/8/8/8/K7";
  const refused = {
    "must have 8 ranks": fenOf({ board: "k7/8/8/8/8/8/K7" }),
    "as wide as rank 1": fenOf({ board: "k7/8/8/9/8/8/8/K7" }),
    "must have 6 to 10 files": fenOf({ board: "k4/5/5/5/5/5/5/K4" }),
    "unknown 'x'": fenOf({ board: "kx6/8/8/8/8/8/8/K7" }),
    "no king": fenOf({ board: "q7/8/8/8/8/8/8/Q7" }),
    "a pawn is on its 8th row, b8": fenOf({ board: "kP6/8/8/8/8/8/8/K7" }),
    "castlings (P26)": fenOf({ board: kings, rights: "2,0 0,0 0,0 0,0" }),
    "undos (P26)": fenOf({ board: kings, rights: "0,0 0,0 1,0 0,0" }),
    "newborn (P26)": fenOf({ board: kings, rights: "0,0 0,0 0,0 1,0" }),
    "move number (P26)": fenOf({ board: kings, items: "xf=moves=10;d=0", move: 12 }),
    "no pawn can have passed over": fenOf({ board: kings }).replace(" - ", " e6 "),
    "with noenpassant (P22)": fenOf({ board: kings, items: "xf=noenpassant;d=0" })
      .replace(" - ", " e6 "),
    "xf: must not": fenOf({ board: kings, items: "xf=width=8;d=0" }),
    "order of P26": fenOf({ board: kings, items: "d=0;xf=hill" }),
    "at most 1 values": fenOf({ board: kings, items: "d=0*2" }),
    "difference of the points": fenOf({ board: kings, move: 3, items: "d=0,1" }),
    "first value must be 0": fenOf({ board: kings, rights: "0,0 1,0 0,0 0,0", items: "d=1" }),
    "been a forced pass": fenOf({ board: kings, items: "xf=skip;pass=1;d=0" }),
    "been a forced pass (P23)": fenOf({ board: kings, items: "pass=1;d=0" }),
    "already be over": fenOf({ board: kings, side: "b", items: "xf=moves=10;d=0", move: 11 }),
    "clock (P26)": fenOf({ board: kings, items: "d=0;clock=1000000000001,0" }),
    "form": fenOf({ board: kings, items: "" }),
  };
  for (const [reason, fen] of Object.entries(refused)) {
    assert.throws(() => readFen(fen), ({ message }) => message.includes(reason), fen);
  }
});

test("P26: unknown values of d are not printed", () => {
  const board = "k7/8/8/8/8/8/8/K7";
  const rights = "0,0 3,1 0,0 0,0";
  const printed = (fields) => {
    const fen = fenOf({ board, rights, items: "", ...fields });
    return printFen(readFen(fen.replace(" {}", "")));
  };
  assert.match(printed({ move: 5 }), / 5$/);
  assert.match(printed({ side: "b" }), / 1 {d=0}$/);
});
