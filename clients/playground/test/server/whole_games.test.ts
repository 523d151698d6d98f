import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import type { GameView, NewGame } from "../../src/shared/api.js";
import { Browser, actionCount, chance, isOver, toAct, useSite } from "./support.js";

const place = useSite();
const MAX_ACTIONS = 100;

/** Returns a random legal action. Bids match if possible, so that auctions end. */
function randomAction({ legal }: GameView, below: (max: number) => number): string {
  const bid = legal.bids?.find(({ match }) => match !== undefined);
  if (bid?.match !== undefined) return bid.match;
  if (legal.bids !== undefined) return "raise white +1";
  const { moves = [] } = legal;
  const move = moves[below(moves.length)];
  assert.ok(move?.text !== undefined, "the player to act has a move");
  return move.text;
}

async function playToTheEnd(
  game: NewGame,
  seed: number,
): Promise<{ browser: Browser; view: GameView }> {
  const browser = new Browser(place);
  const below = chance(seed);
  let view = await browser.start(game);
  while (!isOver(view)) {
    const action = actionCount(view) < MAX_ACTIONS ? randomAction(view, below) : "resign";
    const revision: number = view.revision;
    view = await browser.get<GameView>(`/api/games/${view.id}/actions`, { action, revision });
    assert.equal(view.revision, revision + 1);
  }
  return { browser, view };
}

/** Returns the output of the independent verifier for a finished game. */
function verdict(file: string): string {
  const folder = mkdtempSync(join(tmpdir(), "arbiter-playground-"));
  try {
    writeFileSync(join(folder, "game.json"), file);
    const verifier = join(process.cwd(), "..", "node", "verify.mjs");
    return execFileSync("node", [verifier, join(folder, "game.json")], { encoding: "utf8" });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const GAMES: [string, NewGame][] = [
  ["Chak", { variant: "chak", mode: "hotseat" }],
  ["Makruk", { variant: "makruk", mode: "hotseat" }],
  ["Chakart", { variant: "chakart", mode: "hotseat" }],
  [
    "Chakart with a drawn set-up",
    { variant: "chakart", mode: "hotseat", options: { chakart: { setup: "SETUP_ASYMMETRIC" } } },
  ],
  [
    "Chakart on clocks",
    {
      variant: "chakart",
      mode: "hotseat",
      options: { clock: { baseSeconds: 600, bonusSeconds: 5, blackBaseSeconds: 900 } },
    },
  ],
  ["Chpok with the bidding phase", { variant: "chpok", mode: "hotseat", options: { chpok: { chips: 3 } } }],
  [
    "Chpok without chips to bid",
    { variant: "chpok", mode: "hotseat", options: { chpok: { chips: 0 } } },
  ],
];

for (const [index, [name, game]] of GAMES.entries()) {
  test(`${name}: a whole game has a record, a seed and a file`, async () => {
    const { browser, view } = await playToTheEnd(game, 7 + index);
    const { id, log, randomness } = view;
    assert.notEqual(view.state.adjudication?.termination, undefined);
    assert.deepEqual(
      log.map((entry) => entry.index),
      log.map((_, at) => at),
    );
    assert.deepEqual(view.legal, {});

    // The revealed seed matches the commitment.
    const seed = Buffer.from(randomness.seed ?? "", "hex");
    assert.equal(createHash("sha256").update(seed).digest("hex"), randomness.commitment);
    const pgn = (await browser.ask(`/api/games/${id}/pgn`)).text;
    assert.match(pgn, new RegExp(`\\[Seed "${randomness.seed}"\\]`));
    assert.match(pgn, new RegExp(`\\[Commitment "${randomness.commitment}"\\]`));

    const { text: file } = await browser.ask(`/api/games/${id}/file`);
    const { variant, claimedResult } = JSON.parse(file) as Record<string, string>;
    assert.equal(variant, game.variant);
    assert.equal(claimedResult, view.state.adjudication?.result);
    if (variant === "chakart" || variant === "chpok") assert.match(verdict(file), /^ok draws=\d+ /);

    // Reading the PGN yields the same game.
    const again = await new Browser(place).start({ variant: "", mode: "hotseat", pgn });
    assert.deepEqual(
      again.log.map(({ action, side }) => ({ action, side })),
      log.map(({ action, side }) => ({ action, side })),
    );
    assert.equal(again.state.fen, view.state.fen);
    assert.equal(again.state.adjudication?.result, view.state.adjudication?.result);
  });
}

test("Chpok: bidders keep their seats when they get their colours (P1)", async () => {
  for (const winner of ["challenger", "opponent"] as const) {
    const [challenger, opponent] = [new Browser(place), new Browser(place)];
    const { id, seats } = await challenger.start({
      variant: "chpok",
      mode: "online",
      options: { chpok: { chips: 5 } },
    });
    assert.deepEqual(seats, [
      { side: "challenger", holder: "you" },
      { side: "opponent", holder: "open" },
    ]);
    await opponent.get(`/api/games/${id}/join`, {});
    let view = await challenger.view(id);
    for (let bids = 0; view.state.phase === "PHASE_BIDDING" && bids < 40; ++bids) {
      const side = toAct(view);
      const browser = side === "challenger" ? challenger : opponent;
      const { legal } = await browser.view(id);
      const white = legal.bids?.find(({ target }) => target === "white");
      const raise = `raise white +${white?.minRaise}`;
      const match = legal.bids?.find((bid) => bid.match !== undefined)?.match;
      view = await browser.act(
        id,
        (side === winner && bids < 2) || match === undefined ? raise : match,
      );
    }
    assert.equal(view.state.phase, "PHASE_BOARD");
    const white = view.state.chpok?.board?.white === "BIDDER_OPPONENT" ? opponent : challenger;
    const black = white === opponent ? challenger : opponent;
    const mine = async (browser: Browser) =>
      (await browser.view(id)).seats.find(({ holder }) => holder === "you")?.side;
    assert.equal(await mine(white), "white");
    assert.equal(await mine(black), "black");
    assert.equal((await black.problemOfAction(id, "e2e4")).reason, "NOT_YOUR_TURN");
    const {
      legal: { moves = [] },
    } = await white.view(id);
    await white.act(id, moves[0]?.text ?? "");
  }
});
