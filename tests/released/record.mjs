// usage: record.mjs VERSION [OPTIONS OF ARBITER]
// Writes tests/released/VERSION.jsonl: some games of each variant, one a line, with the snapshot and the
// state that $ARBITER gives for it, which is the command line: by itself, or with --server from a service.

import { writeFileSync } from "node:fs";
import process from "node:process";

import { statesOf } from "./states.mjs";

const seed = "AQgPFh0kKzI5QEdOVVxjanF4f4aNlJuiqbC3vsXM09o=";
const makruk = (actions, more) => ({ variant: "makruk", record: { actions }, ...more });
const chak = (actions, more) => ({ variant: "chak", record: { actions }, ...more });
const chakart = (actions, more) => ({ variant: "chakart", record: { actions, seed }, ...more });
const chpok = (actions, chpokOptions, more) =>
  ({ variant: "chpok", options: { chpok: chpokOptions }, record: { actions, seed, ...more } });

const DIVINE_KING = `
  f1a6 f9h8 c3b3 g9f8 e1d2 i7h7 g3g4 d9g9 a6a9 a7a6 a9h2 h8f7 b3b4 g7g6 b1c3 g6g5+ h1f2 g5g4 c3e4
  f7e5 a3b3 a6b6 b4b5+ b6c6 b5c6 g4f3 e4g5 f3f2 d1f2 e5c6 g5h7 c9d8 h7g9 i9i6 a1a9 f8g9 f2d3 c6a7
  a9a7 b9a7 d2c3 a7c6 c3c4 h9i7 c4c5+ i6h6 h2d2 h6i6 i3i4 e9f8 i4i5+ i6d6`.trim().split(/\s+/);

const games = {
  "makruk: the start": makruk([]),
  "makruk: a draw has been offered": makruk(["e3e4", "e6e5", "draw?"]),
  "makruk: a count in pieces' honour": {
    variant: "makruk", record: { startFen: "4k3/8/4K3/1n6/8/8/8/1R6 w - - 0 1", actions: ["b1b5", "e8d8"] },
  },
  "makruk: a count that was started by hand": {
    variant: "makruk", options: { makruk: { counting: "COUNTING_MANUAL" } },
    record: { startFen: "4k3/4m3/8/4K3/8/8/8/R7 b - - 0 40", actions: ["count", "e8d8", "a1a2"] },
  },
  "makruk: a position that has occurred twice":
    makruk(["b1d2", "b8d7", "d2b1", "d7b8"], { options: { drawPolicy: "DRAW_POLICY_CLAIM" } }),
  "makruk: checkmate": {
    variant: "makruk", record: { startFen: "4k3/8/4K3/8/8/8/8/R7 w - - 0 1", actions: ["a1a8"] },
  },
  "chak: the start": chak([]),
  "chak: a divine king and a warrior": chak(DIVINE_KING),
  "chak: a draw can be claimed": {
    variant: "chak", options: { drawPolicy: "DRAW_POLICY_CLAIM" },
    record: { startFen: "8k/9/9/9/9/9/9/9/K8 w - - 99 80", actions: ["a1a2"] },
  },
  "chak: resignation": chak(["e3e4", "black:resign"]),
  "chakart: the start": chakart([]),
  "chakart: a start that was drawn at random":
    chakart([], { options: { chakart: { setup: "SETUP_ASYMMETRIC" } } }),
  "chakart: the middle of a game with random effects":
    chakart(["e2e4", "b8c6", "g1f3", "c6d4", "f3d4", "d7d5"]),
  "chakart: a hidden queen": chakart(["e2e3", "e7e6", "d1h5?"]),
  "chakart: an agreed draw": chakart(["e2e4", "black:draw?", "white:draw!"]),
  "chpok: the start of a bidding": chpok([], { chips: 3 }),
  "chpok: the middle of a bidding": chpok(
    ["raise white +1", "raise time +1 10+5"], { chips: 15, trackClocks: true },
    { elapsedMs: ["2500", "4000"] }),
  "chpok: the board after a bidding, with clocks": chpok(
    ["raise white +1", "match white{white=challenger,time=10+5}", "e2e4", "e7e5"], { chips: 1 },
    { elapsedMs: ["2500", "4000", "1200", "800"] }),
  "chpok: a wide board": chpok(["b1c3", "c7c6"], {
    skipBidding: true, features: { width: 10, points: "1020000", hill: true }, homeRow: "RNBRQKRBNR",
  }),
  "chpok: the end of the time": chpok(["e2e4", "timeout"], { skipBidding: true }),
};

const [version, ...options] = process.argv.slice(2);
const names = Object.keys(games);
const states = statesOf(Object.values(games), options);
const lines = states.map(({ snapshot, ...state }, index) => {
  const name = names[index];
  return JSON.stringify({ name, variant: games[name].variant, snapshot, state },
    // The wording of messages may change.
    (key, value) => (key === "message" ? undefined : value));
});
writeFileSync(new URL(`${version}.jsonl`, import.meta.url), `${lines.join("\n")}\n`);
