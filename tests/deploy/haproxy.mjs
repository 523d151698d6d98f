// Starts HAProxy with deploy/haproxy/haproxy.cfg on free ports, with replicas and clients.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect as connectHttp2, createServer as createHttp2Server } from "node:http2";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";

import { Arbiterd } from "../support/arbiterd.mjs";
import { eventually } from "../support/waiting.mjs";
import { deployFolder } from "./files.mjs";
import { freePort } from "./free_port.mjs";

export const haproxy = "/usr/sbin/haproxy";
export const config = `${deployFolder}/haproxy/haproxy.cfg`;

/** The address from which HAProxy connects; replicas trust the PROXY protocol only from there. */
const haproxyAddress = "127.0.0.9";

/** An empty gRPC message. */
export const emptyMessage = Buffer.alloc(5);

/** Fails the test unless the condition becomes true within this time. */
export const within = async (seconds, description, condition) =>
  assert.ok(await eventually(condition, seconds), `not within ${seconds} s: ${description}`);

const writeConfig = (context, text) => {
  const folder = mkdtempSync(join(tmpdir(), "arbiter_haproxy_"));
  context.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "haproxy.cfg"), text);
  return join(folder, "haproxy.cfg");
};

/**
 * Starts HAProxy with one replica at this address. `environment` has additional settings, and
 * `edit` changes the text of the configuration. HAProxy ends with the test. Returns its port, and
 * a function that returns the status of a server, such as `UP`.
 */
export const startHaproxy = async (context, replica, environment = {}, edit = undefined) => {
  const file = edit ? writeConfig(context, edit(readFileSync(config, "utf8"))) : config;
  const [front, stats] = [await freePort(), await freePort()];
  const process_ = spawn(haproxy, ["-db", "-f", file], { stdio: "ignore", env: { ...environment,
    ARBITER_FRONT: `127.0.0.1:${front}`, ARBITER_STATS: `127.0.0.1:${stats}`,
    ARBITER_REPLICA_1: replica, ARBITER_SOURCE: haproxyAddress } });
  context.after(() => process_.kill("SIGKILL"));
  const statusOf = async (server) => {
    const rows = await (await fetch(`http://127.0.0.1:${stats}/;csv`)).text();
    return rows.match(new RegExp(`^replicas,${server},(?:[^,]*,){15}([^,]*),`, "m"))[1];
  };
  await within(10, "HAProxy answers", () => statusOf("replica1").catch(() => false));
  return { front, statusOf };
};

const proxySignature = Buffer.from("0d0a0d0a000d0a515549540a", "hex");

/** Makes a PROXY protocol header, version 2, of a client at this IPv6 address. */
export const proxyHeader = (address, port = 1) => {
  const groups = address.split("::").map((part) => part.split(":").filter((group) => group));
  const [first, last = []] = groups;
  const all = [...first, ...Array(8 - first.length - last.length).fill("0"), ...last];
  const head = Buffer.from([0x21, 0x21, 0, 36]);
  const source = Buffer.alloc(16);
  all.forEach((group, index) => source.writeUInt16BE(Number.parseInt(group, 16), index * 2));
  const rest = Buffer.alloc(20);
  rest.writeUInt16BE(port, 16);
  return Buffer.concat([proxySignature, head, source, rest]);
};

/** Stands for HAProxy's own connections, which check the health of a replica. */
export const haproxyItself = "HAProxy";

// Parses the PROXY protocol header at the beginning of these bytes. Returns the client that it
// names and its length, or undefined while the header is incomplete; throws if it is invalid.
const readProxyHeader = (bytes) => {
  if (bytes.length < 16) return undefined;
  assert.deepEqual(bytes.subarray(0, 12), proxySignature);
  const length = 16 + bytes.readUInt16BE(14);
  if (bytes.length < length) return undefined;
  const client = bytes[12] === 0x20 ? haproxyItself : bytes[13] === 0x11
    ? `${bytes.subarray(16, 20).join(".")}:${bytes.readUInt16BE(24)}`
    : bytes.subarray(16, 32).toString("hex");
  return { client, length };
};

const serving = Buffer.from("00000000020801", "hex");

/**
 * Starts a replica that accepts only connections with a PROXY protocol header. It answers each call
 * with an empty message, or leaves it to `answer(stream, headers)`. `calls()` returns the headers of
 * all client calls, each with the client's address from the PROXY protocol.
 */
export const startStub = async (context, answer = undefined) => {
  const all = [];
  const http2 = createHttp2Server();
  const reply = (stream, message) => {
    if (stream.destroyed) return;
    stream.respond({ "content-type": "application/grpc" }, { waitForTrailers: true });
    stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
    stream.end(message);
  };
  http2.on("stream", (stream, headers) => {
    stream.on("error", () => {}).resume();
    all.push({ ...headers, client: stream.session.socket.client });
    if (headers[":path"] === "/grpc.health.v1.Health/Check") reply(stream, serving);
    else if (answer) answer(stream, headers);
    else stream.on("end", () => reply(stream, emptyMessage));
  });
  http2.on("sessionError", () => {});
  const server = createServer((socket) => {
    let bytes = Buffer.alloc(0);
    const read = (part) => {
      bytes = Buffer.concat([bytes, part]);
      let header;
      try {
        header = readProxyHeader(bytes);
      } catch {
        socket.destroy();
      }
      if (!header) return;
      socket.off("data", read).pause();
      socket.client = header.client;
      if (bytes.length > header.length) socket.unshift(bytes.subarray(header.length));
      http2.emit("connection", socket);
    };
    socket.on("error", () => {}).on("data", read);
  }).listen(0, "127.0.0.1");
  context.after(() => server.close());
  await once(server, "listening");
  const calls = () => all.filter(({ client }) => client !== haproxyItself);
  return { address: `127.0.0.1:${server.address().port}`, all, calls };
};

/** Starts arbiterd as a replica for HAProxy. */
export const startReplica = async (context, ...flags) => {
  const server = await Arbiterd.start("--proxy-protocol-from", `${haproxyAddress}/32`, ...flags);
  context.after(() => server.stop());
  return server;
};

export const unary = "/arbiter.v1.RulesService/ListVariants";

/** Opens a client connection from a loopback address. Its first bytes are `preamble`, if given. */
export const openConnection = (context, port, { from = "127.0.0.1", preamble, settings } = {}) => {
  const socket = connect({ port, host: "127.0.0.1", localAddress: from });
  if (preamble) socket.write(preamble);
  const session = connectHttp2(`http://127.0.0.1:${port}`,
    { createConnection: () => socket, settings });
  session.setMaxListeners(0).on("error", () => {});
  context.after(async () => {
    // Node.js may never return from destroy() if one of the session's own callbacks leads to it,
    // such as the end of the call whose answer failed the test.
    await setImmediate();
    session.destroy();
    socket.destroy();
  });
  return session;
};

/**
 * Starts a call. `answer` resolves with headers and trailers, or with `error` if there are none. If
 * `open` is true, the request does not end.
 */
export const start = (session, { message = emptyMessage, open = false, ...headers } = {}) => {
  const stream = session.request({ ":method": "POST", te: "trailers", ":path": unary,
    "content-type": "application/grpc", ...headers });
  let fields = {};
  const answer = new Promise((resolve) => {
    stream.on("response", (more) => { fields = { ...fields, ...more }; });
    stream.on("trailers", (more) => { fields = { ...fields, ...more }; });
    stream.on("error", (error) => resolve({ error: error.code }));
    stream.on("close", () => resolve(fields[":status"] ? fields : { error: "closed" }));
    session.on("error", (error) => resolve({ error: error.code }));
    session.on("close", () => resolve({ error: "closed" }));
  });
  stream.resume();
  if (headers[":method"] === "GET") stream.end();
  else if (open) { if (message) stream.write(message); } else stream.end(message);
  return { stream, answer };
};

/** Makes a call on a new connection and returns its answer. */
export const call = async (context, port, headers = {}, from = undefined) => {
  const session = openConnection(context, port, { from });
  const answer = await start(session, headers).answer;
  session.destroy();
  return answer;
};
