import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { status } from "@grpc/grpc-js";
import {
  Arbiter, IllegalActionError, OverloadedError, QuotaExceededError, errorOf,
} from "@arbiter-chess/client";

import { Retries } from "../dist/retries.js";
import { RetryBudget } from "../dist/retry_budget.js";
import { Arbiterd } from "../../../tests/support/arbiterd.mjs";
import { PATIENCE_MS, eventually } from "../../../tests/support/waiting.mjs";
import { hashOf } from "./access.mjs";
import { FakeService, answer, refuseFor, refuseWith } from "./fake_service.mjs";
import { errorFrom, toArray, withTemporaryFolder } from "./fixture.mjs";

/** Makes a call to a service with these answers, and returns its result and its attempts. */
async function callOnce(answers, options) {
  return await withFake(answers, async (fake, arbiter) => {
    const result = await arbiter.legalMoves({}, options).catch((error) => error);
    return { result, calls: fake.calls, times: fake.times };
  });
}

async function withFake(answers, use) {
  const fake = await FakeService.start(answers);
  const arbiter = new Arbiter(fake.address, { deadlineMs: PATIENCE_MS });
  try {
    return await use(fake, arbiter);
  } finally {
    arbiter.close();
    fake.stop();
  }
}

/** Checks that the attempts of a call were at least `minMs` apart. */
function assertApart(times, minMs) {
  times.slice(1).forEach((time, index) => {
    // A timer can be a millisecond early.
    assert.ok(time - times[index] >= minMs - 1, `${times}`);
  });
}

test("the delay doubles up to a second, and progress resets it", async () => {
  const delays = [];
  const retries = new Retries(
    new RetryBudget(), { signal: undefined, deadline: Infinity }, PATIENCE_MS,
    async (delayMs) => { delays.push(delayMs); });
  const unavailable = errorOf({ code: status.UNAVAILABLE, message: "refused", details: [] });
  for (let i = 0; i < 8; i += 1) assert.ok(await retries.waitAfter(unavailable));
  retries.recordProgress();
  assert.ok(await retries.waitAfter(unavailable));
  const minDelays = [50, 100, 200, 400, 800, 1000, 1000, 1000, 50];
  assert.equal(delays.length, minDelays.length);
  minDelays.forEach((ms, index) => {
    assert.ok(delays[index] >= ms && delays[index] <= 1.25 * ms, `${delays}`);
  });
});

test("a call that ended UNAVAILABLE is retried until it succeeds", async () => {
  const soon = refuseFor("OVERLOADED", { codeName: "UNAVAILABLE", retryAfterMs: 1 });
  const { result, times } = await callOnce([
    ...Array(3).fill(refuseWith("UNAVAILABLE")), ...Array(5).fill(soon), answer("e2e4")]);
  assert.deepEqual([result.texts, times.length], [["e2e4"], 9]);
  [50, 100, 200].forEach((ms, index) => assertApart(times.slice(index, index + 2), ms));
});

test("a call that was refused as OVERLOADED is retried after the requested delay", async () => {
  const busy = Array(7).fill(refuseFor("OVERLOADED", { retryAfterMs: 120 }));
  const { result, times } = await callOnce([...busy, answer("e2e4")]);
  assert.deepEqual([result.texts, times.length], [["e2e4"], 8]);
  assertApart(times, 120);
  const closing = refuseFor("OVERLOADED", { codeName: "UNAVAILABLE", retryAfterMs: 120 });
  assertApart((await callOnce([closing, closing, answer("e2e4")])).times, 120);
});

test("a call fails with its last error if it is not answered before the deadline", async () => {
  const busy = refuseFor("OVERLOADED", { retryAfterMs: 2_000 });
  const { result, calls } = await callOnce([busy], { deadlineMs: 3_500 });
  assert.ok(result instanceof OverloadedError, `${result}`);
  assert.deepEqual([result.retryAfterMs, calls], [2_000, 2]);
});

test("all calls of a client share a budget of retries", async () => {
  await withFake([refuseFor("OVERLOADED", { retryAfterMs: 1 })], async (fake, arbiter) => {
    const calls = Array.from({ length: 20 }, () => errorFrom(arbiter.legalMoves({})));
    for (const error of await Promise.all(calls)) assert.ok(error instanceof OverloadedError);
    assert.equal(fake.calls, 20 + 1000);
  });
});

test("calls that succeed refill the budget", async () => {
  const busy = refuseFor("OVERLOADED", { retryAfterMs: 1 });
  const answers = [...Array(1001).fill(busy), ...Array(10).fill(answer("e2e4")), busy];
  await withFake(answers, async (fake, arbiter) => {
    assert.ok((await errorFrom(arbiter.legalMoves({}))) instanceof OverloadedError);
    assert.equal(fake.calls, 1001);
    for (let i = 0; i < 10; i += 1) await arbiter.legalMoves({});
    assert.ok((await errorFrom(arbiter.legalMoves({}))) instanceof OverloadedError);
    assert.equal(fake.calls, 1011 + 2);
  });
});

test("other errors are not retried", async () => {
  const illegal = refuseFor("ILLEGAL_ACTION", { codeName: "FAILED_PRECONDITION" });
  const refused = await callOnce([illegal, answer("e2e4")]);
  assert.ok(refused.result instanceof IllegalActionError);
  assert.equal(refused.calls, 1);
  assert.equal((await callOnce([refuseFor("OVERLOADED"), answer("e2e4")])).calls, 1);
});

test("a closed client does not retry, and does not wait either", async () => {
  await withFake([refuseFor("OVERLOADED", { retryAfterMs: 60_000 })], async (fake, arbiter) => {
    const waiting = errorFrom(arbiter.legalMoves({}));
    assert.ok(await eventually(() => fake.calls === 1));
    const begin = performance.now();
    arbiter.close();
    assert.equal((await waiting).message, "the client is closed");
    assert.ok(performance.now() - begin < 30_000);
  });
});

/** Starts a service with a quota for each client, whose key is `arb_` and its name. */
async function withQuotas(quotas, use) {
  await withTemporaryFolder(async (folder) => {
    const keys = join(folder, "keys.json");
    const clients = Object.entries(quotas).map(([name, quota]) => (
      { name, keySha256: [hashOf(`arb_${name}`)], methods: ["*"], quota }));
    writeFileSync(keys, JSON.stringify({ clients }));
    const server = await Arbiterd.start("--api-keys", keys);
    try {
      await use(server);
    } finally {
      await server.stop();
    }
  });
}

test("a client that has used up its quota waits until it has tokens again", async () => {
  const quotas = {
    site: { tokensPerSecond: 4, burst: 1 }, slow: { tokensPerSecond: 0.001, burst: 1 },
  };
  await withQuotas(quotas, async (server) => {
    const arbiter = new Arbiter(server.address, { apiKey: "arb_site" });
    const slow = new Arbiter(server.address, { apiKey: "arb_slow" });
    try {
      for (let i = 0; i < 3; i += 1) await arbiter.startGame({ variant: "chak" });
      assert.ok(await eventually(() =>
        server.log.some(({ reason }) => reason === "QUOTA_EXCEEDED")));
      // It does not wait beyond the deadline of the call.
      await slow.startGame({ variant: "chak" });
      const error = await errorFrom(slow.startGame({ variant: "chak" }));
      assert.ok(error instanceof QuotaExceededError, `${error}`);
      assert.ok(error.retryAfterMs > 0);
    } finally {
      arbiter.close();
      slow.close();
    }
  });
});

test("the items of a batch that are refused because of a quota are sent again", async () => {
  const quotas = {
    site: { tokensPerSecond: 40, burst: 2 }, slow: { tokensPerSecond: 0.001, burst: 1 },
  };
  const items = Array.from({ length: 12 }, (_, index) => (
    { id: `${index}`, startGame: { variant: index % 2 ? "chak" : "makruk" } }));
  await withQuotas(quotas, async (server) => {
    const arbiter = new Arbiter(server.address, { apiKey: "arb_site" });
    const slow = new Arbiter(server.address, { apiKey: "arb_slow" });
    try {
      const answers = await toArray(arbiter.batch(items));
      assert.deepEqual(new Set(answers.map(({ id }) => id)), new Set(items.map(({ id }) => id)));
      for (const { id, response } of answers) {
        assert.match(response.value.state.fen, id % 2 ? /^rvsqkjsvr/ : /^rnsmksnr/);
      }
      // If the delay is too long, the refusal is the answer.
      const refused = await toArray(slow.batch(items));
      assert.equal(refused.length, items.length);
      const errors = refused.filter(({ response }) => response.case === "status")
        .map(({ response }) => errorOf(response.value));
      assert.ok(errors.length > 0 && errors.every((one) => one instanceof QuotaExceededError));
    } finally {
      arbiter.close();
      slow.close();
    }
  });
});

test("an analysis that is refused while another stream is open is retried", async () => {
  await withQuotas({ site: { maxStreams: 1 } }, async (server) => {
    const arbiter = new Arbiter(server.address, { apiKey: "arb_site" });
    try {
      const request = { position: { variant: "chak" }, limits: { depth: 1 } };
      const session = arbiter.session();
      session.analyze("a", request);
      const answers = session[Symbol.asyncIterator]();
      while ((await answers.next()).value.answer.value.update.case !== "bestMove");
      const waiting = toArray(arbiter.analyze(request));
      assert.ok(await eventually(() =>
        server.log.some(({ reason }) => reason === "QUOTA_EXCEEDED")));
      session.close();
      assert.equal((await waiting).at(-1).update.case, "bestMove");
    } finally {
      arbiter.close();
    }
  });
});

test("a client reconnects to a service that starts late or restarts", async () => {
  const first = await Arbiterd.start();
  await first.stop();
  const arbiter = new Arbiter(first.address, { deadlineMs: PATIENCE_MS });
  try {
    for (let start = 0; start < 2; start += 1) {
      const ready = arbiter.ready();
      const server = await Arbiterd.start("--listen", first.address);
      await ready;
      const { state } = await arbiter.startGame({ variant: "chak" });
      assert.equal(state.ply, 0);
      await server.stop();
    }
  } finally {
    arbiter.close();
  }
});
