import assert from "node:assert/strict";
import { test } from "node:test";

import * as client from "@arbiter-chess/client";

import { FakeService, answer, refuseFor, refuseWith } from "./fake_service.mjs";
import { errorFrom, toArray, withService } from "./fixture.mjs";

const { Arbiter, ArbiterError, ErrorReason, errorOf } = client;
const service = withService("--max-perft-depth", "2");

const position = { variant: "makruk" };
const at = (fen, variant = "makruk") => ({ variant, state: { case: "fen", value: fen } });
const afterEnd = { variant: "makruk", state: { case: "record", value: { actions: ["resign"] } } };
// White's queen is hidden from Black (H23), so some requests of Black are refused.
const STEALTH = '4k3/8/8/3I4/8/8/8/4K3 b 1 {"flags":"1011"}';

/** A call for each error class that the service refuses with it. */
const REFUSALS = {
  UnknownVariantError: (arbiter) => arbiter.startGame({ variant: "chess" }),
  BadFenError: (arbiter) => arbiter.legalMoves({ position: at("9/9 w") }),
  ImpossiblePositionError: (arbiter) => arbiter.legalMoves(
    { position: at("8/8/8/8/8/8/8/8 w - - 0 1") }),
  BadActionTextError: (arbiter) => arbiter.applyMoves({ position, actions: ["?"] }),
  IllegalActionError: (arbiter) => arbiter.applyMoves({ position, actions: ["e3e7"] }),
  GameOverError: (arbiter) => arbiter.applyMoves({ position: afterEnd, actions: ["e3e4"] }),
  NotYourTurnError: (arbiter) => arbiter.applyMoves({ position, actions: ["e6e5"] }),
  RandomnessRequiredError: (arbiter) => arbiter.startGame(
    { variant: "chakart", options: { variant: { case: "chakart", value: { setup: 3 } } } }),
  BadSnapshotError: (arbiter) => arbiter.legalMoves(
    { position: { variant: "makruk", state: { case: "snapshot", value: new Uint8Array(9) } } }),
  OptionOutOfRangeError: (arbiter) => arbiter.startGame(
    { variant: "makruk", options: { variant: { case: "chakart", value: { setup: 1 } } } }),
  ClaimRefusedError: (arbiter) => arbiter.applyMoves({ position, actions: ["claim draw"] }),
  HiddenInformationError: (arbiter) => arbiter.enumerateOutcomes(
    { position: at(STEALTH, "chakart"), action: "e8e7", viewer: client.Viewer.SPECTATOR }),
  LimitExceededError: (arbiter) => arbiter.perft({ position, depth: 3 }),
  BadFieldError: (arbiter) => arbiter.legalMoves({ position, from: "z9" }),
  BadSeedError: (arbiter) => arbiter.startGame(
    { variant: "chakart", randomness: { source: { case: "seed", value: new Uint8Array(3) } } }),
  BadNotationError: (arbiter) => arbiter.convertMoves(
    { position, texts: ["Qh9"], from: client.Notation.SAN }),
  WrongPhaseError: (arbiter) => arbiter.perft({ position: { variant: "chpok" }, depth: 1 }),
};

test("each reason has a class", async (t) => {
  for (const [name, refusedCall] of Object.entries(REFUSALS)) {
    await t.test(name, async () => {
      const error = await errorFrom(refusedCall(service.arbiter));
      assert.ok(error instanceof client[name], `${error}`);
      assert.ok(error instanceof ArbiterError);
      assert.equal(error.name, name);
      const words = error.reason.split("_").map((word) => word[0] + word.slice(1).toLowerCase());
      assert.equal(`${words.join("")}Error`, name);
    });
  }
});

test("the error classes match the service's reasons", () => {
  const reasons = Object.keys(ErrorReason).filter((key) => /^[A-Z]/.test(key)).slice(1);
  assert.ok(reasons.length >= 24);
  assert.deepEqual(Object.keys(client.ERROR_CLASSES), reasons);
});

test("an error has all details of the service", async () => {
  const call = service.arbiter.applyMoves(
    { position, actions: ["e3e4", "e6e4"], locale: "th" }, { metadata: { "x-request-id": "r1" } });
  const error = await errorFrom(call);
  assert.equal(error.code, "FAILED_PRECONDITION");
  assert.equal(error.reason, "ILLEGAL_ACTION");
  assert.match(error.message, /^e6e4: a pawn .*\(M1\)$/);
  assert.deepEqual(error.fields, [{ field: "actions[1]", message: error.message }]);
  assert.match(error.localizedMessage, /^การเดินผิดกติกา/);
  assert.equal(error.requestId, "r1");
  assert.equal(error.retryAfterMs, undefined);
});

test("the stack of an error includes the caller", async () => {
  async function failingCaller() {
    await service.arbiter.startGame({ variant: "chess" });
  }
  assert.match((await errorFrom(failingCaller())).stack, /failingCaller .*errors\.test\.mjs/);
});

test("a refused item of a batch has the same error", async () => {
  const [{ response }] = await toArray(service.arbiter.batch(
    [{ request: { case: "startGame", value: { variant: "chess" } } }]));
  const error = errorOf(response.value);
  assert.ok(error instanceof client.UnknownVariantError);
  assert.equal(error.code, "INVALID_ARGUMENT");
});

async function errorOfFake(refusal) {
  const fake = await FakeService.start([refusal, answer("e2e4")]);
  const arbiter = new Arbiter(fake.address);
  try {
    return await errorFrom(arbiter.legalMoves({}));
  } finally {
    arbiter.close();
    fake.stop();
  }
}

test("refusals of gRPC or a proxy have a class if their code is also a reason", async () => {
  const unimplemented = await errorOfFake(refuseWith("UNIMPLEMENTED"));
  assert.ok(unimplemented instanceof client.UnimplementedError);
  assert.equal(unimplemented.message, "refused");
  const internal = await errorOfFake(refuseWith("INTERNAL"));
  assert.equal(Object.getPrototypeOf(internal), ArbiterError.prototype);
});

test("unknown reasons and reasons of other services have no class of their own", async () => {
  const newer = await errorOfFake(refuseFor("TOO_BLUE", { codeName: "INTERNAL" }));
  assert.equal(Object.getPrototypeOf(newer), ArbiterError.prototype);
  const other = await errorOfFake(refuseFor("BAD_FEN", { domain: "else", codeName: "INTERNAL" }));
  assert.deepEqual([other.code, other.reason], ["INTERNAL", undefined]);
});
