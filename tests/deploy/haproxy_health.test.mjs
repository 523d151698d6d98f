// What HAProxy does with the calls of replicas that drain, hang or die, tested with stubs.
import assert from "node:assert/strict";
import { constants } from "node:http2";
import { test } from "node:test";

import { startDnsServer } from "./dns_server.mjs";
import { freePort } from "./free_port.mjs";
import { call, emptyMessage, isUnavailable, notServing, openConnection, serving, start,
  startHaproxy, startStub, unary, until } from "./haproxy.mjs";

const batch = "/arbiter.v1.RulesService/Batch";
const perft = "/arbiter.v1.RulesService/Perft";
const session = "/arbiter.v1.AnalysisService/Session";
const health = { ":path": "/grpc.health.v1.Health/Check" };

// More than what HAProxy keeps for a retry.
const largeMessage = Buffer.alloc(100_000);

// A replica whose calls run until finish() is called, except for those of `unary`. The response of
// Batch begins at once.
const startSlowStub = async (context, ...where) => {
  const running = [];
  const stub = await startStub(context, (stream, headers) => {
    const begin = () => {
      stream.respond({ "content-type": "application/grpc" }, { waitForTrailers: true });
      stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
      stream.write(emptyMessage);
    };
    const end = () => {
      if (stream.destroyed) return;
      if (!stream.headersSent) begin();
      stream.end();
    };
    if (headers[":path"] === batch) begin();
    if (headers[":path"] === unary) end();
    else running.push(end);
  }, ...where);
  stub.finish = () => { for (const end of running.splice(0)) end(); };
  return stub;
};

const startAll = async (context, count) => {
  const stubs = [];
  for (let i = 0; i < count; ++i) stubs.push(await startSlowStub(context));
  const front = await startHaproxy(context, stubs.map(({ address }) => address));
  for (let i = 1; i <= count; ++i) {
    for (const backend of ["replicas", "health"]) await front.becomes("UP", `replica${i}`, backend);
  }
  return { stubs, ...front };
};

// Starts a call that runs until finish(), and returns it and its replica when it runs there.
const startCall = async (context, front, stubs, request = {}) => {
  const before = stubs.map((stub) => stub.calls().length);
  const started = start(openConnection(context, front), { ":path": perft, ...request });
  const hasNext = (stub) => stub.calls().length > before[stubs.indexOf(stub)];
  await until("a replica runs the call", () => stubs.some(hasNext));
  return { ...started, replica: stubs.find(hasNext) };
};

test("a replica that drains finishes its calls but gets no more", async (context) => {
  const { stubs: [stub], front, becomes, statusOf } = await startAll(context, 1);
  const running = await startCall(context, front, [stub]);

  stub.health = notServing;
  await becomes("NOLB");
  await becomes("NOLB", "replica1", "health");
  assert.equal((await call(context, front))["grpc-status"], "14");
  assert.equal((await call(context, front, health))["grpc-status"], "14");
  const checks = stub.all.length;
  await until("several checks have passed", () => stub.all.length > checks + 6);
  assert.equal(await statusOf("replica1"), "NOLB");
  stub.finish();
  assert.equal((await running.answer)["grpc-status"], "0");
  assert.equal(stub.calls().length, 1);

  // It exits, starts again, and drains before it has been ready.
  stub.refuse();
  stub.disconnect();
  await becomes("DOWN");
  stub.listen();
  await becomes("NOLB");
  assert.equal((await call(context, front))["grpc-status"], "14");
  stub.health = serving;
  await becomes("UP");
  await becomes("UP", "replica1", "health");
  assert.equal((await call(context, front))["grpc-status"], "0");
  assert.equal((await call(context, front, health))["grpc-status"], "0");
});

test("a replica that hangs while it drains is down, and its calls end", async (context) => {
  const { stubs: [stub], front, becomes } = await startAll(context, 1);
  const running = await startCall(context, front, [stub]);
  stub.health = notServing;
  await becomes("NOLB");
  stub.health = undefined;
  await becomes("DOWN");
  assert.ok(isUnavailable(await running.answer));
});

test("while one replica drains, the others get all calls", async (context) => {
  const { stubs, front, becomes } = await startAll(context, 3);
  stubs[1].health = notServing;
  await becomes("NOLB", "replica2");
  await becomes("NOLB", "replica2", "health");
  for (let i = 0; i < 6; ++i) {
    assert.equal((await call(context, front))["grpc-status"], "0");
    assert.equal((await call(context, front, health))["grpc-status"], "0");
  }
  assert.deepEqual(stubs.map((stub) => stub.calls().length), [6, 0, 6]);
});

test("while all replicas drain, their calls continue", async (context) => {
  const { stubs, front, becomes } = await startAll(context, 2);
  const running = [];
  for (let i = 0; i < 4; ++i) running.push(await startCall(context, front, stubs));
  for (const stub of stubs) stub.health = notServing;
  await becomes("NOLB", "replica1");
  await becomes("NOLB", "replica2");
  assert.equal((await call(context, front))["grpc-status"], "14");
  for (const stub of stubs) stub.finish();
  for (const { answer } of running) assert.equal((await answer)["grpc-status"], "0");
});

for (const [how, lose] of [
  ["hangs", (stub) => { stub.health = undefined; }],
  ["dies", (stub) => { stub.refuse(); stub.disconnect(); }],
]) {
  test(`if a replica ${how}, its calls are repeated or UNAVAILABLE, unless they have begun`,
    async (context) => {
      const { stubs, front, becomes } = await startAll(context, 2);
      const [lost, other] = stubs;
      const begin = async (request) => {
        const both = [];
        for (const _ of stubs) both.push(await startCall(context, front, stubs, request));
        return both.sort((one) => (one.replica === lost ? -1 : 1));
      };
      const small = await begin({});
      const large = await begin({ message: largeMessage });
      const open = await begin({ ":path": session, open: true });
      const begun = await begin({ ":path": batch });
      const begunAndOpen = await begin({ ":path": batch, open: true });
      for (const calls of [small, large, open, begun, begunAndOpen]) {
        assert.deepEqual(calls.map(({ replica }) => replica), [lost, other]);
      }
      await Promise.all([begun[0].begun, begunAndOpen[0].begun]);

      lose(lost);
      await until("the other replica has the small call", () => other.calls().length === 6);
      assert.ok(isUnavailable(await large[0].answer));
      assert.ok(isUnavailable(await open[0].answer));
      // HAProxy 2.6 cannot end a response with a gRPC code once it has begun.
      assert.equal((await begun[0].answer)["grpc-status"], undefined);
      assert.equal((await begunAndOpen[0].answer).reset, constants.NGHTTP2_CANCEL);
      await becomes("DOWN");
      other.finish();
      for (const { stream } of [open[1], begunAndOpen[1]]) stream.end();
      for (const { answer } of [...small, large[1], open[1], begun[1], begunAndOpen[1]]) {
        assert.equal((await answer)["grpc-status"], "0");
      }
      assert.equal((await call(context, front))["grpc-status"], "0");
    });
}

test("if the only replica hangs, its calls are UNAVAILABLE until it goes on", async (context) => {
  const { stubs: [stub], front, becomes } = await startAll(context, 1);
  const running = await startCall(context, front, [stub]);
  stub.health = undefined;
  assert.ok(isUnavailable(await running.answer));
  assert.equal((await call(context, front))["grpc-status"], "14");
  stub.health = serving;
  await becomes("UP");
  assert.equal((await call(context, front))["grpc-status"], "0");
});

test("the addresses of a DNS name are replicas, and one that leaves the name has time to finish",
  async (context) => {
    const port = await freePort();
    const stubs = [];
    for (const host of ["127.0.0.21", "127.0.0.22", "127.0.0.23"]) {
      stubs.push(await startSlowStub(context, host, port));
    }
    const [first, second, third] = stubs;
    let addresses = ["127.0.0.21", "127.0.0.22"];
    const nameServer = await startDnsServer(context, () => addresses);
    const { front, becomes } = await startHaproxy(context, [],
      { ARBITER_REPLICAS: `replicas.invalid:${port}` }, (text) => {
        const edited = text
          .replace(/^  parse-resolv-conf$/m, `  nameserver test ${nameServer.address}`)
          .replace(/^  hold obsolete 30s$/m, "  hold obsolete 10s");
        assert.equal(edited.split("\n").length, text.split("\n").length);
        assert.equal(edited.match(/nameserver test|hold obsolete 10s/g).length, 2);
        return edited;
      });
    for (const backend of ["replicas", "health"]) {
      for (const server of ["replica1", "replica2"]) await becomes("UP", server, backend);
    }
    const running = [];
    for (const _ of [first, second]) running.push(await startCall(context, front, stubs));
    assert.deepEqual(stubs.map((stub) => stub.calls().length), [1, 1, 0]);

    // All calls use one connection, because HAProxy limits how many a client opens in ten seconds.
    const client = openConnection(context, front);
    const callsOfFour = async () => {
      const before = stubs.map((stub) => stub.calls().length);
      for (let i = 0; i < 4; ++i) assert.equal((await start(client).answer)["grpc-status"], "0");
      return stubs.map((stub, index) => stub.calls().length - before[index]);
    };
    addresses = ["127.0.0.22", "127.0.0.23"];
    await until("the new address gets calls", async () => (await callsOfFour())[2] > 0);
    first.finish();
    second.finish();
    for (const { answer } of running) assert.equal((await answer)["grpc-status"], "0");
    const perfts = (stub) => stub.calls().filter((headers) => headers[":path"] === perft);
    assert.deepEqual(stubs.map((stub) => perfts(stub).length), [1, 1, 0], "no call is repeated");
    await until("the old address gets no calls",
      async () => (await callsOfFour()).join() === "0,2,2");

    // The name has no address any more, for example because the name servers are in trouble.
    addresses = [];
    const asked = nameServer.queries();
    await until("HAProxy has asked several times", () => nameServer.queries() > asked + 10);
    assert.deepEqual(await callsOfFour(), [0, 2, 2]);
  });
