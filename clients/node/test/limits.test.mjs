// Abort signals and deadlines.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import { Arbiter, DeadlineExceededError, QuotaExceededError } from "@arbiter-chess/client";

import { PATIENCE_MS, eventually } from "../../../tests/support/waiting.mjs";
import { FakeService, refuseFor } from "./fake_service.mjs";
import { errorFrom, toArray, withService } from "./fixture.mjs";

const service = withService();
// A call that takes longer than any test.
const LONG_PERFT = { position: { variant: "chak" }, depth: 12 };
const ENDLESS = { position: { variant: "chak" }, limits: { infinite: true } };

const wasCancelled = (method) => eventually(() => service.server.log.some(
  (line) => line.method === method && line.reason === "CANCELLED"));

/** Returns a signal that is aborted once the service handles a call. */
function abortDuringCall(reason) {
  const controller = new AbortController();
  eventually(async () => await service.server.metric("arbiter_in_flight_requests") > 0)
    .then(() => controller.abort(reason));
  return controller.signal;
}

test("no call is made with an aborted signal", async () => {
  const { arbiter, server } = service;
  const reason = new Error("no");
  const signal = AbortSignal.abort(reason);
  const lines = server.log.length;
  assert.equal(await errorFrom(arbiter.perft(LONG_PERFT, { signal })), reason);
  assert.equal(await errorFrom(toArray(arbiter.analyze(ENDLESS, { signal }))), reason);
  assert.equal(await errorFrom(toArray(arbiter.batch([], { signal }))), reason);
  assert.equal(await errorFrom(arbiter.ready({ signal })), reason);
  assert.throws(() => arbiter.session({ signal }), reason);
  assert.equal(server.log.length, lines);
});

test("an abort ends the call in the client and in the service", async () => {
  const signal = abortDuringCall("changed my mind");
  assert.equal(await errorFrom(service.arbiter.perft(LONG_PERFT, { signal })), "changed my mind");
  assert.ok(await wasCancelled("Perft"));
});

test("an abort ends a stream, even while its consumer is busy", async () => {
  const controller = new AbortController();
  const updates = service.arbiter.analyze(ENDLESS, { signal: controller.signal });
  await updates.next();
  controller.abort("enough");
  await sleep(20);
  assert.equal(await errorFrom(updates.next()), "enough");
  assert.deepEqual(await updates.next(), { value: undefined, done: true });
  assert.ok(await wasCancelled("Analyze"));
});

test("an abort ends a session and a batch", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const session = service.arbiter.session({ signal });
  session.analyze("a", ENDLESS);
  async function* noItems() { await sleep(60_000, undefined, { ref: false }); }
  const ends = [
    errorFrom(toArray(session)), errorFrom(toArray(service.arbiter.batch(noItems(), { signal }))),
  ];
  await sleep(50);
  controller.abort("enough");
  assert.deepEqual(await Promise.all(ends), ["enough", "enough"]);
});

test("calls remove their listeners from a signal that outlives them", async () => {
  const { signal } = new AbortController();
  let listeners = 0;
  const { addEventListener, removeEventListener } = signal;
  signal.addEventListener = (...args) => {
    listeners += 1;
    addEventListener.apply(signal, args);
  };
  signal.removeEventListener = (...args) => {
    listeners -= 1;
    removeEventListener.apply(signal, args);
  };
  const { arbiter } = service;
  await arbiter.startGame({ variant: "chak" }, { signal });
  await toArray(arbiter.analyze({ ...ENDLESS, limits: { depth: 1 } }, { signal }));
  for await (const _ of arbiter.analyze(ENDLESS, { signal })) break;
  await arbiter.ready({ signal });
  assert.ok(await eventually(() => listeners === 0), `${listeners} listeners`);
});

test("a call of any kind ends at its deadline", async () => {
  const { arbiter, server } = service;
  const options = { deadlineMs: 60 };
  const impatient = new Arbiter(server.address, options);
  try {
    const ends = [
      arbiter.perft(LONG_PERFT, options), impatient.perft(LONG_PERFT),
      toArray(arbiter.analyze(ENDLESS, options)),
    ];
    for (const error of await Promise.all(ends.map(errorFrom))) {
      assert.ok(error instanceof DeadlineExceededError, `${error}`);
      assert.equal(error.code, "DEADLINE_EXCEEDED");
    }
  } finally {
    impatient.close();
  }
});

test("the client's deadline does not apply to streams", async () => {
  const impatient = new Arbiter(service.server.address, { deadlineMs: 100 });
  try {
    const limits = { movetimeMs: 250 };
    const updates = await toArray(impatient.analyze({ ...ENDLESS, limits }));
    assert.equal(updates.at(-1).update.case, "bestMove");
  } finally {
    impatient.close();
  }
});

test("an abort ends the wait for a retry, and there is no wait beyond the deadline", async () => {
  const retryAfterMs = 10 * PATIENCE_MS;
  const fake = await FakeService.start([refuseFor("QUOTA_EXCEEDED", { retryAfterMs })]);
  const arbiter = new Arbiter(fake.address);
  try {
    const controller = new AbortController();
    const { signal } = controller;
    const waiting = errorFrom(arbiter.legalMoves({}, { signal, deadlineMs: 2 * retryAfterMs }));
    assert.ok(await eventually(() => fake.calls === 1));
    controller.abort("enough");
    assert.equal(await waiting, "enough");
    const error = await errorFrom(arbiter.legalMoves({}, { deadlineMs: PATIENCE_MS }));
    assert.ok(error instanceof QuotaExceededError);
    assert.equal(error.retryAfterMs, retryAfterMs);
    assert.equal(fake.calls, 2);
  } finally {
    arbiter.close();
    fake.stop();
  }
});

test("an invalid deadline is refused", async () => {
  for (const deadlineMs of [0, -1, NaN]) {
    assert.throws(() => new Arbiter("127.0.0.1:1", { deadlineMs }), RangeError);
    await assert.rejects(service.arbiter.startGame({}, { deadlineMs }), RangeError);
  }
});
