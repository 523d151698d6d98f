import assert from "node:assert/strict";
import { test } from "node:test";

import type {
  EnumerateOutcomesResponseJson,
  ListVariantsResponseJson,
} from "@arbiter-chess/client";

import type { Catalogue, GameList, GameView, PastPosition } from "../../src/shared/api.js";
import { Browser, useSite } from "./support.js";

const place = useSite();

test("variants are named in the requested language", async () => {
  const browser = new Browser(place);
  const names = async (path: string, headers = {}) => {
    const { text } = await browser.ask(path, undefined, headers);
    return (JSON.parse(text) as ListVariantsResponseJson).variants?.map(({ name }) => name);
  };
  assert.deepEqual(await names("/api/variants"), ["Chak", "Chakart", "Chpok", "Makruk"]);
  assert.equal((await names("/api/variants?locale=zh-CN"))?.[0], "玛雅象棋");
  assert.equal(
    (await names("/api/variants", { "accept-language": "zh-CN,en;q=0.5" }))?.[0],
    "玛雅象棋",
  );
});

test("each game has a board for its picture, even if it starts with the bidding phase", async () => {
  const { variants = [], starts } = await new Browser(place).get<Catalogue>("/api/variants");
  const shown = starts.map(({ fen = "", snapshot, board }, index) => {
    assert.equal(snapshot, undefined);
    assert.equal(fen.startsWith("bidding"), false);
    if (variants[index]?.id !== "chpok") assert.equal(fen, variants[index]?.startFen);
    return [variants[index]?.id, board?.files, board?.ranks, board?.cells?.length];
  });
  assert.deepEqual(shown, [
    ["chak", 9, 9, 30],
    ["chakart", 8, 8, 32],
    ["chpok", 10, 8, 40],
    ["makruk", 8, 8, 32],
  ]);
});

test("views and past positions have a board, with the king in check", async () => {
  const browser = new Browser(place);
  const fen = "4k3/8/4M~3/8/4r3/8/8/4K3 w - - 0 1";
  const { id } = await browser.start({ variant: "makruk", mode: "hotseat", fen });
  await browser.act(id, "e1f1");
  const { state } = await browser.act(id, "e4f4");
  assert.equal(state.board?.check, "f1");
  const promoted = state.board?.cells?.find(({ square }) => square === "e6");
  assert.deepEqual(promoted, { square: "e6", piece: "M~", color: "COLOR_WHITE" });
  const past = await browser.get<PastPosition>(`/api/games/${id}/positions/1`);
  assert.equal(past.state.board?.check, undefined);
  assert.equal(past.state.board?.cells?.length, 4);
});

test("two browsers take seats, play in turns and agree on a draw", async () => {
  const [white, black, third] = [new Browser(place), new Browser(place), new Browser(place)];
  const { id, seats } = await white.start({ variant: "makruk", mode: "online", side: "white" });
  assert.deepEqual(seats, [
    { side: "white", holder: "you" },
    { side: "black", holder: "open" },
  ]);
  const joined = await black.get<GameView>(`/api/games/${id}/join`, {});
  assert.deepEqual(joined.seats, [
    { side: "white", holder: "other" },
    { side: "black", holder: "you" },
  ]);
  assert.equal((await third.problem(`/api/games/${id}/join`, {})).reason, "SEAT_TAKEN");
  assert.equal(
    (await white.get<GameView>(`/api/games/${id}/join`, {})).revision,
    1,
    "the browser has a seat already",
  );

  assert.equal((await third.problemOfAction(id, "e3e4")).reason, "NOT_YOUR_SEAT");
  assert.deepEqual((await third.view(id)).legal, {});
  for (const action of ["e6e5", "white:resign", "white:draw?"]) {
    const { status, reason } = await black.problemOfAction(id, action);
    assert.deepEqual([status, reason], [403, "NOT_YOUR_TURN"], action);
  }
  assert.equal((await black.view(id)).legal.moves, undefined);
  const controls = (await black.view(id)).legal.controls?.map(({ action }) => action);
  assert.deepEqual(controls, ["black:resign", "black:draw?"]);

  await black.act(id, "draw?");
  const over = await white.act(id, "draw!");
  assert.equal(over.state.adjudication?.termination, "TERMINATION_DRAW_AGREED");
  assert.deepEqual(
    over.log.map(({ side, control }) => [side, control]),
    [
      ["black", true],
      ["white", true],
    ],
  );
  assert.equal((await white.problemOfAction(id, "e3e4")).reason, "GAME_OVER");
  assert.deepEqual(
    (await white.get<GameList>("/api/games")).games.map((game) => [game.id, game.over]),
    [[id, true]],
  );
  assert.deepEqual((await third.get<GameList>("/api/games")).games, []);
});

test("past positions and the outcomes of an action can be requested", async () => {
  const browser = new Browser(place);
  const { id, state } = await browser.start({ variant: "chakart", mode: "hotseat" });
  for (const action of ["g1f3", "e7e5"]) await browser.act(id, action);
  const start = await browser.get<PastPosition>(`/api/games/${id}/positions/0`);
  assert.deepEqual(start, { actions: 0, state, mayAnalyze: true });
  assert.equal((await browser.problem(`/api/games/${id}/positions/3`)).field, "actions");
  const { outcomes = [] } = await browser.get<EnumerateOutcomesResponseJson>(
    `/api/games/${id}/outcomes?action=h1g1`,
  );
  const sum = outcomes.reduce(
    (mass, one) => mass + Number(one.numerator) / Number(one.denominator),
    0,
  );
  assert.ok(outcomes.length > 1 && Math.abs(sum - 1) < 1e-9);
  assert.ok(
    outcomes.every((one) => one.state?.fen !== undefined && one.state.snapshot === undefined),
  );
});

test("a game starts from a FEN; a bad one is refused with Arbiter's reason", async () => {
  const browser = new Browser(place);
  const fen = "k8/4D4/9/9/9/9/9/9/9 b - - 0 1";
  const bad = await browser.problem("/api/games", {
    variant: "chak",
    mode: "hotseat",
    fen: "k8/x w",
  });
  assert.deepEqual([bad.status, bad.reason, bad.field], [400, "BAD_FEN", "fen"]);
  const {
    state: { phase, adjudication },
    randomness,
  } = await browser.start({ variant: "chak", mode: "hotseat", fen });
  assert.deepEqual([phase, adjudication?.rule], ["PHASE_FINISHED", "K13"]);
  assert.notEqual(randomness.seed, undefined);
  const none = await browser.problem("/api/games", {
    variant: "chak",
    mode: "hotseat",
    fen: "9/9 w",
  });
  assert.deepEqual([none.status, none.field], [400, "fen"]);
  const black = "rnsmksnr/8/pppppppp/8/4P3/PPPP1PPP/8/RNSKMSNR b - - 0 1";
  const { seats, state } = await browser.start({ variant: "makruk", mode: "online", fen: black });
  assert.equal(state.fen, black);
  assert.equal(seats[1].holder, "you", "the first to act, if no side is named");
});

test("hot-seat and finished games can be analysed, other games cannot", async () => {
  const browser = new Browser(place);
  const { id } = await browser.start({ variant: "makruk", mode: "hotseat" });
  await browser.act(id, "e3e4");
  const { text } = await browser.ask(`/api/games/${id}/analysis?actions=0&multiPv=2&movetimeMs=50`);
  assert.match(text, /^event: update\ndata: \{"progress"/);
  assert.match(text, /"rank":2/);
  assert.match(text, /"bestMove".*\n\nevent: end\ndata: \{\}\n\n$/);
  const review = (await browser.ask(`/api/games/${id}/review?movetimeMs=10`)).text;
  assert.match(review, /"ply":.*"summary":/s);
  assert.equal((await browser.problem(`/api/games/${id}/analysis?multiPv=99`)).field, "multiPv");

  for (const mode of ["online", "engine"] as const) {
    const other = await browser.start({ variant: "makruk", mode, engine: { movetimeMs: 50 } });
    for (const browserThere of [browser, new Browser(place)]) {
      for (const what of ["analysis", "review"]) {
        const { status, reason } = await browserThere.problem(`/api/games/${other.id}/${what}`);
        assert.deepEqual([status, reason], [403, "GAME_IN_PROGRESS"]);
      }
    }
    await browser.act(other.id, "resign");
    assert.equal((await browser.ask(`/api/games/${other.id}/analysis?movetimeMs=50`)).status, 200);
  }
});
