// TLS between clients and HAProxy.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { makeCertificates } from "./certificates.mjs";
import { call, openConnection, start, startHaproxy, startReplica, startStub, until }
  from "./haproxy.mjs";
import { openFloodingConnection } from "./key_updates.mjs";

const startBoth = async (context, environment) => {
  const stub = await startStub(context);
  const { front, becomes } = await startHaproxy(context, [stub.address], environment);
  await becomes("UP");
  return { stub, front };
};

test("with a certificate, the front accepts TLS 1.2 and 1.3, and nothing else",
  async (context) => {
    const files = makeCertificates(context);
    const { stub, front } =
      await startBoth(context, { ARBITER_FRONT_CERTIFICATE: files.certificate });
    const ca = readFileSync(files.authority);
    const callWith = (tls) => call(context, front, {}, "127.0.0.2", tls);
    for (const version of ["TLSv1.2", "TLSv1.3"]) {
      const answer = await callWith({ ca, minVersion: version, maxVersion: version });
      assert.equal(answer["grpc-status"], "0", version);
    }
    assert.match(stub.calls()[0].client, /^127\.0\.0\.2:/);
    assert.ok((await callWith({ ca, minVersion: "TLSv1.1", maxVersion: "TLSv1.1",
      ciphers: "DEFAULT@SECLEVEL=0" })).error);
    assert.ok((await call(context, front)).error, "plaintext");
    assert.equal(stub.calls().length, 2);
  });

test("the key of tls.crt can be in tls.key", async (context) => {
  const files = makeCertificates(context);
  const { front } = await startBoth(context, { ARBITER_FRONT_CERTIFICATE: files.separate });
  const tls = { ca: readFileSync(files.authority) };
  assert.equal((await call(context, front, {}, undefined, tls))["grpc-status"], "0");
});

test("with authorities of clients, the front accepts only clients with their certificates",
  async (context) => {
    const files = makeCertificates(context);
    const { stub, front } = await startBoth(context,
      { ARBITER_FRONT_CERTIFICATE: files.certificate, ARBITER_FRONT_CLIENT_CA: files.authority });
    const ca = readFileSync(files.authority);
    const callWith = (name) => call(context, front, {}, undefined,
      { ca, ...(name && { cert: readFileSync(name), key: readFileSync(name) }) });
    assert.equal((await callWith(files.client))["grpc-status"], "0");
    assert.ok((await callWith(undefined)).error);
    assert.ok((await callWith(makeCertificates(context).client)).error, "another authority");
    assert.equal(stub.calls().length, 1);
  });

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

// OpenSSL 3.0 handles any number of key updates without a pause, so this flood delays the calls
// that share a thread of HAProxy with it.
test("during a flood of key updates, calls succeed, and after it they are as fast as before",
  async (context) => {
    const files = makeCertificates(context);
    // Not a stub, which would not answer health checks while this process makes the flood.
    const { address } = await startReplica(context);
    const { front, becomes } =
      await startHaproxy(context, [address], { ARBITER_FRONT_CERTIFICATE: files.certificate });
    await becomes("UP");
    const tls = { ca: readFileSync(files.authority) };
    // Several connections, which HAProxy distributes over its threads.
    const clients = Array.from({ length: 8 }, () => openConnection(context, front, { tls }));
    const timesOfCalls = async (isOver) => {
      const times = [];
      while (!isOver(times.length)) {
        for (const client of clients) {
          const begin = performance.now();
          assert.equal((await start(client).answer)["grpc-status"], "0");
          times.push(performance.now() - begin);
        }
      }
      return times;
    };
    const enough = (count) => count >= 200;
    await timesOfCalls(enough);
    const before = await timesOfCalls(enough);

    const attackers = [];
    for (let i = 0; i < 2; ++i) {
      attackers.push(await openFloodingConnection(context, front, "127.0.0.66"));
    }
    let over = false;
    const floods = Promise.all(attackers.map(({ flood }) => flood(60_000)))
      .then(() => { over = true; });
    const during = await timesOfCalls((count) => over && enough(count));
    await floods;
    let after = [];
    await until("calls are as fast as before", async () => {
      after = await timesOfCalls(enough);
      return median(after) < 5 * median(before);
    });
    for (const { closed } of attackers) assert.equal(closed(), false, "the flood was refused");
    context.diagnostic(`median before, during and after the flood: ${[before, during, after]
      .map((times) => median(times).toFixed(1)).join(", ")} ms; slowest: ${[before, during, after]
      .map((times) => Math.max(...times).toFixed(1)).join(", ")} ms`);
  });
