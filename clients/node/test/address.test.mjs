// Addresses of services, and the errors if no service can be reached there.

import assert from "node:assert/strict";
import { connect, createServer } from "node:net";
import { test } from "node:test";

import { Arbiter, UnreachableError } from "@arbiter-chess/client";

import { Arbiterd } from "../../../tests/support/arbiterd.mjs";
import { parseAddress } from "../dist/address.js";
import { errorFrom, withService } from "./fixture.mjs";

const service = withService();

const TARGETS = {
  "arbiter.example:7": "dns:arbiter.example:7",
  "arbiter.example": "dns:arbiter.example:50051",
  ":50051": "dns:localhost:50051",
  "127.0.0.1": "dns:127.0.0.1:50051",
  "[::1]": "dns:[::1]:50051",
  "[::1]:7": "dns:[::1]:7",
  "::1": "dns:[::1]:50051",
  "http://localhost:7": "dns:localhost:7",
  "http://localhost": "dns:localhost:50051",
  "http://localhost:7/": "dns:localhost:7",
  " localhost:7\n": "dns:localhost:7",
  "dns:///arbiter.example": "dns:///arbiter.example:50051",
  "dns:///arbiter.example:7": "dns:///arbiter.example:7",
  "DNS:///arbiter.example": "dns:///arbiter.example:50051",
  "HTTP://localhost": "dns:localhost:50051",
  "IPv4:10.0.0.1": "ipv4:10.0.0.1:50051",
  "unix:/run/the arbiter.sock": "unix:/run/the arbiter.sock",
  "Unix:/run/Arbiter.sock": "unix:/run/Arbiter.sock",
  "unix-abstract:arbiter": "unix:\0arbiter",
  "ipv4:10.0.0.1": "ipv4:10.0.0.1:50051",
  "10.0.0.1, 10.0.0.2:7": "ipv4:10.0.0.1:50051,10.0.0.2:7",
  "[::1]:7,::2": "ipv6:[::1]:7,[::2]:50051",
};

test("an address without a port gets the port 50051", () => {
  for (const [address, target] of Object.entries(TARGETS)) {
    assert.equal(parseAddress(address, false).target, target, address);
  }
  assert.equal(parseAddress("https://arbiter.example", true).target, "dns:arbiter.example:50051");
});

const SCHEMES = "(known: http, https, dns, ipv4, ipv6, unix, unix-abstract)";
const FAULTS = [
  ["", "the address '' is empty; an address is host:port, for example localhost:50051"],
  ["  ", "the address '  ' is empty; an address is host:port, for example localhost:50051"],
  ["a b:1",
    "the address 'a b:1' contains a blank; an address is host:port, for example localhost:50051"],
  ["http://a:1/x",
    "the address 'http://a:1/x' has a path; an address is host:port, for example localhost:50051"],
  ["a:0", "the address 'a:0' has the port '0'; a port is a number from 1 to 65535"],
  ["a:65536", "the address 'a:65536' has the port '65536'; a port is a number from 1 to 65535"],
  ["a:http", "the address 'a:http' has the port 'http'; a port is a number from 1 to 65535"],
  ["a:", "the address 'a:' has the port ''; a port is a number from 1 to 65535"],
  ["ftp://a", `the address 'ftp://a' has the unknown scheme 'ftp' ${SCHEMES}`],
  ["xds:///a/b", `the address 'xds:///a/b' has the unknown scheme 'xds' ${SCHEMES}`],
  ["10.0.0.1:1,http://10.0.0.2:1",
    "the address '10.0.0.1:1,http://10.0.0.2:1' contains a URL; write host:port in its place"],
  ["http://a,http://b",
    "the address 'http://a,http://b' contains a URL; write host:port in its place"],
  ["dns:///http://a", "the address 'dns:///http://a' contains a URL; write host:port in its place"],
  ["unix:",
    "the address 'unix:' does not name a socket; write unix:path or unix-abstract:name"],
  ["unix-abstract:",
    "the address 'unix-abstract:' does not name a socket; write unix:path or unix-abstract:name"],
  ["::1:50051", "the address '::1:50051' is invalid; "
    + "write an IPv6 address with a port as [::1]:50051"],
  ["[a]:1",
    "the address '[a]:1' is invalid; an address is host:port, for example localhost:50051"],
  ["10.0.0.1:1,",
    "the address '10.0.0.1:1,' is invalid; an address is host:port, for example localhost:50051"],
  ["a:1,b:2", "'a:1,b:2' is not a list of IPv4 addresses or of bracketed IPv6 addresses; "
    + "for several hosts, use one DNS name that resolves to all of them"],
  ["10.0.0.1:1,[::1]:1", "'10.0.0.1:1,[::1]:1' is not a list of IPv4 addresses or of bracketed "
    + "IPv6 addresses; for several hosts, use one DNS name that resolves to all of them"],
  ["https://a:1", "the address 'https://a:1' needs TLS: set the option tls"],
];

test("an invalid address is refused with a sentence that quotes it", () => {
  for (const [address, message] of FAULTS) {
    assert.throws(() => new Arbiter(address), { name: "TypeError", message });
  }
  assert.throws(() => new Arbiter("http://a:1", { tls: true }), {
    name: "TypeError",
    message: "the address 'http://a:1' means a connection without TLS, but the option tls is set; "
      + "write https:// instead",
  });
});

test("a client without an address says what is missing", () => {
  const message =
    "new Arbiter() needs the address of the service, for example new Arbiter('localhost:50051')";
  for (const address of [undefined, null, {}]) {
    assert.throws(() => new Arbiter(address), { name: "TypeError", message });
  }
});

test("an address can be a URL", async () => {
  const arbiter = new Arbiter(`http://${service.server.address}/`);
  try {
    assert.equal((await arbiter.startGame({ variant: "chak" })).state.ply, 0);
  } finally {
    arbiter.close();
  }
});

/** Checks the message of the error that calls to an address fail with. */
async function assertUnreachable(address, message, options = {}) {
  const arbiter = new Arbiter(address, { deadlineMs: 1_500, ...options });
  try {
    const calls = [arbiter.startGame({ variant: "chak" }), arbiter.ready()];
    for (const error of await Promise.all(calls.map(errorFrom))) {
      assert.ok(error instanceof UnreachableError, `${error}`);
      assert.deepEqual(
        [error.code, error.reason, error.message], ["UNAVAILABLE", undefined, message]);
    }
  } finally {
    arbiter.close();
  }
}

test("a call to a port where nothing listens fails before its deadline", async () => {
  const server = await Arbiterd.start();
  await server.stop();
  const begin = performance.now();
  await assertUnreachable(
    server.address, `cannot reach the server at ${server.address}: nothing listens there`);
  // Far less than the default timeout.
  assert.ok(performance.now() - begin < 5_000);
});

test("a call to an unknown host says so", async () => {
  await assertUnreachable(
    "unknown.invalid", "cannot reach the server at unknown.invalid:50051: the host is unknown");
});

test("a call to the port of the metrics says that it does not speak gRPC", async () => {
  const { metrics } = service.server;
  await assertUnreachable(
    metrics, `cannot reach the server at ${metrics}: what listens there does not speak gRPC`);
});

test("a server that ends connections at once does not speak gRPC, or not with TLS", async () => {
  const rude = createServer((socket) => { socket.on("error", () => {}).destroy(); });
  await new Promise((resolve) => { rude.listen(0, "127.0.0.1", resolve); });
  const address = `127.0.0.1:${rude.address().port}`;
  try {
    await assertUnreachable(
      address, `cannot reach the server at ${address}: what listens there does not speak gRPC`);
    await assertUnreachable(
      address, `cannot reach the server at ${address}: the TLS handshake failed`, { tls: true });
  } finally {
    rude.close();
  }
});

test("a server can listen on an abstract socket", async () => {
  const name = `arbiter-test-${process.pid}`;
  const proxy = createServer((socket) => {
    socket.pipe(connect(service.server.port, "127.0.0.1")).pipe(socket);
  });
  await new Promise((resolve) => { proxy.listen(`\0${name}`, resolve); });
  const arbiter = new Arbiter(`unix-abstract:${name}`);
  try {
    assert.equal((await arbiter.startGame({ variant: "chak" })).state.ply, 0);
  } finally {
    arbiter.close();
    proxy.close();
  }
});

test("a server that accepts connections but says nothing does not answer", async () => {
  const sockets = [];
  const silent = createServer((socket) => { sockets.push(socket); });
  await new Promise((resolve) => { silent.listen(0, "127.0.0.1", resolve); });
  const arbiter = new Arbiter(`127.0.0.1:${silent.address().port}`, { deadlineMs: 200 });
  const message =
    `cannot reach the server at 127.0.0.1:${silent.address().port}: it does not answer`;
  try {
    const error = await errorFrom(arbiter.startGame({ variant: "chak" }));
    assert.deepEqual([error.code, error.message], ["DEADLINE_EXCEEDED", message]);
    const notReady = await errorFrom(arbiter.ready());
    assert.deepEqual([notReady.code, notReady.message], ["UNAVAILABLE", message]);
  } finally {
    arbiter.close();
    silent.close();
    for (const socket of sockets) socket.destroy();
  }
});
