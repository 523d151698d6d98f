import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import { printBidding, readBidding } from "../chpok/bidding_text.mjs";
import { verifyGame } from "../node.mjs";
import { START, gameOf } from "./chpok_files.mjs";
import { failureOf } from "./failure_of.mjs";

const P29_BIDS = [
  "raise xf +1 width=10,undo=2",
  "raise home +2 KPPPPPPPPP",
  "raise xf +1 width=9,points=1020000,hill{white=challenger,time=3+0}",
];

const biddingOf = (...bids) => gameOf({ chips: 2 }, bids);
const timedBidding = (actions, elapsedMs) => gameOf({ chips: 2 }, actions, { elapsedMs });
const finalText = async (json) => (await verifyGame(json)).fen;

/** Returns a bidding text with bids only on `white`. */
const textOf = ({ turn = "challenger", chips = "2,2", white = "0,0:-", ply = 0, rest = "" }) =>
  `bidding turn=${turn} chips=${chips} white=${white} time=0,0:- home=0,0:RNBQKBNR xf=0,0:-`
  + ` ply=${ply}${rest}`;

test("P29: the example bidding verifies, with and without its outcomes", async () => {
  const expected = {
    draws: 2,
    result: "ONGOING",
    fen: "rnbdqkbnr/ppppppppp/9/9/9/9/PPPPPPPPP/RNBDQKBNR w - 1,1 0,0 0,0 0,0 1"
      + " {xf=points=1020000,hill;d=0;tc=3+0}",
    isCommitmentChecked: false,
  };
  assert.deepEqual(await verifyGame(biddingOf(...P29_BIDS)), expected);
  const bare = P29_BIDS.map((bid) => bid.replace(/{.*/, ""));
  assert.deepEqual(await verifyGame(biddingOf(...bare)), expected);
});

test("P5: without chips, White and the time control are drawn", async () => {
  // P29: the first word is odd, which makes the Opponent White, and the second one is
  // 7900218637956385013, which selects the tenth of the eleven time controls.
  const drawn = START.replace("}", ";tc=30+0}");
  assert.deepEqual(
    await verifyGame(gameOf({ chips: 0 })),
    { draws: 2, result: "ONGOING", fen: drawn, isCommitmentChecked: false });
  const timed = drawn.replace("}", ";clock=1800000,1800000}");
  for (const startFen of [drawn, timed]) {
    assert.equal(await finalText(gameOf({ chips: 0 }, [], { startFen })), startFen);
  }
  assert.match(
    await failureOf(gameOf({ chips: 0 }, [], { startFen: START })), /^start: the seed draws/);
});

test("R1: an auction that starts from a text continues the stream", async () => {
  const start = (await verifyGame(biddingOf(...P29_BIDS.slice(0, 2)))).fen;
  const rest = gameOf({ chips: 2 }, P29_BIDS.slice(2), { startFen: start });
  assert.equal(await finalText(rest), await finalText(biddingOf(...P29_BIDS)));
});

test("forged outcomes, and outcomes without a random draw, fail", async () => {
  const forged = P29_BIDS.map((bid) => bid.replace("=challenger", "=opponent"));
  assert.match(
    await failureOf(biddingOf(...forged)),
    /^action 2: .*: the seed draws {white=challenger,time=3\+0}$/);
  assert.match(
    await failureOf(biddingOf("raise white +1{white=opponent}")),
    /^action 0: .*: the seed draws nothing$/);
});

test("a wrong commitment and a wrong result fail", async () => {
  const commitment = createHash("sha256").update("another").digest("base64");
  assert.match(
    await failureOf({ ...biddingOf(), commitment }), /^commitment: it is not the SHA-256/);
  const claimedResult = "RESULT_OPPONENT_WINS";
  assert.equal(await failureOf({ ...biddingOf("resign"), claimedResult }), null);
  assert.match(
    await failureOf({ ...biddingOf("opponent:resign"), claimedResult }),
    /^result: the result under the rules is CHALLENGER_WINS, not OPPONENT_WINS/);
});

test("P2, P4, P7, P9: illegal bids are refused", async () => {
  const refused = {
    "match white": /gap is 0 \(P2\)/,
    "raise white +0": /from 1 to 2/,
    "raise white +3": /from 1 to 2/,
    "raise white +01": /from 1 to 2/,
    "raise white +1 ": /not a bid/,
    "raise time +1 181+0": /minutes \(P4\)/,
    "raise time +1 5+61": /bonus \(P4\)/,
    "raise time +1 5": /minutes\+bonus/,
    "raise home +1 RNQKNR": /the width is 8 \(P8\)/,
    "raise home +1 RNBQQBNR": /a king \(P7\)/,
    "raise xf +1 moves=9": /moves \(P9\)/,
    "raise xf +1 hill,hill": /hill is given twice \(P9\)/,
    "raise xf +1 points=12": /seven digits/,
    "raise xf +1 hill=1": /hill takes no value/,
    "raise xf +1 toString": /unknown feature/,
    "e2e4": /not a bid/,
    "undo": /not a bid/,
    "draw?": /\(P17\)/,
    "claim win": /\(P18\)/,
    "white:resign": /not a bid/,
  };
  for (const [bid, reason] of Object.entries(refused)) {
    const failure = (await failureOf(biddingOf(bid))) ?? "";
    assert.ok(failure.startsWith(`action 0: ${bid}: `), bid);
    assert.match(failure, reason);
  }
  const strict = gameOf({ moveLimitMin: 20 }, ["raise xf +1 moves=19"]);
  assert.match(await failureOf(strict), /at least 20 \(P9\)/);
});

test("P3, P8, P9: a match restores defaults, and features are printed in order", async () => {
  const bids = ["raise xf +1 hill,undo=1,width=6", "raise home +1 KKKKKK", "match home"];
  assert.equal(
    await finalText(gameOf({}, bids)),
    "bidding turn=opponent chips=13,14 white=0,0:- time=0,0:- home=1,1:RNQKNR"
    + " xf=1,0:width=6,undo=1,hill ply=3");
});

test("P6: the clocks of the bidding phase run and gain the bonus", async () => {
  const raised = { turn: "opponent", chips: "1,2", white: "1,0:challenger", ply: 1 };
  assert.equal(
    await finalText(timedBidding(["raise white +1"], ["1500"])),
    textOf({ ...raised, rest: " {clock=198500,100000}" }));
  assert.equal(
    await finalText(timedBidding(["raise white +1"], [-1])),
    textOf({ ...raised, rest: " {clock=200000,100000}" }));
  assert.match(
    await finalText(timedBidding(["raise white +2", "raise home +1 KKKKKKKK"], ["0", "90000"])),
    /ply=2 {clock=200000,30000}$/);
  assert.equal(
    await finalText(gameOf({ chips: 2, trackClocks: true })),
    textOf({ rest: " {clock=100000,100000}" }));
  // P24: the clocks of the board start from the time control, not from the clocks of the bidding.
  assert.match(
    await finalText(timedBidding(P29_BIDS, [0, 0, 0])), /;tc=3\+0;clock=180000,180000}$/);
});

test("P6: a player loses on time during the bidding", async () => {
  const lost = {
    draws: 0, result: "OPPONENT_WINS", fen: textOf({ rest: " {clock=0,100000}" }),
    isCommitmentChecked: false,
  };
  assert.deepEqual(await verifyGame(timedBidding(["raise white +1"], ["100001"])), lost);
  assert.deepEqual(await verifyGame(timedBidding(["timeout"], ["100000"])), lost);
  assert.match(await failureOf(timedBidding(["timeout"], ["99999"])), /1 ms are left \(C17\)/);
  assert.match(
    await failureOf(timedBidding(["raise white +3"], ["100001"])), /^action 0: .*\(P2\)/);
  const played = timedBidding(["timeout", "resign"], ["100000", "0"]);
  assert.match(await failureOf(played), /^action 1: .*over/);
  assert.equal((await verifyGame(biddingOf("opponent:timeout"))).result, "CHALLENGER_WINS");
});

test("P27: impossible bidding texts are refused", () => {
  const raised = { turn: "opponent", chips: "1,2", white: "1,0:challenger", ply: 1 };
  const limits = { minutesMax: 180, bonusMax: 60, moveLimitMin: 10 };
  assert.equal(printBidding(readBidding(textOf(raised), limits)), textOf(raised));
  const withTime = (time) => textOf({ ...raised, white: "0,0:-" }).replace("0,0:- home", time);
  const refused = {
    "totals are not equal": textOf({ chips: "2,3" }),
    "to move has none": textOf({ ...raised, turn: "challenger", chips: "0,1" }),
    "white: the last bid": textOf({ ...raised, white: "1,0:opponent" }),
    "white: the last": textOf({ ...raised, white: "1,0:-" }),
    "ply: this many": textOf({ ...raised, ply: 2 }),
    "ply: ": textOf({ ply: 1 }),
    "this turn": textOf({ ...raised, turn: "challenger" }),
    "time: the last bid": withTime("1,0:181+0 home"),
    "before the player's first bid": textOf({ rest: " {clock=100001,0}" }),
    "player's first bid (P6)": textOf({ ...raised, rest: " {clock=1,100001}" }),
    "home: without a bid on xf":
      textOf({ ...raised, white: "0,0:-" }).replace("home=0,0:RNBQKBNR", "home=1,0:KKKKKK"),
    "clock (P27)": textOf({ rest: " {clock=200001,0}" }),
    "xf: the last bid": textOf({}).replace("xf=0,0:-", "xf=0,0:hill"),
    "form": textOf({}).replace(" xf=0,0:-", ""),
  };
  for (const [reason, text] of Object.entries(refused)) {
    assert.throws(() => readBidding(text, limits), ({ message }) => message.includes(reason), text);
  }
});

test("invalid options are refused", async () => {
  const refused = [
    { chips: 100 }, { chips: 1.5 }, { chips: "x" }, { minutes: 5 }, { home_row: "RNBQKBNR" },
    { skipBidding: 1 }, { skipBidding: true, homeRow: "RNQKNR" },
    { skipBidding: true, features: { width: 11 } }, { skipBidding: true, bonus: 3 },
    { skipBidding: true, chips: 5 },
    { skipBidding: true, white: "BIDDER_NOBODY" }, { moveLimitMin: 9 },
  ];
  for (const options of refused) {
    assert.match((await failureOf(gameOf(options))) ?? "", /^file: /, JSON.stringify(options));
  }
  const timed = (elapsedMs) => failureOf(gameOf({}, ["resign"], { elapsedMs }));
  assert.match(await timed([1, 2]), /^file: record.elapsed_ms: there are 2 times for 1 actions/);
  assert.match(await timed([-2]), /^file: record.elapsed_ms\[0\]: /);
});
