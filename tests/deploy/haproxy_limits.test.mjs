// The traffic that HAProxy keeps away from the replicas, tested with stubs that record their calls.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { test } from "node:test";

import { deployed } from "./files.mjs";
import { call, emptyMessage, emptySettings, haproxyItself, openConnection, preface, proxyHeader,
  start, startHaproxy, startStub, unary, until } from "./haproxy.mjs";

const batch = "/arbiter.v1.RulesService/Batch";
const session = "/arbiter.v1.AnalysisService/Session";
const reflection = "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo";
const health = "/grpc.health.v1.Health/Check";

// Keeps each stream open, except for calls of `unary`.
const hold = (stream, headers) => {
  stream.respond({ "content-type": "application/grpc" },
    headers[":path"] === unary ? { endStream: true } : {});
};

const startBoth = async (context, environment, answer, edit) => {
  const stub = await startStub(context, answer);
  const { front, becomes } = await startHaproxy(context, [stub.address], environment, edit);
  await becomes("UP");
  return { stub, front };
};

test("a replica sees the client's own address, and no connection serves two clients",
  async (context) => {
    const { stub, front } = await startBoth(context);
    const clients = ["127.0.0.2", "127.0.0.3", "127.0.0.3"].map((from) =>
      openConnection(context, front, { from }));
    for (let round = 0; round < 10; ++round) {
      for (const [number, client] of clients.entries()) {
        const answer = await start(client, { "x-number": String(number) }).answer;
        assert.equal(answer["grpc-status"], "0");
      }
    }
    assert.equal(stub.calls().length, 30);
    for (const { client, "x-number": number } of stub.calls()) {
      const { localAddress, localPort } = clients[number].socket;
      assert.equal(client, `${localAddress}:${localPort}`);
    }
    assert.ok(stub.all.some(({ client }) => client === haproxyItself), "no health checks");
  });

test("compressed requests do not reach a replica", async (context) => {
  const { stub, front } = await startBoth(context);
  for (const headers of [{ "grpc-encoding": "deflate" }, { "grpc-encoding": "gzip" },
    { "grpc-encoding": ["identity", "gzip"] }, { "grpc-encoding": "identity, gzip" },
    { "grpc-encoding": "" }, { "content-encoding": "gzip" }]) {
    const answer = await call(context, front, headers);
    assert.equal(answer["grpc-status"], "12", JSON.stringify(headers));
    assert.equal(answer["grpc-accept-encoding"], "identity");
  }
  assert.equal(stub.calls().length, 0);
  const answer = await call(context, front, { "grpc-encoding": "identity" });
  assert.equal(answer["grpc-status"], "0");
});

test("a request that does not arrive in time fails and reaches no replica", async (context) => {
  const { stub, front } = await startBoth(context, { ARBITER_REQUEST_TIME: "200ms" }, hold);
  const client = openConnection(context, front);
  for (const message of [null, emptyMessage.subarray(0, 3), emptyMessage]) {
    const { answer } = start(client, { message, open: true });
    const fields = await answer;
    assert.equal(fields[":status"], 200);
    assert.equal(fields["grpc-status"], "4");
  }
  assert.equal(stub.calls().length, 0);
  // The first message of a stream may arrive at any time, so streams are forwarded without one.
  const streams = [batch, session, reflection].map((path) =>
    start(client, { ":path": path, message: null, open: true }));
  await until("the streams reach the replica", () => stub.calls().length === 3);
  assert.equal((await start(client, { message: null, open: true }).answer)["grpc-status"], "4");
  for (const { stream } of streams) assert.equal(stream.closed, false);
});

test("a large request arrives completely", async (context) => {
  let received = 0;
  const { front } = await startBoth(context, {}, (stream) => {
    stream.on("data", (part) => { received += part.length; });
    stream.on("end", () => {
      stream.respond({ ":status": 200, "grpc-status": "0" }, { endStream: true });
    });
  });
  const answer = await call(context, front, { message: Buffer.alloc(3_000_000) });
  assert.equal(answer["grpc-status"], "0");
  assert.equal(received, 3_000_000);
});

// Expects that a silent stream ends, but that a call with a slow answer does not. Returns whether a
// busy stream continues if streams may be silent for this long.
const busyStreamContinues = async (context, seconds) => {
  const endings = [];
  const environment = { ARBITER_SILENCE: `${seconds}s` };
  const { front } = await startBoth(context, environment, (stream, headers) => {
    stream.respond({ "content-type": "application/grpc" }, { waitForTrailers: true });
    stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
    if (headers[":path"] !== batch) endings.push(() => stream.end(emptyMessage));
  });
  const client = openConnection(context, front);
  const slow = start(client, { ":path": "/arbiter.v1.AnalysisService/Analyze" });
  const busy = start(client, { ":path": batch, open: true });
  const writes = setInterval(() => {
    if (!busy.stream.destroyed) busy.stream.write(emptyMessage);
  }, 100);
  context.after(() => clearInterval(writes));
  const silent = start(client, { ":path": batch, open: true });
  assert.notEqual((await silent.answer)["grpc-status"], "0");
  const continues = !busy.stream.closed;
  assert.equal(slow.stream.closed, false);
  for (const end of endings) end();
  assert.equal((await slow.answer)["grpc-status"], "0");
  return continues;
};

test("silent streams end, but busy ones and calls with slow answers do not", async (context) => {
  // On a busy machine, the writes may come at intervals longer than a second.
  for (let seconds = 1; !await busyStreamContinues(context, seconds); seconds *= 4) {
    assert.ok(seconds < 60, "the busy stream always ends");
  }
});

test("many calls at once on one connection all succeed", async (context) => {
  const { stub, front } = await startBoth(context);
  const client = openConnection(context, front);
  for (let round = 0; round < 3; ++round) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => start(client).answer));
    for (const answer of answers) assert.equal(answer["grpc-status"], "0");
  }
  assert.equal(stub.calls().length, 150);
});

test("silent connections and streams with unread answers end", async (context) => {
  let ended = false;
  const { front } = await startBoth(context, {}, (stream) => {
    stream.on("close", () => { ended = true; });
    stream.respond({ "content-type": "application/grpc" });
    stream.end(Buffer.alloc(3_000_000));
  }, (text) => {
    const edited = text.replace(/^  timeout client 1m$/m, "  timeout client 1s")
      .replace(/^  timeout http-request 5s$/m, "  timeout http-request 1s");
    assert.notEqual(edited, text);
    return edited;
  });
  const silent = [undefined, Buffer.concat([preface, emptySettings])]
    .map((bytes) => {
      const socket = connect(front, "127.0.0.1").on("error", () => {}).resume();
      context.after(() => socket.destroy());
      if (bytes) socket.write(bytes);
      return socket;
    });
  const client = openConnection(context, front, { settings: { initialWindowSize: 0 } });
  const { stream } = start(client);
  await until("HAProxy has ended the connections and the stream",
    () => ended && stream.closed && silent.every((socket) => socket.destroyed));
});

const assertExhausted = async (pending, message) => {
  const answer = await pending;
  assert.equal(answer["grpc-status"], "8");
  assert.match(answer["grpc-message"], message);
};

test("concurrent streams of an address are limited across its connections", async (context) => {
  const { stub, front } = await startBoth(context, { ARBITER_CALLS_AT_ONCE: "3" }, hold);
  const open = () => start(openConnection(context, front), { ":path": batch, open: true });
  const held = [open(), open(), open()];
  await until("three streams are open", () => stub.calls().length === 3);
  await assertExhausted(call(context, front), /too many concurrent calls/);
  assert.equal((await call(context, front, {}, "127.0.0.2"))[":status"], 200);
  held[0].stream.close();
  const client = openConnection(context, front);
  await until("another call is accepted", async () =>
    (await start(client).answer)["grpc-status"] === undefined);
});

test("concurrent long calls of an address are limited, but not its short ones",
  async (context) => {
    const { stub, front } = await startBoth(context, { ARBITER_LONG_CALLS_AT_ONCE: "2" }, hold);
    const client = openConnection(context, front);
    const perft = { ":path": "/arbiter.v1.RulesService/Perft" };
    start(client, perft);
    start(client, { ":path": session, open: true });
    await until("two long calls are open", () => stub.calls().length === 2);
    await assertExhausted(start(client, perft).answer, /too many concurrent long calls/);
    assert.equal((await start(client).answer)["grpc-status"], undefined);
    assert.equal((await call(context, front, {}, "127.0.0.2"))[":status"], 200);
  });

test("an address has at most four reflection streams, independently of others", async (context) => {
  const { stub, front } = await startBoth(context, {}, hold);
  const client = openConnection(context, front);
  const list = { ":path": reflection, open: true };
  for (let i = 0; i < 4; ++i) start(client, list);
  await until("four streams are open", () => stub.calls().length === 4);
  await assertExhausted(start(client, list).answer, /too many concurrent reflection streams/);
  start(openConnection(context, front, { from: "127.0.0.2" }), list);
  await until("another address has a stream", () => stub.calls().length === 5);
});

test("the bytes of an address in 10 s are limited", async (context) => {
  const { front } = await startBoth(context, { ARBITER_BYTES_IN_10S: "100000" });
  await call(context, front, { message: Buffer.alloc(200_000) });
  await assertExhausted(call(context, front), /too many bytes/);
  assert.equal((await call(context, front, {}, "127.0.0.2"))["grpc-status"], "0");
});

test("the connections of an address are limited", async (context) => {
  const { front } = await startBoth(context, { ARBITER_CONNECTIONS: "2" });
  const [one, two] = [openConnection(context, front), openConnection(context, front)];
  for (const client of [one, two]) assert.equal((await start(client).answer)["grpc-status"], "0");
  assert.ok((await call(context, front)).error);
  assert.equal((await call(context, front, {}, "127.0.0.2"))["grpc-status"], "0");
  assert.equal((await start(one).answer)["grpc-status"], "0");
});

test("if the replicas are full, calls are RESOURCE_EXHAUSTED and health checks succeed",
  async (context) => {
    const { stub, front } = await startBoth(context, { ARBITER_CALLS_OF_REPLICA: "2" }, hold);
    const client = openConnection(context, front);
    for (let i = 0; i < 2; ++i) start(client, { ":path": batch, open: true });
    await until("two streams are open", () => stub.calls().length === 2);
    await assertExhausted(call(context, front, {}, "127.0.0.2"), /the replicas have too many calls/);
    const answer = await call(context, front, { ":path": health }, "127.0.0.2");
    assert.equal(answer["grpc-status"], "0");
  });

test("all addresses of an IPv6 /64 count as one client", async (context) => {
  const proxied = (text) => text.replace(/^(  bind .* v6only)$/m, "$1 accept-proxy")
    .replaceAll("tcp-request connection", "tcp-request session");
  const environment = { ARBITER_CALLS_AT_ONCE: "2", ARBITER_CONNECTIONS: "4" };
  const { stub, front } = await startBoth(context, environment, undefined, (text) => {
    assert.notEqual(proxied(text), text);
    return proxied(text);
  });
  const from = (address) => openConnection(context, front, { preamble: proxyHeader(address) });
  const heldStream = { ":path": batch, open: true };
  start(from("2001:db8:1:2::1"), heldStream);
  start(from("2001:db8:1:2:ffff:ffff:ffff:ffff"), heldStream);
  await until("two streams are open", () => stub.calls().length === 2);
  await assertExhausted(start(from("2001:db8:1:2:3::4")).answer, /too many concurrent calls/);
  assert.equal((await start(from("2001:db8:1:3::1")).answer)["grpc-status"], "0");
  await assertExhausted(start(from("2001:db8:1:2::5")).answer, /too many concurrent calls/);
  const fifth = await start(from("2001:db8:1:2::6")).answer;
  assert.equal(fifth[":status"], undefined, "a fifth connection of the /64");
  assert.equal((await start(from("2001:db8:1:3::2")).answer)["grpc-status"], "0");
});

test("calls to unknown services do not reach a replica", async (context) => {
  const { stub, front } = await startBoth(context);
  for (const path of ["/", "/arbiter.v2.RulesService/LegalMoves", "/grpc.health.v2.Health/Check"]) {
    assert.equal((await call(context, front, { ":path": path }))["grpc-status"], "12");
  }
  assert.equal(stub.calls().length, 0);
});

test("the methods that the configuration lists agree with the services", () => {
  const config = deployed("haproxy/haproxy.cfg");
  const named = (acl) => new Set([...config.matchAll(new RegExp(`^  acl ${acl} path (.*)$`, "gm"))]
    .flatMap(([, paths]) => paths.split(" ")));
  const methods = ["rules_service", "analysis_service", "job_service"].flatMap((file) => {
    const url = new URL(`../../proto/arbiter/v1/${file}.proto`, import.meta.url);
    const text = readFileSync(url, "utf8");
    const [, service] = text.match(/^service (\w+)/m);
    return [...text.matchAll(/^  rpc (\w+)\((stream )?\w+\) returns \((stream )?/gm)]
      .map(([, name, streamsRequests, streamsResponses]) =>
        ({ path: `/arbiter.v1.${service}/${name}`, streamsRequests, streamsResponses }));
  });
  assert.ok(methods.length > 10);
  const paths = (filter) => methods.filter(filter).map(({ path }) => path);
  assert.deepEqual(named("is_stream"), new Set(paths((method) => method.streamsRequests)));
  for (const path of paths((method) => method.streamsResponses)) {
    assert.ok(named("is_long").has(path), path);
  }
  assert.deepEqual([...named("is_long")].filter((path) => !paths(() => true).includes(path)), []);
});
