// Connect's client for Node, as published, calls the port for HTTP.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";

import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport } from "@connectrpc/connect-node";

import { makeCertificates } from "../deploy/certificates.mjs";
import { Arbiterd } from "../support/arbiterd.mjs";
import { eventually } from "../support/waiting.mjs";
import { AnalysisService } from "./gen/arbiter/v1/analysis_service_pb.js";
import { RulesService } from "./gen/arbiter/v1/rules_service_pb.js";
import { BadRequestSchema, ErrorInfoSchema } from "./gen/google/rpc/error_details_pb.js";

const position = { variant: "makruk" };

let server;
before(async () => { server = await Arbiterd.start("--http-listen", "127.0.0.1:0"); });
after(() => server.stop());

const transport = (options) =>
  createConnectTransport({ baseUrl: `http://${server.http}`, httpVersion: "1.1", ...options });
const rules = (options) => createClient(RulesService, transport(options));
const analysis = (options) => createClient(AnalysisService, transport(options));

const firstOf = (stream) => stream[Symbol.asyncIterator]().next();

/** Returns the error with which a call fails. */
const failureOf = async (call) => {
  try {
    await call;
  } catch (error) {
    return ConnectError.from(error);
  }
  return assert.fail("the call does not fail");
};

for (const useBinaryFormat of [false, true]) {
  const format = useBinaryFormat ? "binary" : "JSON";

  test(`${format}: a call is answered`, async () => {
    let headers;
    const { texts } = await rules({ useBinaryFormat }).legalMoves({ position },
      { headers: { "x-request-id": "seven" }, onHeader: (received) => { headers = received; } });
    assert.equal(texts.length, 23);
    assert.ok(texts.includes("e3e4"));
    assert.equal(headers.get("x-request-id"), "seven");
  });

  test(`${format}: a method without side effects is called with GET`, async () => {
    let headers;
    const { texts } = await rules({ useBinaryFormat, useHttpGet: true })
      .legalMoves({ position }, { onHeader: (received) => { headers = received; } });
    assert.ok(texts.includes("e3e4"));
    // Only answers to GET may be cached.
    assert.equal(headers.get("cache-control"), "public, max-age=300");
  });

  test(`${format}: an error has its details`, async () => {
    const error = await failureOf(rules({ useBinaryFormat }).applyMoves({ position, actions: ["e3e5"] }));
    assert.equal(error.code, Code.FailedPrecondition);
    assert.match(error.rawMessage, /^e3e5: a pawn moves one square/);
    const [{ reason, domain }] = error.findDetails(ErrorInfoSchema);
    assert.deepEqual({ reason, domain }, { reason: "ILLEGAL_ACTION", domain: "arbiter.v1" });
    assert.equal(error.findDetails(BadRequestSchema)[0].fieldViolations[0].field, "actions[0]");
    assert.ok(error.metadata.get("x-request-id"));
  });

  test(`${format}: a stream has its messages, and the error of one has its details`, async () => {
    const client = analysis({ useBinaryFormat });
    const updates = [];
    const request = { position, limits: { depth: 3 }, fresh: true };
    for await (const { update } of client.analyze(request)) updates.push(update);
    assert.equal(updates.at(-1).case, "bestMove");
    assert.ok(updates.slice(0, -1).every((update) => update.case === "progress"));
    assert.ok(updates.length >= 3);
    const error = await failureOf(firstOf(client.analyze({ position })));
    assert.equal(error.code, Code.InvalidArgument);
    assert.equal(error.findDetails(ErrorInfoSchema)[0].reason, "BAD_FIELD");
  });
}

test("a stream ends at its deadline", async () => {
  // With the header alone, the client does not end the stream itself.
  for (const options of [{ timeoutMs: 300 }, { headers: { "connect-timeout-ms": "300" } }]) {
    const stream = analysis().analyze({ position, limits: { infinite: true } }, options);
    const error = await failureOf((async () => { for await (const _ of stream); })());
    assert.equal(error.code, Code.DeadlineExceeded);
    assert.ok(await eventually(async () => await server.metric("arbiter_in_flight_requests") === 0));
  }
});

test("the server notices that a client cancels a stream", async () => {
  const controller = new AbortController();
  const stream = analysis().analyze({ position, limits: { infinite: true } }, { signal: controller.signal });
  const error = await failureOf((async () => {
    for await (const { update } of stream) {
      assert.equal(update.case, "progress");
      assert.equal(await server.metric("arbiter_in_flight_requests"), 1);
      controller.abort();
    }
  })());
  assert.equal(error.code, Code.Canceled);
  assert.ok(await eventually(async () => await server.metric("arbiter_in_flight_requests") === 0));
  assert.ok(await eventually(() => server.log.some(({ method, code }) =>
    method === "Analyze" && code === "CANCELLED")));
});

test("a request that is too long is refused, also by a stream", async () => {
  const long = { position: { state: { case: "fen", value: "x".repeat(5 << 20) } } };
  for (const call of [() => rules().legalMoves(long), () => firstOf(analysis().analyze(long))]) {
    const error = await failureOf(call());
    assert.equal(error.code, Code.ResourceExhausted);
    assert.match(error.rawMessage, /^the message has more than 4194304 bytes/);
  }
});

test("calls are encrypted", async (context) => {
  const files = makeCertificates(context);
  const encrypted = await Arbiterd.start("--http-listen", "127.0.0.1:0",
    "--tls-cert", files.certificate, "--tls-key", files.certificate);
  context.after(() => encrypted.stop());
  const client = createClient(RulesService, createConnectTransport({
    baseUrl: `https://${encrypted.http}`, httpVersion: "1.1",
    nodeOptions: { ca: readFileSync(files.authority) },
  }));
  assert.ok((await client.listVariants({})).variants.length >= 4);
});

// The certificate has the alternative name 127.0.0.1 and the common name `client`, which does not count.
test("a certificate gives a client the same name through both ports", async (context) => {
  const files = makeCertificates(context);
  const keys = `${files.folder}/keys.json`;
  writeFileSync(keys, JSON.stringify({ clients: [
    { name: "127.0.0.1", methods: ["ListVariants"] }, { name: "client", methods: ["*"] }] }));
  const both = await Arbiterd.start("--http-listen", "127.0.0.1:0", "--api-keys", keys,
    "--tls-cert", files.certificate, "--tls-key", files.certificate, "--tls-client-ca", files.authority);
  context.after(() => both.stop());
  const nodeOptions = { ca: readFileSync(files.authority), cert: readFileSync(files.client), key: readFileSync(files.client) };
  for (const transport of [
    createConnectTransport({ baseUrl: `https://${both.http}`, httpVersion: "1.1", nodeOptions }),
    createGrpcTransport({ baseUrl: `https://${both.address}`, nodeOptions }),
  ]) {
    const client = createClient(RulesService, transport);
    assert.ok((await client.listVariants({})).variants.length >= 4);
    assert.equal((await failureOf(client.legalMoves({ position }))).code, Code.PermissionDenied);
  }
});
