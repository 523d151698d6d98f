// Starts HAProxy with deploy/haproxy/haproxy.cfg on free ports, with replicas and clients.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect as connectHttp2, constants, createServer as createHttp2Server } from "node:http2";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { connect as connectTls } from "node:tls";

import { Arbiterd } from "../support/arbiterd.mjs";
import { PATIENCE_MS, eventually } from "../support/waiting.mjs";
import { deployFolder } from "./files.mjs";
import { freePort } from "./free_port.mjs";

export const haproxy = "/usr/sbin/haproxy";
export const config = `${deployFolder}/haproxy/haproxy.cfg`;

/** The address from which HAProxy connects; replicas trust the PROXY protocol only from there. */
const haproxyAddress = "127.0.0.9";

/** An empty gRPC message. */
export const emptyMessage = Buffer.alloc(5);

/** With what a connection of HTTP/2 begins. */
export const preface = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
export const emptySettings = Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]);

/** Makes a frame of HTTP/2. */
export const frame = (type, flags, stream, payload) => {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
};

/** Makes the HEADERS of a call to an unknown service, which HAProxy itself answers. */
export const headersFrame = (stream, { endStream = false } = {}) =>
  // :method POST, :scheme http, :path /, content-type application/grpc
  frame(1, endStream ? 5 : 4, stream, Buffer.concat([
    Buffer.from([0x83, 0x86, 0x84, 0x0f, 0x10, 16]), Buffer.from("application/grpc")]));

/** Waits until the condition is true. Fails the test if that takes longer than PATIENCE_MS. */
export const until = async (description, condition) =>
  assert.ok(await eventually(condition), `not within ${PATIENCE_MS} ms: ${description}`);

const writeConfig = (context, text) => {
  const folder = mkdtempSync(join(tmpdir(), "arbiter_haproxy_"));
  context.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "haproxy.cfg"), text);
  return join(folder, "haproxy.cfg");
};

/**
 * Starts HAProxy with replicas at these addresses. `environment` has additional settings, and
 * `edit` changes the text of the configuration. HAProxy ends with the test. Returns its port, and
 * two functions: `statusOf` returns the status of a server in a backend, such as `UP`, and
 * `becomes` waits until that status begins with a text.
 */
export const startHaproxy = async (context, replicas, environment = {}, edit = undefined) => {
  const file = edit ? writeConfig(context, edit(readFileSync(config, "utf8"))) : config;
  const [front, stats] = [await freePort(), await freePort()];
  const env = { ARBITER_FRONT: `127.0.0.1:${front}`, ARBITER_STATS: `127.0.0.1:${stats}`,
    ARBITER_SOURCE: haproxyAddress, ...environment };
  replicas.forEach((address, index) => { env[`ARBITER_REPLICA_${index + 1}`] = address; });
  const process_ = spawn(haproxy, ["-db", "-f", file], { stdio: "ignore", env });
  context.after(() => process_.kill("SIGKILL"));
  const statusOf = async (server, backend = "replicas") => {
    const rows = await (await fetch(`http://127.0.0.1:${stats}/;csv`)).text();
    return rows.match(new RegExp(`^${backend},${server},(?:[^,]*,){15}([^,]*),`, "m"))[1];
  };
  const becomes = (status, server = "replica1", backend = "replicas") =>
    until(`${server} of ${backend} is ${status}`,
      async () => (await statusOf(server, backend)).startsWith(status));
  await until("HAProxy answers", () => statusOf("replica1").catch(() => false));
  return { front, statusOf, becomes };
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

/** The health that a stub reports. A stub without any answers nothing at all, as if it hung. */
export const serving = Buffer.from("00000000020801", "hex");
export const notServing = Buffer.from("00000000020802", "hex");

/**
 * Starts a replica that accepts only connections with a PROXY protocol header. It answers each call
 * with an empty message, or leaves it to `answer(stream, headers)`. Its `health` can be changed.
 * `calls()` returns the headers of all client calls, each with the client's address from the PROXY
 * protocol. `refuse()` closes its port and `disconnect()` its connections; `listen()` opens the
 * port again.
 */
export const startStub = async (context, answer = undefined, host = "127.0.0.1", port = 0) => {
  const all = [];
  const sockets = new Set();
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
    if (!stub.health) return;
    if (headers[":path"] === "/grpc.health.v1.Health/Check") reply(stream, stub.health);
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
    sockets.add(socket);
    socket.on("error", () => {}).on("data", read).on("close", () => sockets.delete(socket));
  });
  const stub = {
    health: serving,
    all,
    calls: () => all.filter(({ client }) => client !== haproxyItself),
    listen: () => once(server.listen(stub.port ?? port, host), "listening"),
    refuse: () => server.close(),
    disconnect: () => { for (const socket of sockets) socket.destroy(); },
  };
  context.after(() => stub.refuse());
  await stub.listen();
  stub.port = server.address().port;
  stub.address = `${host}:${stub.port}`;
  return stub;
};

/** Starts arbiterd as a replica for HAProxy. */
export const startReplica = async (context, ...flags) => {
  const server = await Arbiterd.start("--proxy-protocol-from", `${haproxyAddress}/32`, ...flags);
  context.after(() => server.stop());
  return server;
};

export const unary = "/arbiter.v1.RulesService/ListVariants";

/**
 * Opens a client connection from a loopback address. Its first bytes are `preamble`, if given. With
 * `tls`, which has options of node:tls, it is a TLS connection.
 */
export const openConnection = (context, port,
  { from = "127.0.0.1", preamble, settings, tls } = {}) => {
  const socket = connect({ port, host: "127.0.0.1", localAddress: from });
  if (preamble) socket.write(preamble);
  const createConnection = () =>
    tls ? connectTls({ socket, host: "127.0.0.1", ALPNProtocols: ["h2"], ...tls }) : socket;
  const session = connectHttp2(`${tls ? "https" : "http"}://127.0.0.1:${port}`,
    { createConnection, settings });
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
 * Starts a call. `begun` resolves when the response begins. `answer` resolves with headers and
 * trailers, or with `error` if there are none, and in both cases with `reset`, the code with which
 * the stream was reset. If `open` is true, the request does not end.
 */
export const start = (session, { message = emptyMessage, open = false, ...headers } = {}) => {
  const stream = session.request({ ":method": "POST", te: "trailers", ":path": unary,
    "content-type": "application/grpc", ...headers });
  let fields = {};
  const begun = new Promise((resolve) => { stream.once("response", resolve); });
  const answer = new Promise((resolve) => {
    stream.on("response", (more) => { fields = { ...fields, ...more }; });
    stream.on("trailers", (more) => { fields = { ...fields, ...more }; });
    stream.on("error", () => {});
    stream.on("close", () => {
      const reset = stream.rstCode;
      resolve(fields[":status"] ? { ...fields, reset } : { error: "closed", reset });
    });
    session.on("error", (error) => resolve({ error: error.code }));
    session.on("close", () => resolve({ error: "closed" }));
  });
  stream.resume();
  if (headers[":method"] === "GET") stream.end();
  else if (open) { if (message) stream.write(message); } else stream.end(message);
  return { stream, begun, answer };
};

/** What a client takes an answer for that it may repeat: UNAVAILABLE, or REFUSED_STREAM. */
export const isUnavailable = (answer) =>
  answer["grpc-status"] === "14" || answer.reset === constants.NGHTTP2_REFUSED_STREAM;

/** Makes a call on a new connection and returns its answer. */
export const call = async (context, port, headers = {}, from = undefined, tls = undefined) => {
  const session = openConnection(context, port, { from, tls });
  const answer = await start(session, headers).answer;
  session.destroy();
  return answer;
};
