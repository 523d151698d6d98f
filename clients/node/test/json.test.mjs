// Answers as JSON.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  BatchResponseSchema, GameFileSchema, PerftResponseSchema, RandomnessSchema, StateSchema, clone,
  create, fromJson, fromJsonString, registry, seedFromHex, toJson,
} from "@arbiter-chess/client";

import { toArray, withService } from "./fixture.mjs";

const service = withService();
const position = { variant: "makruk" };
const written = (message) => JSON.parse(JSON.stringify(message));

test("JSON.stringify writes an answer as proto JSON", async () => {
  const { arbiter } = service;
  const { nodes } = written(await arbiter.perft({ position, depth: 2 }));
  assert.equal(nodes, "529");
  const { moves } = written(
    await arbiter.legalMoves({ position, from: "e3", detail: "DETAIL_FULL" }));
  assert.equal(moves[0].kind, "KIND_QUIET");
  const started = await arbiter.startGame(position);
  const { snapshot } = written(started).state;
  assert.equal(snapshot, Buffer.from(started.state.snapshot).toString("base64"));
});

test("JSON.stringify writes a message within an answer", async () => {
  const answer = await service.arbiter.startGame(position);
  assert.deepEqual(written(answer.state), toJson(StateSchema, answer.state));
  assert.deepEqual(written({ state: answer.state }), written(answer));
});

test("JSON.stringify writes the answers on streams", async () => {
  const { arbiter } = service;
  const analyze = { position, limits: { depth: 2 } };
  const updates = written(await toArray(arbiter.analyze(analyze)));
  assert.equal(typeof updates.at(-1).bestMove.san, "string");
  const session = arbiter.session();
  session.analyze("a", analyze);
  session.close();
  const answers = written(await toArray(session));
  assert.equal(answers.at(-1).update.bestMove.action, updates.at(-1).bestMove.action);
});

test("JSON.stringify writes the details of a refused item of a batch", async () => {
  const items = [
    { id: "a", startGame: { variant: "chess" } }, { id: "b", perft: { position, depth: 1 } },
  ];
  const answers = await toArray(service.arbiter.batch(items));
  const [refused, answered] = written(answers).sort((a, b) => (a.id < b.id ? -1 : 1));
  assert.deepEqual(answered, { id: "b", perft: { nodes: "23" } });
  const info = refused.status.details.find((detail) => detail["@type"].endsWith("ErrorInfo"));
  assert.deepEqual(info, {
    "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "UNKNOWN_VARIANT",
    domain: "arbiter.v1",
  });
  const { status } = refused;
  const message = answers.find(({ id }) => id === "a");
  assert.deepEqual(written(message.response.value.details[0]), status.details[0]);
});

test("toJson writes copies of answers, with the registry also those of a status", async () => {
  const answer = await service.arbiter.perft({ position, depth: 2 });
  assert.throws(() => JSON.stringify({ ...answer }), TypeError);
  assert.deepEqual(toJson(PerftResponseSchema, { ...answer }), { nodes: "529" });
  const [refused] = await toArray(
    service.arbiter.batch([{ id: "a", startGame: { variant: "chess" } }]));
  const copy = clone(BatchResponseSchema, refused);
  assert.throws(() => toJson(BatchResponseSchema, copy));
  const json = toJson(BatchResponseSchema, copy, { registry });
  assert.deepEqual(json, written(refused));
  assert.deepEqual(fromJson(BatchResponseSchema, json, { registry }), refused);
});

test("an answer still compares and copies like other messages", async () => {
  const answer = await service.arbiter.perft({ position, depth: 1 });
  assert.deepEqual(answer, create(PerftResponseSchema, { nodes: 23n }));
  assert.deepEqual({ ...answer }, answer);
  assert.deepEqual(Object.keys(answer), Object.keys(create(PerftResponseSchema)));
  assert.deepEqual(structuredClone(answer), answer);
  assert.deepEqual(clone(PerftResponseSchema, answer), answer);
  const item = fromJson(BatchResponseSchema, { id: "b", perft: written(answer) });
  assert.deepEqual(item.response.value, answer);
});

const SEED = Uint8Array.from({ length: 32 }, (_, index) => index);
const HEX = Buffer.from(SEED).toString("hex");
const EITHER = ": hexadecimal digits could also be base64 of other bytes; give the bytes, for"
  + " example seedFromHex(text) or Buffer.from(text, \"base64\")";

test("R3: a seed in a request that could be hexadecimal or base64 is refused", async () => {
  const { arbiter } = service;
  const start = (seed) => ({ variant: "chakart", randomness: { seed } });
  const value = { source: { case: "seed", value: HEX } };
  const refused = [
    [() => arbiter.startGame(start(HEX)), "randomness.seed"],
    [() => arbiter.startGame(start(HEX.toUpperCase())), "randomness.seed"],
    [() => arbiter.startGame(start(`${HEX}\n`)), "randomness.seed"],
    [() => arbiter.startGame(start(HEX.slice(1))), "randomness.seed"],
    [() => arbiter.startGame({ ...start(), randomness: value }), "randomness.source.value"],
    [() => arbiter.validateGame({ variant: "chakart", record: { seed: HEX } }), "record.seed"],
    [() => toArray(arbiter.batch([{ startGame: start(HEX) }])), "startGame.randomness.seed"],
  ];
  for (const [call, path] of refused) {
    await assert.rejects(call, { name: "TypeError", message: `${path}${EITHER}` });
  }
  await assert.rejects(() => arbiter.startGame(start("?")), {
    name: "TypeError", message: "randomness.seed: the text is not base64",
  });
  await assert.rejects(() => arbiter.startGame(start(7)), {
    name: "TypeError", message: "randomness.seed: expected a Uint8Array, or a text in base64",
  });
});

test("R3: a seed as bytes, in hexadecimal digits and in base64 starts the same game", async () => {
  const options = { chakart: { setup: "SETUP_SYMMETRIC" } };
  const fens = [];
  for (const seed of [SEED, seedFromHex(HEX.toUpperCase()), Buffer.from(SEED).toString("base64")]) {
    const randomness = { seed };
    const { state } = await service.arbiter.startGame({ variant: "chakart", options, randomness });
    fens.push(state.fen.split("/")[0]);
  }
  assert.deepEqual(fens, ["bbnknrrq", "bbnknrrq", "bbnknrrq"]);
});

test("R3: fromJson refuses bytes that could be hexadecimal or base64", () => {
  const games = [
    [{ record: { seed: HEX } }, "record.seed"],
    [{ commitment: HEX }, "commitment"],
  ];
  for (const [game, path] of games) {
    const message = `${path}${EITHER}`;
    assert.throws(() => fromJson(GameFileSchema, game), { name: "TypeError", message });
    assert.throws(
      () => fromJsonString(GameFileSchema, JSON.stringify(game)), { name: "TypeError", message });
  }
  const seed = Buffer.from(SEED).toString("base64");
  assert.deepEqual(fromJson(GameFileSchema, { record: { seed } }).record.seed, SEED);
  assert.deepEqual(fromJsonString(GameFileSchema, `{"record":{"seed":"${seed}"}}`).record.seed, SEED);
  // Too short for a seed in either spelling.
  assert.equal(fromJson(RandomnessSchema, { seed: "cafe" }).source.value.length, 3);
  assert.throws(() => fromJsonString(GameFileSchema, "{"), /cannot decode message/);
});

test("R3: seedFromHex reads hexadecimal digits, 32 to 128", () => {
  assert.deepEqual(seedFromHex(HEX), SEED);
  assert.equal(seedFromHex("0f".repeat(64)).length, 64);
  for (const wrong of ["", "0f".repeat(15), "0f".repeat(65), HEX.slice(1), `0x${HEX}`, `${HEX}\n`]) {
    assert.throws(() => seedFromHex(wrong), {
      name: "TypeError", message: "a seed is an even number of hexadecimal digits, 32 to 128 (R3)",
    });
  }
});
