// Jobs, with a service that keeps them in memory and breaks connections.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Metadata, Server, ServerCredentials, status } from "@grpc/grpc-js";
import { Arbiter, JobService, JobState, create, fromBinary, toBinary } from "@arbiter-chess/client";

import { partsOfPgn } from "../dist/pgn_games.js";
import { refusalFor } from "./fake_service.mjs";
import { errorFrom, toArray } from "./fixture.mjs";

const UNAVAILABLE = { code: status.UNAVAILABLE, details: "gone" };

// Games of this test end with an asterisk.
const countOf = ({ requests, games }) =>
  (games === undefined ? requests.length : games.pgn.match(/\*/g).length);

/** A service with one job, which calls `fail(method, number of the call, request)` before each call. */
class FakeJobs {
  requests = [];
  items = [];
  state = JobState.OPEN;
  /** The errors, and their delays in milliseconds, with which the next streams break before they send anything. */
  breaks = [];
  #server = new Server();
  #calls = {};

  static async start(context, fail = () => undefined) {
    const fake = new FakeJobs();
    const job = () => ({ id: "1", state: fake.state, items: BigInt(fake.items.length) });
    const answers = {
      createJob: () => ({ job: job() }),
      addJobItems: (request) => {
        const { requests, games, firstItem } = request;
        const nextItem = Number(firstItem) + countOf(request);
        for (let item = fake.items.length; item < nextItem; ++item) {
          fake.items.push(games === undefined ? requests[item - Number(firstItem)] : games.request);
        }
        return { items: BigInt(fake.items.length), nextItem: BigInt(nextItem) };
      },
      startJob: () => {
        fake.state = JobState.RUNNING;
        return { job: job() };
      },
      retryFailedItems: () => ({ job: job() }),
      deleteJob: () => ({}),
    };
    const definition = {};
    const handlers = {};
    for (const method of JobService.methods) {
      const { localName } = method;
      definition[localName] = {
        path: `/${JobService.typeName}/${method.name}`, requestStream: false,
        responseStream: method.methodKind === "server_streaming",
        requestDeserialize: (bytes) => fromBinary(method.input, bytes),
        responseSerialize: (answer) => Buffer.from(toBinary(method.output, create(method.output, answer))),
      };
      handlers[localName] = (call, respond) => {
        fake.requests.push([localName, call.request]);
        fake.#calls[localName] = (fake.#calls[localName] ?? 0) + 1;
        const error = fail(localName, fake.#calls[localName], call.request);
        if (error?.metadata !== undefined) return respond(error);
        // The work is done, but the answer is lost.
        const answer = answers[localName](call.request);
        if (error === undefined) respond(null, answer);
        else respond(error);
      };
    }
    handlers.waitJob = (_, respond) => { setTimeout(() => respond(null, { job: job() }), 300); };
    /** Begins the answer to a call, and returns whether it breaks. */
    const breaksOff = (method, call) => {
      fake.requests.push([method, call.request]);
      const metadata = new Metadata();
      metadata.set("x-request-id", "7");
      const [error, delayMs] = fake.breaks.shift() ?? [];
      if (error === undefined) return false;
      if (delayMs !== undefined) call.sendMetadata(metadata);
      setTimeout(() => call.emit("error", error), delayMs);
      return true;
    };
    handlers.watchJob = (call) => {
      if (breaksOff("watchJob", call)) return;
      call.write({ job: job() });
      call.end();
    };
    handlers.streamJobResults = (call) => {
      if (breaksOff("streamJobResults", call)) return;
      const first = Number(call.request.cursor);
      for (const item of [first, first + 1]) {
        if (item < fake.items.length) call.write({ results: [{ item: BigInt(item) }], cursor: `${item + 1}` });
      }
      if (first + 2 < fake.items.length) call.emit("error", UNAVAILABLE);
      else call.end();
    };
    fake.#server.addService(definition, handlers);
    const port = await new Promise((resolve, reject) => {
      fake.#server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(),
        (error, bound) => (error === null ? resolve(bound) : reject(error)));
    });
    fake.address = `127.0.0.1:${port}`;
    fake.arbiter = new Arbiter(fake.address);
    context.after(() => {
      fake.arbiter.close();
      fake.#server.forceShutdown();
    });
    return fake;
  }

  named(method) {
    return this.requests.filter(([name]) => name === method).map(([, request]) => request);
  }
}

const review = (depth) => ({ reviewGame: { variant: "makruk", limits: { depth } } });

test("a job is created, gets its items in calls of a limited number and size, and is started", async (context) => {
  const fake = await FakeJobs.start(context);
  const large = { pgn: "x".repeat(700_000), ...review(1) };
  const requests = [...Array.from({ length: 1500 }, () => review(2)), large, large];
  const job = await fake.arbiter.submitJob({ requests }, { priority: "JOB_PRIORITY_LOW" });
  assert.equal(job.state, JobState.RUNNING);
  assert.equal(job.items, 1502n);
  assert.deepEqual(fake.named("addJobItems").map(({ firstItem, requests: { length } }) => [firstItem, length]),
    [[0n, 1000], [1000n, 501], [1501n, 1]]);
  assert.match(fake.named("createJob")[0].idempotencyKey, /^[0-9a-f-]{36}$/);
});

test("calls whose answer is lost are repeated with the same key and number", async (context) => {
  const fake = await FakeJobs.start(context, (_, call) => (call === 1 ? UNAVAILABLE : undefined));
  const job = await fake.arbiter.submitJob({ requests: [review(1), review(2)] }, { idempotencyKey: "a key" });
  assert.equal(job.items, 2n);
  assert.deepEqual(fake.named("createJob").map(({ idempotencyKey }) => idempotencyKey), ["a key", "a key"]);
  assert.deepEqual(fake.named("addJobItems").map(({ firstItem }) => firstItem), [0n, 0n]);
  assert.equal(fake.named("startJob").length, 2);
});

test("a failed retry of items is not repeated", async (context) => {
  const fake = await FakeJobs.start(context, () => UNAVAILABLE);
  assert.equal((await errorFrom(fake.arbiter.retryFailedItems({ jobId: "1" }))).code, "UNAVAILABLE");
  assert.equal(fake.named("retryFailedItems").length, 1);
});

test("waiting for a job takes its time in addition to the deadline of calls", async (context) => {
  const { address } = await FakeJobs.start(context);
  const arbiter = new Arbiter(address, { deadlineMs: 100 });
  context.after(() => arbiter.close());
  const limited = await errorFrom(arbiter.waitJob({ jobId: "1" }, { deadlineMs: 100 }));
  assert.equal(limited.code, "DEADLINE_EXCEEDED");
  assert.equal((await arbiter.waitJob({ jobId: "1" })).job.id, "1");
  assert.equal((await arbiter.waitJob({ jobId: "1", maxWaitMs: 50_000 })).job.id, "1");
});

test("a job that has been started already is returned", async (context) => {
  const fake = await FakeJobs.start(context);
  fake.state = JobState.DONE;
  const job = await fake.arbiter.submitJob({ requests: [review(1)] }, { idempotencyKey: "a key" });
  assert.equal(job.state, JobState.DONE);
  assert.deepEqual(fake.named("addJobItems"), []);
});

const GAME = '[Event "a"]\n\n1. e4 e5 *\n\n';

for (const [name, items] of [
  ["requests", { requests: Array.from({ length: 2500 }, () => review(1)) }],
  ["games", { pgn: GAME.repeat(2500), request: review(1) }],
]) {
  test(`${name} are sent again with the same numbers by another call with the same key`, async (context) => {
    const fake = await FakeJobs.start(context);
    fake.items = Array.from({ length: 1700 }, () => review(1));
    const job = await fake.arbiter.submitJob(items, { idempotencyKey: "a key" });
    assert.equal(job.items, 2500n);
    assert.deepEqual(fake.named("addJobItems").map(({ firstItem }) => firstItem), [0n, 1000n, 2000n]);
  });

  test(`${name} of a call that the client can never pay for are sent in smaller ones`, async (context) => {
    const fake = await FakeJobs.start(context, (method, _, request) => (
      method === "addJobItems" && countOf(request) > 300
        ? refusalFor("LIMIT_EXCEEDED", { codeName: "INVALID_ARGUMENT", field: name }) : undefined));
    assert.equal((await fake.arbiter.submitJob(items)).items, 2500n);
    const counts = fake.named("addJobItems").map(countOf);
    assert.deepEqual(counts, [1000, 500, ...Array.from({ length: 10 }, () => 250)]);
  });

  test(`${name} of which not even one is allowed fail, and the job is deleted`, async (context) => {
    const fake = await FakeJobs.start(context, (method) => (method === "addJobItems"
      ? refusalFor("LIMIT_EXCEEDED", { codeName: "INVALID_ARGUMENT", field: name }) : undefined));
    assert.equal((await errorFrom(fake.arbiter.submitJob(items))).reason, "LIMIT_EXCEEDED");
    assert.deepEqual(fake.named("addJobItems").map(countOf), [1000, 500, 250, 125, 62, 31, 15, 7, 3, 1]);
    assert.deepEqual(fake.named("deleteJob").map(({ jobId }) => jobId), ["1"]);
  });
}

test("a job with a key is not deleted when it cannot be submitted", async (context) => {
  const refusal = refusalFor("BAD_FIELD", { codeName: "INVALID_ARGUMENT", field: "requests[0]" });
  const fake = await FakeJobs.start(context, (method) => (method === "addJobItems" ? refusal : undefined));
  const submission = fake.arbiter.submitJob({ requests: [review(1)] }, { idempotencyKey: "a key" });
  assert.equal((await errorFrom(submission)).reason, "BAD_FIELD");
  assert.deepEqual(fake.named("deleteJob"), []);
});

test("a job without a key is deleted when its submission is aborted", async (context) => {
  const controller = new AbortController();
  const fake = await FakeJobs.start(context, (method) => { if (method === "addJobItems") controller.abort(); });
  const submission = fake.arbiter.submitJob({ requests: [review(1)] }, {}, { signal: controller.signal });
  assert.equal((await errorFrom(submission)).name, "AbortError");
  assert.equal(fake.named("deleteJob").length, 1);
});

test("a submission goes on when another one with its key has started the job", async (context) => {
  const fake = await FakeJobs.start(context, (method, call) => {
    if (method === "addJobItems" && call === 2) {
      fake.items = Array.from({ length: 2500 }, () => review(1));
      fake.state = JobState.RUNNING;
    }
  });
  const job = await fake.arbiter.submitJob(
    { pgn: GAME.repeat(2500), request: review(1) }, { idempotencyKey: "a key" });
  assert.deepEqual([job.items, job.state], [2500n, JobState.RUNNING]);
  assert.deepEqual(fake.named("addJobItems").map(({ firstItem }) => firstItem), [0n, 1000n, 2000n]);
});

test("a submission waits for a quota for longer than the deadline of its calls", async (context) => {
  const { address, requests } = await FakeJobs.start(context, (method, call) => (
    method === "addJobItems" && call === 1 ? refusalFor("QUOTA_EXCEEDED", { retryAfterMs: 2_000 }) : undefined));
  const arbiter = new Arbiter(address, { deadlineMs: 1_500 });
  context.after(() => arbiter.close());
  const start = performance.now();
  assert.equal((await arbiter.submitJob({ requests: [review(1)] })).items, 1n);
  assert.ok(performance.now() - start >= 2_000);
  assert.deepEqual(requests.map(([method]) => method),
    ["createJob", "addJobItems", "addJobItems", "startJob"]);
});

test("a submission does not wait for a quota for hours", async (context) => {
  const fake = await FakeJobs.start(context, (method) => (
    method === "addJobItems" ? refusalFor("QUOTA_EXCEEDED", { retryAfterMs: 3_600_000 }) : undefined));
  assert.equal((await errorFrom(fake.arbiter.submitJob({ requests: [review(1)] }))).reason, "QUOTA_EXCEEDED");
});

const BREAKS = [
  UNAVAILABLE,
  { code: status.UNKNOWN, details: "" },
  { code: status.CANCELLED, details: "Call cancelled" },
  { code: status.INTERNAL, details: "Received RST_STREAM with code 2 (Internal server error)" },
];

test("streams of jobs go on after a proxy has lost the server", async (context) => {
  const fake = await FakeJobs.start(context);
  fake.items = [review(1)];
  fake.breaks = BREAKS.map((error) => [error, 0]);
  assert.equal((await toArray(fake.arbiter.jobResults({ jobId: "1" }))).length, 1);
  assert.equal(fake.named("streamJobResults").length, BREAKS.length + 1);
  fake.breaks = BREAKS.map((error) => [error, 0]);
  assert.deepEqual((await toArray(fake.arbiter.watchJob({ jobId: "1" }))).map(({ job: { id } }) => id), ["1"]);
  assert.deepEqual(fake.named("watchJob").map(({ jobId }) => jobId), Array(BREAKS.length + 1).fill("1"));
});

test("streams of jobs end with an error of the service or before an answer", async (context) => {
  const fake = await FakeJobs.start(context);
  const refusal = refusalFor("", { codeName: "UNKNOWN" });
  for (const broken of [[refusal, 0], [{ code: status.UNKNOWN, details: "" }]]) {
    fake.breaks = [broken];
    assert.equal((await errorFrom(toArray(fake.arbiter.jobResults({ jobId: "1" })))).code, "UNKNOWN");
  }
  assert.equal(fake.named("streamJobResults").length, 2);
});

test("a stream of results that breaks repeatedly in silence is not given up", async (context) => {
  const fake = await FakeJobs.start(context);
  fake.items = [review(1)];
  fake.breaks = [[UNAVAILABLE, 400], [UNAVAILABLE, 400], [refusalFor("OVERLOADED", { retryAfterMs: 1 }), 400]];
  const arbiter = new Arbiter(fake.address, { deadlineMs: 300 });
  context.after(() => arbiter.close());
  assert.equal((await toArray(arbiter.jobResults({ jobId: "1" }))).length, 1);
  assert.equal(fake.named("streamJobResults").length, 4);
});

test("the results come once and in order, however often the stream breaks", async (context) => {
  const fake = await FakeJobs.start(context);
  fake.items = Array.from({ length: 7 }, () => review(1));
  const results = await toArray(fake.arbiter.jobResults({ jobId: "1", order: "RESULT_ORDER_COMPLETION" }));
  assert.deepEqual(results.map(({ item }) => item), [0n, 1n, 2n, 3n, 4n, 5n, 6n]);
  const requests = fake.named("streamJobResults");
  assert.deepEqual(requests.map(({ cursor }) => cursor), ["", "2", "4", "6"]);
  assert.ok(requests.every(({ jobId, order }) => jobId === "1" && order === 1));
});

const GAMES = Array.from({ length: 5 }, (_, i) =>
  `[Event "${i}"]\n[Site "?"]\n\n1. e4 {a comment\n\n[Event in words]} e5 ${i % 2 ? "1-0" : "*"}\n\n`);

test("games are sent in several calls", async (context) => {
  const fake = await FakeJobs.start(context);
  const job = await fake.arbiter.submitJob({ pgn: GAME.repeat(2500), request: review(1) });
  assert.equal(job.items, 2500n);
  const parts = fake.named("addJobItems");
  assert.deepEqual(parts.map(({ firstItem }) => firstItem), [0n, 1000n, 2000n]);
  assert.equal(parts.map(({ games: { pgn } }) => pgn).join(""), GAME.repeat(2500));
});

for (const size of [1, 7, 1000]) {
  test(`a PGN text that comes in pieces of ${size} is cut only between games`, async () => {
    const text = GAMES.join("");
    const pieces = text.match(new RegExp(`[^]{1,${size}}`, "g"));
    const parts = (maxLength, maxItems) => toArray(partsOfPgn(pieces, { maxLength, maxItems }));
    assert.deepEqual(await parts(1000, 1), GAMES);
    assert.deepEqual(await parts(GAMES[0].length, 100), GAMES);
    assert.deepEqual(await parts(1000, 2), [GAMES.slice(0, 2).join(""), GAMES.slice(2, 4).join(""), GAMES[4]]);
    assert.deepEqual(await parts(1000, 100), [text]);
    assert.deepEqual(await toArray(partsOfPgn([text.replaceAll("\n", "\r\n")], { maxLength: 1000, maxItems: 1 })),
      GAMES.map((game) => game.replaceAll("\n", "\r\n")));
  });
}

test("a text without games has no parts, and one without places to cut is an error", async () => {
  const limits = { maxLength: 10, maxItems: 10 };
  assert.deepEqual(await toArray(partsOfPgn(["\n", " \n"], limits)), []);
  assert.deepEqual(await toArray(partsOfPgn(["1. e4 *"], limits)), ["1. e4 *"]);
  await assert.rejects(toArray(partsOfPgn(['[Event "a"]\n'.repeat(10)], limits)), /do not begin with the tag Event/);
});
