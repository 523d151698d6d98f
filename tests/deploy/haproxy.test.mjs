import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { test } from "node:test";

import { makeCertificates } from "./certificates.mjs";
import { call, config, emptySettings, frame, haproxy, headersFrame, openConnection, preface,
  start, startHaproxy, startReplica, until } from "./haproxy.mjs";

// Every combination of one choice of each kind.
const combine = (...kinds) => kinds.reduce((all, choices) =>
  all.flatMap((one) => choices.map((other) => ({ ...one, ...other }))), [{}]);

test("HAProxy accepts its configuration without warnings, whatever variables are set",
  (context) => {
    const { certificate, authority } = makeCertificates(context);
    const environments = combine(
      [{}, { ARBITER_FRONT: "127.0.0.1:443,[::1]:443" }, { ARBITER_FRONT: ":443,:::443" }],
      [{}, { ARBITER_FRONT_CERTIFICATE: certificate },
        { ARBITER_FRONT_CERTIFICATE: certificate, ARBITER_FRONT_CLIENT_CA: authority }],
      [{}, { ARBITER_REPLICA_2: "127.0.0.1:2" }, { ARBITER_REPLICA_3: "[::1]:3" },
        { ARBITER_REPLICA_1: "127.0.0.1:1", ARBITER_REPLICA_2: "127.0.0.1:2",
          ARBITER_REPLICA_3: "127.0.0.1:3" },
        { ARBITER_REPLICAS: "replicas.invalid:50051" },
        { ARBITER_HTTP_REPLICA_1: "127.0.0.1:81" },
        { ARBITER_HTTP_REPLICA_1: "127.0.0.1:81", ARBITER_HTTP_REPLICA_2: "127.0.0.1:82",
          ARBITER_HTTP_REPLICA_3: "[::1]:83" },
        { ARBITER_REPLICAS: "replicas.invalid:50051", ARBITER_HTTP_REPLICAS: "replicas.invalid:50080" }],
      [{}, { ARBITER_SOURCE: "127.0.0.9" }]);
    for (const env of environments) {
      const { status, stderr } =
        spawnSync(haproxy, ["-c", "-dW", "-f", config], { encoding: "utf8", env });
      assert.equal(status, 0, `${JSON.stringify(env)}\n${stderr}`);
    }
  });

test("the log of a replica names the client's own address", async (context) => {
  const { log, address } = await startReplica(context);
  const { front } = await startHaproxy(context, [address]);
  const client = openConnection(context, front, { from: "127.0.0.2" });
  assert.equal((await start(client).answer)["grpc-status"], "0");
  const { localPort } = client.socket;
  await until("the call is logged", () =>
    log.some(({ method, peer }) => method === "ListVariants"
      && peer.includes("127.0.0.2") && peer.endsWith(`:${localPort}`)));
});

test("a server of another protocol gets no calls, and without a replica calls are UNAVAILABLE",
  async (context) => {
    const other = createServer((socket) => {
      socket.on("error", () => {}).end("HTTP/1.1 200 OK\r\n\r\n");
    }).listen(0, "127.0.0.1");
    context.after(() => other.close());
    await once(other, "listening");
    const { front, becomes } = await startHaproxy(context, [`127.0.0.1:${other.address().port}`]);
    await becomes("DOWN");
    const refused = await call(context, front);
    assert.equal(refused[":status"], 200);
    assert.equal(refused["content-type"], "application/grpc");
    assert.equal(refused["grpc-status"], "14");
  });

test("too many calls from one address are RESOURCE_EXHAUSTED, and only gRPC is accepted",
  async (context) => {
    const { address } = await startReplica(context);
    const { front } = await startHaproxy(context, [address], { ARBITER_CALLS_IN_10S: "5" });
    assert.equal((await call(context, front, { ":method": "GET" }))[":status"], 404);
    assert.equal((await call(context, front, { "content-type": "text/html" }))[":status"], 404);
    for (let i = 0; i < 3; ++i) assert.equal((await call(context, front))["grpc-status"], "0");
    // The next call is refused, unless the first ones were made more than 10 s ago.
    let refused = {};
    await until("a call is refused", async () => {
      refused = await call(context, front);
      return refused["grpc-status"] !== "0";
    });
    assert.equal(refused[":status"], 200);
    assert.equal(refused["content-type"], "application/grpc");
    assert.equal(refused["grpc-status"], "8");
  });

test("Health/Watch is refused as UNIMPLEMENTED before a replica is called",
  async (context) => {
    const { front } = await startHaproxy(context, ["127.0.0.1:1"]);
    const answer = await call(context, front, { ":path": "/grpc.health.v1.Health/Watch" });
    assert.equal(answer[":status"], 200);
    assert.equal(answer["content-type"], "application/grpc");
    assert.equal(answer["grpc-status"], "12");
  });

test("headers above 32 KiB are refused, and the next call succeeds", async (context) => {
  const { address } = await startReplica(context);
  const { front } = await startHaproxy(context, [address]);
  const huge = await call(context, front, { "x-huge": "x".repeat(60_000) });
  assert.notEqual(huge["grpc-status"], "0");
  assert.equal((await call(context, front))["grpc-status"], "0");
});

test("a flood of reset streams does not affect calls on other connections",
  async (context) => {
    const { address } = await startReplica(context);
    const { front } = await startHaproxy(context, [address], { ARBITER_CALLS_IN_10S: "1000000" });
    const frames = [preface, emptySettings];
    for (let stream = 1; stream < 40_000; stream += 2) {
      frames.push(headersFrame(stream), frame(3, 0, stream, Buffer.from([0, 0, 0, 8])));
    }
    const socket = connect(front, "127.0.0.1").on("error", () => {}).resume();
    context.after(() => socket.destroy());
    await new Promise((written) => { socket.write(Buffer.concat(frames), written); });
    for (let i = 0; i < 20; ++i) assert.equal((await call(context, front))["grpc-status"], "0");
  });
