// Plain HTTP through HAProxy, on the same port as gRPC.
import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { request as requestTls } from "node:https";
import { connect } from "node:net";
import { test } from "node:test";

import { makeCertificates } from "./certificates.mjs";
import { call, emptyMessage, openConnection, start, startHaproxy, startReplica, until } from "./haproxy.mjs";

const legalMoves = "/arbiter.v1.RulesService/LegalMoves";
const perft = "/arbiter.v1.RulesService/Perft";
const makruk = '{"position":{"variant":"makruk"}}';

/**
 * Starts HAProxy with replicas that also serve plain HTTP, and waits until HAProxy has found that out.
 * Returns the replicas and what startHaproxy() returns.
 */
const startAll = async (context, { replicas: count = 1, flags = [], environment = {}, edit } = {}) => {
  const replicas = [];
  const http = {};
  for (let i = 1; i <= count; ++i) {
    const replica = await startReplica(context, "--http-listen", "127.0.0.1:0", ...flags);
    replicas.push(replica);
    http[`ARBITER_HTTP_REPLICA_${i}`] = replica.http;
  }
  const started = await startHaproxy(context, replicas.map(({ address }) => address),
    { ...http, ...environment }, edit);
  for (let i = 1; i <= count; ++i) {
    await started.becomes("UP", `replica${i}`);
    await started.becomes("UP", `replica${i}`, "http_replicas");
  }
  return { replicas, ...started };
};

/**
 * Sends a request through HTTP/1.1 and returns its answer; throws if there is none. Like curl and browsers,
 * repeats a request if a connection that was used before has ended without any answer.
 */
const send = (port, { path = legalMoves, method = "POST", body = makruk, from = "127.0.0.1", headers = {},
  send: sendWith = request, ...options } = {}) => new Promise((resolve, reject) => {
  const sent = sendWith({ port, host: "127.0.0.1", localAddress: from, path, method,
    headers: { "content-type": "application/json", ...headers }, ...options }, async (response) => {
    let text = "";
    response.setEncoding("utf8").on("data", (part) => { text += part; }).on("error", reject);
    response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, text }));
  });
  sent.on("error", (error) => {
    if (!sent.reusedSocket || error.code !== "ECONNRESET") return reject(error);
    return resolve(send(port, { path, method, body, from, headers, send: sendWith, ...options }));
  });
  sent.end(method === "GET" ? undefined : body);
});

const codeOf = ({ headers, text }) => {
  assert.match(headers["content-type"], /^application\/json/);
  return JSON.parse(text).code;
};

test("gRPC, JSON over HTTP/1.1 and HTTP/2, and the pages share a port", async (context) => {
  const { front, replicas: [replica] } = await startAll(context);
  const direct = await send(front);
  assert.equal(direct.status, 200, direct.text);
  assert.equal(JSON.parse(direct.text).texts.length, 23);
  const page = await send(front, { method: "GET", path: "/openapi.json" });
  assert.equal(JSON.parse(page.text).openapi, "3.1.0");
  assert.equal((await call(context, front))["grpc-status"], "0");
  const session = openConnection(context, front, { from: "127.0.0.2" });
  const { stream, answer } = start(session, { ":path": legalMoves, "content-type": "application/json",
    message: Buffer.from(makruk) });
  let text = "";
  stream.setEncoding("utf8").on("data", (part) => { text += part; });
  assert.equal((await answer)[":status"], 200);
  assert.equal(text, direct.text);
  await until("the log names the client", () =>
    replica.log.some(({ method, peer }) => method === "LegalMoves" && peer.includes("127.0.0.2")));
});

test("streams arrive as they are sent, and end when the client goes", async (context) => {
  const { front, replicas: [replica] } = await startAll(context);
  const message = Buffer.from('{"position":{"variant":"makruk"},"limits":{"infinite":true}}');
  const envelope = Buffer.concat([Buffer.alloc(5), message]);
  envelope.writeUInt32BE(message.length, 1);
  const sent = request({ port: front, host: "127.0.0.1", path: "/arbiter.v1.AnalysisService/Analyze",
    method: "POST", headers: { "content-type": "application/connect+json" } }).on("error", () => {});
  sent.end(envelope);
  const [response] = await once(sent, "response");
  await once(response, "data");
  const running = () => replica.metric("arbiter_in_flight_requests");
  assert.equal(await running(), 1);
  sent.destroy();
  await until("the analysis ends", async () => await running() === 0);
});

test("a call ends when its client goes", async (context) => {
  const { front, replicas: [replica] } = await startAll(context);
  const running = () => replica.metric("arbiter_in_flight_requests");
  const sent = request({ port: front, host: "127.0.0.1", path: perft, method: "POST",
    headers: { "content-type": "application/json" } }).on("error", () => {});
  sent.end('{"position":{"variant":"chak"},"depth":9}');
  await until("the call runs", async () => await running() === 1);
  sent.destroy();
  const begin = performance.now();
  await until("the call ends", async () => await running() === 0);
  assert.ok(performance.now() - begin < 20_000, "the call ended by itself");
});

test("TLS serves HTTP/1.1 and HTTP/2 alike", async (context) => {
  const files = makeCertificates(context);
  const { front } = await startAll(context, { environment: { ARBITER_FRONT_CERTIFICATE: files.certificate } });
  const ca = readFileSync(files.authority);
  assert.equal((await send(front, { send: requestTls, ca })).status, 200);
  assert.equal((await call(context, front, {}, undefined, { ca }))["grpc-status"], "0");
});

test("without a port for plain HTTP, the front says that it serves gRPC only", async (context) => {
  const { front } = await startHaproxy(context, ["127.0.0.1:1"]);
  const answer = await send(front);
  assert.equal(answer.status, 404);
  assert.match(answer.text, /^Only gRPC is served here/);
});

test("errors of the front are those of Connect", async (context) => {
  const { front, becomes, replicas: [replica] } = await startAll(context,
    { environment: { ARBITER_REQUEST_TIME: "200ms", ARBITER_LONG_CALLS_AT_ONCE: "1" } });
  const watch = await send(front, { path: "/grpc.health.v1.Health/Watch", body: "{}" });
  assert.equal(watch.status, 501);
  assert.equal(codeOf(watch), "unimplemented");

  const late = connect(front, "127.0.0.1").setEncoding("utf8");
  context.after(() => late.destroy());
  late.write(`POST ${legalMoves} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n`
    + "content-length: 100\r\n\r\n{");
  const [text] = await once(late, "data");
  assert.match(text, /^HTTP\/1.1 504 .*"code":"deadline_exceeded"/s);

  // A deep count keeps the only place for long calls.
  const long = send(front, { path: perft, body: '{"position":{"variant":"chak"},"depth":9}' }).catch(() => {});
  await until("the long call runs", async () => await replica.metric("arbiter_in_flight_requests") > 0);
  const second = await send(front, { path: perft, body: '{"position":{"variant":"chak"},"depth":1}' });
  assert.equal(second.status, 429);
  assert.equal(codeOf(second), "resource_exhausted");
  assert.match(second.text, /too many concurrent long calls/);
  assert.equal((await send(front)).status, 200);

  await replica.stop();
  await long;
  await becomes("DOWN", "replica1", "http_replicas");
  const none = await send(front);
  assert.equal(none.status, 503);
  assert.equal(codeOf(none), "unavailable");
});

test("too many calls from an address are refused, and moves that are not legal are no attack", async (context) => {
  const { front } = await startAll(context, { environment: { ARBITER_CALLS_IN_10S: "1000" } });
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  context.after(() => agent.destroy());
  const illegal = { agent, path: "/arbiter.v1.RulesService/ApplyMoves",
    body: '{"position":{"variant":"makruk"},"actions":["e3e5"]}' };
  for (let i = 0; i < 400; ++i) assert.equal(codeOf(await send(front, illegal)), "failed_precondition");
  assert.equal((await send(front)).status, 200);
  const statuses = [];
  for (let i = 0; i < 1500 && !statuses.includes(429); ++i) statuses.push((await send(front, illegal)).status);
  assert.equal(statuses.at(-1), 429);
  assert.equal(codeOf(await send(front, illegal)), "resource_exhausted");
  assert.equal((await send(front, { from: "127.0.0.2" })).status, 200);
});

test("no request can be hidden in another one", async (context) => {
  const { front } = await startAll(context);
  const head = `POST ${legalMoves} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n`;
  const hidden = "GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n";
  for (const ambiguous of [
    `content-length: ${makruk.length}\r\ncontent-length: 0\r\n\r\n${makruk}`,
    `content-length: ${hidden.length + 5}\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    "transfer-encoding: xchunked\r\n\r\n0\r\n\r\n",
    "transfer-encoding: chunked\r\ntransfer-encoding: identity\r\n\r\n0\r\n\r\n",
    "content-length : 0\r\n\r\n",
  ]) {
    const socket = connect(front, "127.0.0.1").setEncoding("utf8").on("error", () => {});
    context.after(() => socket.destroy());
    let text = "";
    socket.on("data", (part) => { text += part; });
    socket.end(`${head}${ambiguous}${hidden}`);
    await once(socket, "close");
    assert.deepEqual(text.match(/HTTP\/1\.[01] \d+/g), ["HTTP/1.1 400"], ambiguous);
  }
});

test("a flood of connections and broken requests disturbs no other client", async (context) => {
  const { front } = await startAll(context);
  const sockets = new Set();
  let over = false;
  const flood = (async () => {
    while (!over) {
      for (let i = 0; i < 20; ++i) {
        const socket = connect({ port: front, host: "127.0.0.1", localAddress: "127.0.0.66" });
        sockets.add(socket);
        socket.on("error", () => {}).on("close", () => sockets.delete(socket)).resume();
        socket.end(i % 2 ? `POST ${legalMoves} HTTP/1.1\r\n\r\n`.repeat(200) : Buffer.alloc(60_000, "x"));
      }
      await new Promise((resolve) => { setTimeout(resolve, 10); });
    }
    for (const socket of sockets) socket.destroy();
  })();
  const agent = new Agent({ keepAlive: true });
  context.after(() => agent.destroy());
  for (let i = 0; i < 300; ++i) assert.equal((await send(front, { agent })).status, 200);
  over = true;
  await flood;
});

test("when a replica is killed, no call fails", async (context) => {
  const { front, replicas, becomes } = await startAll(context, { replicas: 2 });
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  context.after(() => agent.destroy());
  const expected = (await send(front, { agent })).text;
  let over = false;
  let calls = 0;
  const client = async () => {
    while (!over) {
      const answer = await send(front, { agent });
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.text, expected);
      ++calls;
    }
  };
  const clients = Promise.all(Array.from({ length: 8 }, client));
  await until("calls are made", () => calls > 200);
  await replicas[0].stop();
  await becomes("DOWN", "replica1", "http_replicas");
  const killed = calls;
  await until("calls are made by the other replica", () => calls > killed + 200);
  over = true;
  await clients;
});

test("a replica that drains gets no more calls, and finishes those that it has", async (context) => {
  const { front, replicas, becomes } = await startAll(context,
    { replicas: 2, flags: ["--drain-delay-ms", "3000"] });
  replicas[0].signal("SIGTERM");
  await becomes("NOLB", "replica1", "http_replicas");
  for (let i = 0; i < 20; ++i) assert.equal((await send(front)).status, 200);
  assert.equal(replicas[0].log.filter(({ method }) => method === "LegalMoves").length, 0);
  assert.equal((await call(context, front, { message: emptyMessage }))["grpc-status"], "0");
});
