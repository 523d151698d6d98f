import assert from "node:assert/strict";
import { test } from "node:test";

import { sidesOf } from "../../src/web/lobby/new_game_form.js";
import { gameOptions, isApplicable, kindOf } from "../../src/web/lobby/option_values.js";

const POLICY = { name: "draw_policy", defaultValue: "claim", values: ["claim", "automatic"] };
const COUNTING = { name: "counting", defaultValue: "auto", values: ["auto", "manual", "none"] };
const CHIPS = { name: "chips", defaultValue: "15", maximum: 99 };
const SKIP = { name: "skip_bidding", defaultValue: "false", values: ["false", "true"] };
const WHITE = {
  name: "white", defaultValue: "unknown", values: ["unknown", "challenger", "opponent"],
};
const ROW = { name: "home_row", form: "RNBQKBNR" };
const FEATURES = { name: "features", defaultValue: "-", form: "width=10,hill" };
const CLOCK = { name: "clock", form: "300+3" };
const CHPOK = [POLICY, CHIPS, SKIP, WHITE, ROW, FEATURES];

test("the kind of an option follows from its description in ListVariants", () => {
  assert.deepEqual([POLICY, CHIPS, SKIP, ROW, FEATURES, CLOCK].map(kindOf),
    ["choice", "number", "switch", "text", "features", "clock"]);
});

test("only options that differ from their defaults are sent", () => {
  assert.deepEqual(gameOptions("makruk", [POLICY, COUNTING], {}), {});
  assert.deepEqual(
    gameOptions("makruk", [POLICY, COUNTING], { draw_policy: "claim", counting: "manual" }),
    { makruk: { counting: "COUNTING_MANUAL" } });
  assert.deepEqual(gameOptions("chak", [POLICY], { draw_policy: "automatic" }),
    { drawPolicy: "DRAW_POLICY_AUTOMATIC" });
});

test("clocks belong to a game of any variant (C17)", () => {
  const clocksOf = (clock: string) => gameOptions("chak", [POLICY, CLOCK], { clock });
  assert.deepEqual(clocksOf(""), {});
  assert.deepEqual(clocksOf("300+3"), { clock: { baseSeconds: 300, bonusSeconds: 3 } });
  assert.deepEqual(clocksOf("300,180+0"),
    { clock: { baseSeconds: 300, blackBaseSeconds: 180, bonusSeconds: 0 } });
});

test("Chpok without the bidding phase has the options of the board, but not the chips", () => {
  const chosen = {
    skip_bidding: "true", chips: "3", white: "opponent", home_row: "KQRBNP",
    features: "width=6,points=1020000,hill",
  };
  assert.deepEqual(gameOptions("chpok", CHPOK, chosen), {
    chpok: {
      skipBidding: true, white: "BIDDER_OPPONENT", homeRow: "KQRBNP",
      features: { width: 6, points: "1020000", hill: true },
    },
  });
});

test("the options of the board do not apply if the game begins with the bidding phase", () => {
  assert.deepEqual(gameOptions("chpok", CHPOK, { chips: "3", white: "opponent" }),
    { chpok: { chips: 3 } });
  assert.equal(isApplicable("features", {}), false);
  assert.equal(isApplicable("draw_policy", {}), true);
});

test("the sides are bidders if the game begins with the bidding phase", () => {
  const start = { from: "start", fen: "", pgn: "" } as const;
  assert.deepEqual(sidesOf("chak", {}, start), ["white", "black"]);
  assert.deepEqual(sidesOf("chpok", {}, start), ["challenger", "opponent"]);
  assert.deepEqual(sidesOf("chpok", { skip_bidding: "true" }, start), ["white", "black"]);
  assert.deepEqual(sidesOf("chpok", { chips: "0" }, start), ["white", "black"]);
  const fen = (text: string) => ({ from: "fen", fen: text, pgn: "" } as const);
  assert.deepEqual(sidesOf("chpok", {}, fen(" bidding turn=opponent")), ["challenger", "opponent"]);
  assert.deepEqual(sidesOf("chpok", {}, fen("6/6 w")), ["white", "black"]);
});
