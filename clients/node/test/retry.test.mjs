import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import {
  Arbiter, IllegalActionError, OverloadedError, QuotaExceededError, UnreachableError,
} from "@arbiter-chess/client";

import { Arbiterd } from "../../../tests/support/arbiterd.mjs";
import { eventually } from "../../../tests/support/waiting.mjs";
import { hashOf } from "./access.mjs";
import { FakeService, answer, refuseFor, refuseWith } from "./fake_service.mjs";
import { errorFrom, toArray, withTemporaryFolder } from "./fixture.mjs";

/** Makes a call to a service with these answers, and returns its result, attempts and duration. */
async function callOnce(answers, options) {
  const fake = await FakeService.start(answers);
  const arbiter = new Arbiter(fake.address);
  const begin = performance.now();
  try {
    const result = await arbiter.legalMoves({}, options).catch((error) => error);
    return { result, calls: fake.calls, ms: performance.now() - begin };
  } finally {
    arbiter.close();
    fake.stop();
  }
}

test("a call that ended UNAVAILABLE is retried up to three times", async () => {
  const unavailable = refuseWith("UNAVAILABLE");
  const recovered = await callOnce([unavailable, unavailable, unavailable, answer("e2e4")]);
  assert.deepEqual([recovered.result.texts, recovered.calls], [["e2e4"], 4]);
  const failed = await callOnce([unavailable]);
  assert.ok(failed.result instanceof UnreachableError);
  assert.equal(failed.calls, 4);
  const closing = await callOnce(
    [refuseFor("OVERLOADED", { codeName: "UNAVAILABLE", retryAfterMs: 20 })]);
  assert.ok(closing.result instanceof OverloadedError);
  assert.equal(closing.calls, 4);
});

test("a call that was refused as OVERLOADED is retried after the requested delay", async () => {
  const busy = refuseFor("OVERLOADED", { retryAfterMs: 120 });
  const recovered = await callOnce([busy, busy, answer("e2e4")]);
  assert.deepEqual([recovered.result.texts, recovered.calls], [["e2e4"], 3]);
  assert.ok(recovered.ms >= 240, `${recovered.ms} ms`);
  const failed = await callOnce([busy]);
  assert.ok(failed.result instanceof OverloadedError);
  assert.deepEqual([failed.calls, failed.result.retryAfterMs], [4, 120]);
});

test("other errors are not retried", async () => {
  const illegal = refuseFor("ILLEGAL_ACTION", { codeName: "FAILED_PRECONDITION" });
  const refused = await callOnce([illegal, answer("e2e4")]);
  assert.ok(refused.result instanceof IllegalActionError);
  assert.equal(refused.calls, 1);
  assert.equal((await callOnce([refuseFor("OVERLOADED"), answer("e2e4")])).calls, 1);
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
  const arbiter = new Arbiter(first.address);
  try {
    const error = await errorFrom(arbiter.startGame({ variant: "chak" }));
    assert.ok(error instanceof UnreachableError);
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
