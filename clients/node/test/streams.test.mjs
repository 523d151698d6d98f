import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import { Client, status } from "@grpc/grpc-js";
import { Arbiter, IllegalActionError, UnreachableError, errorOf } from "@arbiter-chess/client";

import { Arbiterd } from "../../../tests/support/arbiterd.mjs";
import { eventually } from "../../../tests/support/waiting.mjs";
import { errorFrom, toArray, withService } from "./fixture.mjs";

const service = withService();
// How many items a batch takes ahead of their answers.
const MAX_UNANSWERED = 64;
const position = { variant: "makruk" };
const ENDLESS = { position, limits: { infinite: true } };

test("an analysis reports its progress and then its best move", async () => {
  const updates = await toArray(service.arbiter.analyze({ position, limits: { depth: 4 } }));
  const cases = updates.map(({ update }) => update.case);
  assert.equal(cases.pop(), "bestMove");
  assert.ok(cases.length >= 1 && cases.every((one) => one === "progress"));
  assert.equal(updates.at(-2).update.value.depth, 4);
});

test("leaving the loop cancels the analysis in the service", async () => {
  const { arbiter, server } = service;
  const running = () => server.metric("arbiter_analyses_running");
  for await (const _ of arbiter.analyze(ENDLESS)) {
    assert.equal(await running(), 1);
    break;
  }
  assert.ok(await eventually(async () => await running() === 0));
});

test("a session handles one request after another, and continues after a refusal", async () => {
  const session = service.arbiter.session();
  const answered = [];
  session.analyze("first", ENDLESS);
  for await (const { id, answer } of session) {
    if (answer.case === "status") {
      answered.push(`${id} ${errorOf(answer.value).code}`);
      session.analyze("second", ENDLESS);
    } else if (answer.value.update.case === "bestMove") {
      answered.push(`${id} best`);
      if (id === "second") session.close();
      else session.analyze("no", { position, limits: {} });
    } else if (answer.value.update.value.depth >= 3) {
      session.stop();
    }
  }
  assert.deepEqual(answered, ["first best", "no INVALID_ARGUMENT", "second best"]);
  assert.throws(() => session.stop(), /the session is closed/);
});

test("leaving a session's loop ends it in the service", async () => {
  const { arbiter, server } = service;
  const session = arbiter.session();
  session.analyze("a", ENDLESS);
  for await (const _ of session) break;
  assert.ok(await eventually(async () => await server.metric("arbiter_analyses_running") === 0));
});

test("a batch answers 1,000 items, and an invalid one does not affect the others", async () => {
  const items = Array.from({ length: 1000 }, (_, index) => ({
    id: `${index}`,
    request: {
      case: "applyMoves", value: { position, actions: [index === 500 ? "e3e7" : "e3e4"] },
    },
  }));
  const answers = await toArray(service.arbiter.batch(items));
  assert.deepEqual(
    answers.map(({ id }) => Number(id)).sort((a, b) => a - b), items.map((_, index) => index));
  const failed = answers.filter(({ response }) => response.case === "status");
  assert.deepEqual(failed.map(({ id }) => id), ["500"]);
  assert.ok(errorOf(failed[0].response.value) instanceof IllegalActionError);
});

const boardItem = (id) => ({ id: `${id}`, request: { case: "renderBoard", value: { position } } });

test("a batch reads items no faster than its answers are read", async () => {
  let taken = 0;
  let isClosed = false;
  function* endless() {
    try {
      for (;;) yield boardItem(taken++);
    } finally {
      isClosed = true;
    }
  }
  let answers = 0;
  for await (const _ of service.arbiter.batch(endless())) {
    answers += 1;
    await sleep(1);
    assert.ok(taken <= answers + MAX_UNANSWERED, `${taken} items for ${answers} answers`);
    if (answers === 200) break;
  }
  assert.ok(await eventually(() => isClosed));
});

test("an error of the items' iterator fails the batch, and is never retried", async (t) => {
  const attempts = t.mock.method(Client.prototype, "makeBidiStreamRequest").mock;
  const unavailable = errorOf({ code: status.UNAVAILABLE, message: "refused", details: [] });
  assert.ok(unavailable instanceof UnreachableError);
  for (const failure of [new RangeError("the file ends early"), unavailable]) {
    attempts.resetCalls();
    async function* items() {
      yield boardItem(0);
      throw failure;
    }
    assert.equal(await errorFrom(toArray(service.arbiter.batch(items()))), failure);
    assert.equal(attempts.callCount(), 1);
  }
});

test("an empty batch has no answers", async () => {
  assert.deepEqual(await toArray(service.arbiter.batch([])), []);
});

test("broken streams fail, whether or not somebody is waiting for an answer", async () => {
  const server = await Arbiterd.start();
  const arbiter = new Arbiter(server.address, { deadlineMs: 300 });
  try {
    const session = arbiter.session();
    session.analyze("a", ENDLESS);
    const updates = arbiter.analyze(ENDLESS);
    await updates.next();
    function* endless() { for (;;) yield boardItem(0); }
    const answers = arbiter.batch(endless());
    await answers.next();
    const awaited = errorFrom(toArray(arbiter.analyze(ENDLESS)));
    await server.stop();
    assert.ok((await awaited) instanceof UnreachableError);
    for (const stream of [session, updates, answers]) {
      assert.ok((await errorFrom(toArray(stream))) instanceof UnreachableError);
    }
  } finally {
    arbiter.close();
  }
});
