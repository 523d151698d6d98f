// TLS, API keys and several addresses.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import {
  Arbiter, PermissionDeniedError, UnauthenticatedError, UnreachableError,
} from "@arbiter-chess/client";

import { Arbiterd } from "../../../tests/support/arbiterd.mjs";
import { eventually } from "../../../tests/support/waiting.mjs";
import { hashOf, makeCertificate } from "./access.mjs";
import { FakeService, answer } from "./fake_service.mjs";
import { errorFrom, toArray, withTemporaryFolder } from "./fixture.mjs";

const REQUEST = { variant: "chak" };

/** Starts a game with a new client, and returns the FEN of its start, or the error. */
async function startWith(address, options) {
  const arbiter = new Arbiter(address, options);
  try {
    return (await arbiter.startGame(REQUEST)).state.fen;
  } catch (error) {
    return error;
  } finally {
    arbiter.close();
  }
}

async function withServer(flags, use) {
  const server = await Arbiterd.start(...flags);
  try {
    await use(server);
  } finally {
    await server.stop();
  }
}

test("TLS authenticates both the service and the client", async () => {
  await withTemporaryFolder(async (folder) => {
    const own = makeCertificate(folder, "service");
    const site = makeCertificate(folder, "site");
    const flags = [
      "--tls-cert", own.cert, "--tls-key", own.key, "--tls-client-ca", site.cert,
    ];
    await withServer(flags, async ({ port }) => {
      const ca = readFileSync(own.cert);
      const cert = readFileSync(site.cert, "utf8");
      const key = readFileSync(site.key, "utf8");
      const address = `localhost:${port}`;
      assert.match(`${await startWith(address, { tls: { ca, cert, key } })}`, /^rvsqkjsvr/);
      const cannotReach = `cannot reach the server at ${address}`;
      const faults = [
        [{ ca }, `${cannotReach}: the TLS handshake failed`],
        [{ ca: cert, cert, key }, `${cannotReach}: its certificate is not trusted`],
        [true, `${cannotReach}: its certificate is not trusted`],
        [false, `${cannotReach}: what listens there does not speak gRPC`],
      ];
      for (const [tls, message] of faults) {
        const error = await startWith(address, { tls, deadlineMs: 1_000 });
        assert.ok(error instanceof UnreachableError, `${error}`);
        assert.equal(error.message, message);
      }
    });
  });
});

test("an API key is sent with each call", async () => {
  await withTemporaryFolder(async (folder) => {
    const keys = join(folder, "keys.json");
    writeFileSync(keys, JSON.stringify({ clients: [
      { name: "site", keySha256: [hashOf("arb_site")], methods: ["*"] },
      { name: "bot", keySha256: [hashOf("arb_bot")], methods: ["Analyze"] },
    ] }));
    await withServer(["--api-keys", keys], async ({ address }) => {
      assert.match(await startWith(address, { apiKey: "arb_site" }), /^rvsqkjsvr/);
      assert.ok((await startWith(address, { apiKey: "arb_x" })) instanceof UnauthenticatedError);
      assert.ok((await startWith(address)) instanceof UnauthenticatedError);
      assert.ok((await startWith(address, { apiKey: "arb_bot" })) instanceof PermissionDeniedError);
    });
  });
});

test("a key is not sent to another machine in the clear", () => {
  const remote = [
    "arbiter.example:50051", "10.0.0.1:50051", "dns:///far:1", "127.0.0.1:1,10.0.0.1:1",
  ];
  for (const address of remote) {
    const make = (options) => new Arbiter(address, { apiKey: "arb_secret", ...options }).close();
    assert.throws(() => make(), (error) =>
      error instanceof TypeError && !error.message.includes("secret"), address);
    make({ tls: true });
    make({ insecure: true });
  }
  const local = ["localhost:1", "127.0.0.1:1", "[::1]:1", "unix:/x", "dns:///localhost:1"];
  for (const address of local) new Arbiter(address, { apiKey: "arb_secret" }).close();
});

test("white space around a key is ignored, and an error does not quote a key", async () => {
  const fake = await FakeService.start([answer("e2e4")]);
  const arbiter = new Arbiter(fake.address, { apiKey: "arb_key\n" });
  try {
    await arbiter.legalMoves({});
    assert.equal(fake.metadata.authorization, "Bearer arb_key");
  } finally {
    arbiter.close();
    fake.stop();
  }
  assert.throws(() => new Arbiter(fake.address, { apiKey: "arb_secret key" }), (error) =>
    error instanceof TypeError && !error.message.includes("secret"));
});

test("a local service is called without a proxy", async () => {
  await withServer([], async ({ address }) => {
    process.env.grpc_proxy = "http://127.0.0.1:1";
    try {
      assert.match(`${await startWith(address)}`, /^rvsqkjsvr/);
    } finally {
      delete process.env.grpc_proxy;
    }
  });
});

test("calls are balanced between the addresses of a list", async () => {
  await withServer([], (one) => withServer([], async (other) => {
    assert.match(await startWith(`ipv4:${one.address},${other.address}`), /^rvsqkjsvr/);
    const arbiter = new Arbiter(`${one.address}, ${other.address}`);
    const callsOf = ({ log }) => log.filter(({ msg }) => msg === "call").length;
    try {
      for (let i = 0; i < 20; i += 1) await arbiter.startGame(REQUEST);
      assert.ok(await eventually(() => callsOf(one) >= 5 && callsOf(other) >= 5));
      await other.stop();
      for (let i = 0; i < 5; i += 1) await arbiter.startGame(REQUEST);
    } finally {
      arbiter.close();
    }
  }));
});

test("an address can be a Unix socket", async () => {
  await withTemporaryFolder((folder) => {
    const address = `unix:${join(folder, "arbiter.sock")}`;
    return withServer(["--listen", address], async () => {
      assert.match(await startWith(address), /^rvsqkjsvr/);
    });
  });
});

test("a closed client makes no calls", async () => {
  const arbiter = new Arbiter("127.0.0.1:1");
  arbiter.close();
  for (const call of [arbiter.startGame(REQUEST), arbiter.ready(), toArray(arbiter.batch([]))]) {
    assert.equal((await errorFrom(call)).message, "the client is closed");
  }
  assert.throws(() => arbiter.session(), /the client is closed/);
});
