// Jobs, with a service that keeps them in memory and breaks connections.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Server, ServerCredentials, status } from "@grpc/grpc-js";
import { Arbiter, JobService, JobState, create, fromBinary, toBinary } from "@arbiter-chess/client";

import { partsOfPgn } from "../dist/pgn_games.js";
import { errorFrom, toArray } from "./fixture.mjs";

const UNAVAILABLE = { code: status.UNAVAILABLE, details: "gone" };

/** A service with one job, which calls `fail(method, number of the call)` before each call. */
class FakeJobs {
  requests = [];
  items = [];
  state = JobState.OPEN;
  #server = new Server();
  #calls = {};

  static async start(context, fail = () => undefined) {
    const fake = new FakeJobs();
    const job = () => ({ id: "1", state: fake.state, items: BigInt(fake.items.length) });
    const answers = {
      createJob: () => ({ job: job() }),
      addJobItems: ({ firstItem, requests, games }) => {
        // Games of this test end with an asterisk.
        const items = games === undefined ? requests
          : Array.from({ length: games.pgn.match(/\*/g).length }, () => games.request);
        fake.items.splice(Number(firstItem), items.length, ...items);
        return { items: BigInt(fake.items.length) };
      },
      startJob: () => {
        fake.state = JobState.RUNNING;
        return { job: job() };
      },
      retryFailedItems: () => ({ job: job() }),
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
        const error = fail(localName, fake.#calls[localName]);
        // The work is done, but the answer is lost.
        const answer = answers[localName](call.request);
        if (error === undefined) respond(null, answer);
        else respond(error);
      };
    }
    handlers.waitJob = (_, respond) => { setTimeout(() => respond(null, { job: job() }), 300); };
    handlers.streamJobResults = (call) => {
      fake.requests.push(["streamJobResults", call.request]);
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

test("items go on where an earlier call ended; games do not, because their number is not known", async (context) => {
  const fake = await FakeJobs.start(context);
  fake.items = [review(1)];
  const settings = { idempotencyKey: "a key" };
  await assert.rejects(fake.arbiter.submitJob({ pgn: "*", request: review(1) }, settings), /delete it, or use/);
  const job = await fake.arbiter.submitJob({ requests: [review(1), review(2)] }, settings);
  assert.equal(job.items, 2n);
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
  const game = '[Event "a"]\n\n1. e4 e5 *\n\n';
  const job = await fake.arbiter.submitJob({ pgn: game.repeat(2500), request: review(1) });
  assert.equal(job.items, 2500n);
  const parts = fake.named("addJobItems");
  assert.deepEqual(parts.map(({ firstItem }) => firstItem), [0n, 1000n, 2000n]);
  assert.equal(parts.map(({ games: { pgn } }) => pgn).join(""), game.repeat(2500));
});

for (const size of [1, 7, 1000]) {
  test(`a PGN text that comes in pieces of ${size} is cut only between games`, async () => {
    const text = GAMES.join("");
    const pieces = text.match(new RegExp(`[^]{1,${size}}`, "g"));
    const parts = (maxLength, maxGames) => toArray(partsOfPgn(pieces, maxLength, maxGames));
    assert.deepEqual(await parts(1000, 1), GAMES);
    assert.deepEqual(await parts(GAMES[0].length, 100), GAMES);
    assert.deepEqual(await parts(1000, 2), [GAMES.slice(0, 2).join(""), GAMES.slice(2, 4).join(""), GAMES[4]]);
    assert.deepEqual(await parts(1000, 100), [text]);
    assert.deepEqual(await toArray(partsOfPgn([text.replaceAll("\n", "\r\n")], 1000, 1)),
      GAMES.map((game) => game.replaceAll("\n", "\r\n")));
  });
}

test("a text without games has no parts, and one without places to cut is an error", async () => {
  assert.deepEqual(await toArray(partsOfPgn(["\n", " \n"], 10, 10)), []);
  assert.deepEqual(await toArray(partsOfPgn(["1. e4 *"], 10, 10)), ["1. e4 *"]);
  await assert.rejects(toArray(partsOfPgn(['[Event "a"]\n'.repeat(10)], 10, 10)), /do not begin with the tag Event/);
});
