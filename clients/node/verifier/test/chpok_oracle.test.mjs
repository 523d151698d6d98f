import assert from "node:assert/strict";
import { test } from "node:test";

import { printFen, readFen } from "../chpok/fen.mjs";
import { legalTexts } from "../chpok/moves.mjs";
import { claimableResult } from "../chpok/points.mjs";
import { CHPOK } from "../chpok/variant.mjs";
import { Failure } from "../failure.mjs";
import { Game } from "../game.mjs";
import { verifyGame } from "../node.mjs";
import { Draws, drawIndex } from "../random_stream.mjs";
import { wordStream } from "./node_words.mjs";
import { rowsOf } from "./rows.mjs";

const SEED = Buffer.alloc(16, 1);
const CLAIM_LETTERS = { DRAW: "d", WHITE_WINS: "w", BLACK_WINS: "b" };

const timesOf = (ms) => ms?.map((time) => `${time ?? -1}`);

test("the legal actions match every row of the oracle", () => {
  const rows = rowsOf("chpok", "legal.jsonl");
  assert.equal(rows.length, 414);
  for (const { fen, legal } of rows) {
    const position = readFen(fen);
    assert.equal(printFen(position), fen);
    assert.deepEqual(legalTexts(position), legal, fen);
  }
});

test("states, claims and results match every game of the oracle", () => {
  const rows = rowsOf("chpok", "games.jsonl");
  assert.equal(rows.length, 78);
  for (const row of rows) {
    const options = { drawPolicy: row.draw_policy.toUpperCase() };
    const game = new Game(CHPOK.read(row.fen, options), () => new Draws(assert.fail));
    row.actions.forEach((action, index) => {
      game.play(action, row.ms?.[index] ?? undefined);
      assert.equal(game.state.print(), row.fens[index], action);
      const claim = game.result === null ? claimableResult(game.state.position) : null;
      assert.equal(CLAIM_LETTERS[claim] ?? "", row.claims[index], `${row.fens[index]}`);
      assert.equal(game.result, index + 1 < row.actions.length ? null : row.result);
    });
  }
});

test("all games of the oracle verify", async () => {
  for (const { fen, draw_policy, actions, ms, fens, result } of rowsOf("chpok", "games.jsonl")) {
    const { startFen, ...verdict } = await verifyGame({
      variant: "chpok",
      options: { drawPolicy: `DRAW_POLICY_${draw_policy.toUpperCase()}` },
      record: {
        startFen: fen, actions, seed: SEED.toString("base64"), elapsedMs: timesOf(ms),
      },
      claimedResult: `RESULT_${result}`,
    });
    assert.deepEqual(verdict, { draws: 0, result, fen: fens.at(-1), isCommitmentChecked: false });
    assert.ok(startFen === undefined || startFen === fen);
  }
});

test("states and random draws match every auction of the oracle", () => {
  const rows = rowsOf("chpok", "bidding.jsonl");
  assert.equal(rows.length, 34);
  for (const row of rows) {
    const seed = Buffer.from(row.seed, "hex");
    const game = new Game(CHPOK.read(row.start, OPTIONS), (place) => {
      const nextWord = wordStream({ seed, variant: "chpok", purpose: "bid", ...place });
      return new Draws((count) => drawIndex(count, nextWord));
    });
    row.actions.forEach((action, index) => {
      for (const [target, range] of Object.entries(row.bids[index] ?? {})) {
        checkBidRange(game, target, range);
      }
      game.play(row.texts[index], row.ms?.[index] ?? undefined);
      assert.equal(game.state.print(), row.states[index]);
    });
    assert.equal(game.result ?? "ONGOING", row.result);
    assert.equal(game.drawCount, row.draws.flat().length);
  }
});

const OPTIONS = {
  drawPolicy: "CLAIM", limits: { minutesMax: 180, bonusMax: 60, moveLimitMin: 10 },
};
const OUTCOMES = { white: "", time: " 5+3", xf: " -" };

/** P2: checks the bounds of a raise and the cost of a match. */
function checkBidRange(game, target, [gap, cost, min, max]) {
  const { bidding } = game.state;
  assert.equal(bidding.gapOn(target), gap);
  const isLegal = (text) => {
    try {
      game.state.act(text, new Draws(() => 0), -1);
      return true;
    } catch {
      return false;
    }
  };
  assert.equal(isLegal(`match ${target}`), cost !== null);
  const outcome = OUTCOMES[target] ?? ` ${"K".repeat(bidding.width)}`;
  for (let chips = 0; chips <= bidding.chips[bidding.turn] + 1; chips++) {
    const isRaise = min !== null && chips >= min && chips <= max;
    assert.equal(isLegal(`raise ${target} +${chips}${outcome}`), isRaise);
  }
}

test("all auctions of the oracle verify", async () => {
  for (const row of rowsOf("chpok", "bidding.jsonl")) {
    const game = (texts) => ({
      variant: "chpok",
      options: { chpok: { chips: row.chips } },
      record: {
        actions: texts, seed: Buffer.from(row.seed, "hex").toString("base64"),
        elapsed_ms: timesOf(row.ms),
      },
    });
    const expected = {
      draws: row.draws.flat().length,
      result: row.result,
      fen: row.states.at(-1),
      isCommitmentChecked: false,
    };
    assert.deepEqual(await verifyGame(game(row.texts)), expected);
    assert.deepEqual(await verifyGame(game(row.actions)), expected);
    const withoutSeed = { ...game(row.texts).record, seed: "" };
    await assert.rejects(verifyGame({ ...game(row.texts), record: withoutSeed }), Failure);
  }
});
