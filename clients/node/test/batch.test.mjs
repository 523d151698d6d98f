// Retries within a batch, with a service whose answers are scripted.

import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { test } from "node:test";

import { Client } from "@grpc/grpc-js";
import { Arbiter, UnreachableError } from "@arbiter-chess/client";

import { PATIENCE_MS } from "../../../tests/support/waiting.mjs";
import { BatchRequests } from "../dist/batch_requests.js";
import { FakeService, statusFor } from "./fake_service.mjs";
import { errorFrom, toArray } from "./fixture.mjs";

const itemsWith = (...ids) => ids.map((id) => ({ id, listVariants: {} }));
const accept = (id) => ({ id, response: { case: "listVariants", value: {} } });
const refuse = (id, retryAfterMs) => (
  { id, response: { case: "status", value: statusFor("OVERLOADED", { retryAfterMs }) } });

async function withFake(replyTo, use) {
  const fake = await FakeService.start([], replyTo);
  const arbiter = new Arbiter(fake.address, { deadlineMs: PATIENCE_MS });
  try {
    await use(fake, arbiter);
  } finally {
    arbiter.close();
    fake.stop();
  }
}

test("a batch without items gives up if no server can be reached", async (t) => {
  const attempts = t.mock.method(Client.prototype, "makeBidiStreamRequest").mock;
  const arbiter = new Arbiter("127.0.0.1:1", { deadlineMs: 300 });
  async function* noItems() { await new Promise(() => {}); }
  try {
    const error = await errorFrom(toArray(arbiter.batch(noItems())));
    assert.ok(error instanceof UnreachableError, `${error}`);
    assert.ok(attempts.callCount() < 20, `${attempts.callCount()} attempts`);
  } finally {
    arbiter.close();
  }
});

test("refused items are sent again after the longest of their delays", async () => {
  const replyTo = (ids, call) => {
    if (call > 1) return [accept(ids.at(-1))];
    return ids.length < 2 ? [] : [refuse(ids[0], 20), refuse(ids[1], 300)];
  };
  await withFake(replyTo, async (fake, arbiter) => {
    const answers = await toArray(arbiter.batch(itemsWith("a", "b")));
    assert.deepEqual(answers.map(({ id, response }) => [id, response.case]),
      [["a", "listVariants"], ["b", "listVariants"]]);
    assert.equal(fake.calls, 2);
    // A timer can be a millisecond early.
    assert.ok(fake.times[1] - fake.times[0] >= 299, `${fake.times}`);
  });
});

test("an answer with an id that is not outstanding is dropped", async () => {
  const replyTo = (ids) => [accept("none"), accept(ids.at(-1)), accept(ids.at(-1))];
  await withFake(replyTo, async (fake, arbiter) => {
    const answers = await toArray(arbiter.batch(itemsWith("a", "b")));
    assert.deepEqual(answers.map(({ id }) => id), ["a", "b"]);
    assert.equal(fake.calls, 1);
  });
});

/** A stream of a batch that accepts requests only after `drain`. */
class SlowStream extends EventEmitter {
  writes = 0;

  write() {
    this.writes += 1;
    return false;
  }
}

test("nothing is written to a stream that was stopped while it accepted no more", async () => {
  const requests = new BatchRequests({ encode: () => Buffer.alloc(0) }, itemsWith("a", "b"));
  // The two requests remain for the next stream.
  const first = new SlowStream();
  first.write = () => true;
  first.end = () => {};
  await requests.writeTo(first, new AbortController().signal);
  const second = new SlowStream();
  const stop = new AbortController();
  const written = requests.writeTo(second, stop.signal);
  second.emit("drain");
  stop.abort();
  await written;
  assert.equal(second.writes, 1);
});
