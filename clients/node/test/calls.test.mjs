import assert from "node:assert/strict";
import { test } from "node:test";

import {
  AnalysisService, Arbiter, Color, Detail, JobService, PositionSchema, StateSchema, create, MoveClass, Notation,
  NotYourTurnError, Result, RulesService, ValidateGameResponse_Verdict, Viewer,
} from "@arbiter-chess/client";

import { FakeService, answer } from "./fake_service.mjs";
import { toArray, withService } from "./fixture.mjs";

const service = withService();
const MAKRUK = { variant: "makruk" };

test("every method of all services can be called", () => {
  for (const { localName } of [...RulesService.methods, ...AnalysisService.methods, ...JobService.methods]) {
    assert.equal(typeof Arbiter.prototype[localName], "function", localName);
  }
});

test("a game continues from the snapshot of the last answer", async () => {
  const { arbiter } = service;
  const { state } = await arbiter.startGame(MAKRUK);
  assert.equal(state.fen, "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1");
  assert.equal(Object.getPrototypeOf(state.snapshot), Uint8Array.prototype);
  const position = { ...MAKRUK, state: { case: "snapshot", value: state.snapshot } };
  const after = await arbiter.applyMoves({ position, actions: ["e3e4", "e6e5"] });
  assert.deepEqual(after.applied.map(({ san }) => san), ["e4", "e5"]);
  assert.equal(after.state.ply, 2);
});

// The README has the same call.
test("a turn of a site is one call, with the actor, the time and views", async () => {
  const request = {
    position: { variant: "chakart", options: { clock: { baseSeconds: 300, bonusSeconds: 3 } } },
    actions: ["e2e4"],
    actor: Color.WHITE,
    elapsedMs: [2500n],
    views: [{ viewer: Viewer.WHITE }, { viewer: Viewer.BLACK, moves: Detail.FULL, locale: "th" }],
  };
  const { state, views: [white, black] } = await service.arbiter.applyMoves(request);
  assert.equal(state.clocks.firstMs, 300_500n);
  assert.equal(black.moves.moves.length, 20);
  assert.equal(white.moves, undefined);
  await assert.rejects(
    service.arbiter.applyMoves({ ...request, actor: "COLOR_BLACK" }), NotYourTurnError);
});

test("every unary method answers", async () => {
  const { arbiter } = service;
  const position = MAKRUK;
  const record = { actions: ["e3e4", "e6e5", "resign"] };
  const { variants } = await arbiter.listVariants({});
  assert.deepEqual(variants.map(({ id }) => id).sort(), ["chak", "chakart", "chpok", "makruk"]);
  const { moves } = await arbiter.legalMoves({ position, detail: Detail.FULL, from: "e3" });
  assert.deepEqual(moves.map(({ san }) => san), ["e4"]);
  const { outcomes } = await arbiter.enumerateOutcomes({ position, action: "e3e4" });
  assert.equal(outcomes[0].denominator, 1n);
  const { adjudication } = await arbiter.adjudicate({ position, event: "black:resign" });
  assert.equal(adjudication.result, Result.WHITE_WINS);
  const { verdict, claimedResultFits } = await arbiter.validateGame(
    { ...MAKRUK, record, claimedResult: Result.BLACK_WINS });
  assert.deepEqual(
    [verdict, claimedResultFits], [ValidateGameResponse_Verdict.LEGAL, true]);
  const { texts } = await arbiter.convertMoves({ position, texts: ["e3e4"], to: Notation.SAN });
  assert.deepEqual(texts, ["e4"]);
  const { image } = await arbiter.renderBoard({ position });
  assert.match(image, /^<svg/);
  assert.equal((await arbiter.perft({ position, depth: 2 })).nodes, 529n);
  const { pgn } = await arbiter.writePgn({ game: { ...MAKRUK, record } });
  const { games } = await arbiter.readPgn({ pgn });
  assert.deepEqual(games.map(({ game }) => game.record.actions), [record.actions]);
});

test("a request can be written as JSON, as in the documentation", async () => {
  const { arbiter } = service;
  const fen = "4k3/8/4K3/8/8/8/8/R7 w - - 0 1";
  const json = { position: { variant: "makruk", fen }, detail: "DETAIL_FULL", from: "a1" };
  const init = {
    position: { variant: "makruk", state: { case: "fen", value: fen } }, detail: Detail.FULL, from: "a1",
  };
  const answers = [await arbiter.legalMoves(json), await arbiter.legalMoves(init)];
  assert.equal(answers[0].moves.length, 14);
  assert.deepEqual(answers[0], answers[1]);
  const seed = Buffer.alloc(16, 7).toString("base64");
  const { state } = await arbiter.startGame({
    variant: "chakart", options: { chakart: { setup: "SETUP_SYMMETRIC" } }, randomness: { seed },
  });
  const bytes = await arbiter.startGame({
    variant: "chakart", options: { chakart: { setup: "SETUP_SYMMETRIC" } },
    randomness: { seed: Buffer.alloc(16, 7) },
  });
  assert.equal(state.fen, bytes.state.fen);
  const timed = { position: { variant: "chpok" }, actions: ["raise white +1"], elapsedMs: ["700"] };
  assert.equal((await arbiter.applyMoves(timed)).applied.length, 1);
});

test("fields added to a message or to its copy are sent", async () => {
  const { arbiter } = service;
  const fen = "4k3/8/8/8/8/8/8/4K2R w - - 0 1";
  const copied = { ...create(PositionSchema, MAKRUK), fen };
  const completed = Object.assign(create(PositionSchema, MAKRUK), { fen });
  for (const position of [copied, completed]) {
    const { state } = await arbiter.applyMoves({ position });
    assert.equal(state.fen, fen);
  }
});

test("an invalid part of a request is a TypeError that names its path", async () => {
  const { arbiter } = service;
  const faults = [
    [{ position: { variant: "chak", fem: "x" } }, /^unknown field 'position\.fem' \(did you mean 'fen'\? known: variant, .*fen/],
    [{ positon: MAKRUK }, /^unknown field 'positon' \(did you mean 'position'\? known: position, /],
    [{ position: { variant: "chak", fen: "x", snapshot: "" } },
      /^position\.snapshot: fen is also given/],
    [{ position: { variant: "chak", state: { case: "fem", value: "x" } } }, /^position\.state\.case: /],
    [{ position: "chak" }, /^position: expected an object of Position/],
    [{ position: { variant: "chak", state: { fen: "x" } } },
      /^position\.state: expected \{ case, value \}/],
    [{ position: { variant: "chak", state: "x" } }, /^position\.state: expected/],
    [{ position: create(StateSchema, { fen: "x" }) }, /^position: expected an object of Position/],
    [{ detail: "FULL" }, /^detail: unknown value 'FULL' \(known: DETAIL_UNSPECIFIED, /],
    [{ position: { variant: "chak", snapshot: "%" } }, /^position\.snapshot: the text is not base64$/],
    [{ position: { variant: "chak", fen: 5 } }, /^position\.fen: 5 cannot be converted to string/],
    [{ position: { variant: "chak", state: { value: "x", case: undefined } } },
      /^position\.state\.case is missing \(known: fen, /],
    [{ position: { variant: "chak", state: { case: "fen", value: "x", valu: 1 } } },
      /^unknown field 'position\.state\.valu'/],
    [{ position: { ...create(PositionSchema), fem: "x" } }, /^unknown field 'position\.fem'/],
    [{ detail: 1.5 }, /^detail: unknown value '1\.5'/],
  ];
  for (const [request, message] of faults) {
    await assert.rejects(arbiter.legalMoves(request), { name: "TypeError", message });
  }
  await assert.rejects(
    arbiter.applyMoves({ position: MAKRUK, actions: "e3e4" }),
    { name: "TypeError", message: /^actions: expected an array/ });
  await assert.rejects(
    toArray(arbiter.analyze({ limit: {} })),
    { name: "TypeError", message: /^unknown field 'limit' / });
  await assert.rejects(
    toArray(arbiter.batch([{ id: "1", legalMoves: { position: { fem: "" } } }])),
    { name: "TypeError", message: /^unknown field 'legalMoves\.position\.fem'/ });
});

test("a review has an answer for each ply and a summary", async () => {
  const record = { actions: ["e3e4", "e6e5"] };
  const updates = await toArray(service.arbiter.reviewGame(
    { ...MAKRUK, record, limits: { depth: 1 } }));
  assert.deepEqual(updates.map(({ update }) => update.case), ["ply", "ply", "summary"]);
  assert.notEqual(updates[0].update.value.moveClass, MoveClass.UNSPECIFIED);
});

test("the client's locale applies to requests without one", async () => {
  const thai = new Arbiter(service.server.address, { locale: "th" });
  try {
    const nameIn = async (request) =>
      (await thai.listVariants(request)).variants.find(({ id }) => id === "makruk").name;
    assert.equal(await nameIn({}), "หมากรุก");
    assert.equal(await nameIn({ locale: "en" }), "Makruk");
    const illegal = { position: MAKRUK, actions: ["e3e7"] };
    const items = [{ request: { case: "applyMoves", value: illegal } }];
    const [{ response }] = await toArray(
      thai.batch([{ request: { case: "bundle", value: { items } } }]));
    const [item] = response.value.items;
    const types = item.response.value.details.map(({ typeUrl }) => typeUrl.split(".").at(-1));
    assert.ok(types.includes("LocalizedMessage"));
    assert.equal(illegal.locale, undefined);
  } finally {
    thai.close();
  }
});

test("metadata, the API key and the user agent are sent", async () => {
  const fake = await FakeService.start([answer("e2e4")]);
  const site = new Arbiter(fake.address, { userAgent: "my-site/1.0", apiKey: "arb_key" });
  try {
    await site.legalMoves({}, { metadata: { "x-request-id": "7" } });
    assert.equal(fake.metadata["x-request-id"], "7");
    assert.equal(fake.metadata.authorization, "Bearer arb_key");
    assert.match(fake.metadata["user-agent"], /^my-site\/1\.0 arbiter-client-node\/\d/);
    await site.legalMoves({}, { metadata: { authorization: "Bearer another" } });
    assert.equal(fake.metadata.authorization, "Bearer another");
  } finally {
    site.close();
    fake.stop();
  }
});

test("a request that cannot be encoded is refused before it is sent", async () => {
  const request = { position: MAKRUK, depth: -1 };
  await assert.rejects(service.arbiter.perft(request), /PerftRequest.depth.*uint32/);
  const items = [{ request: { case: "perft", value: request } }];
  await assert.rejects(toArray(service.arbiter.batch(items)), /PerftRequest.depth.*uint32/);
});
