// Runs the cases of Connect's conformance suite against the conformance server.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { createInterface } from "node:readline";
import { after, before, describe, test } from "node:test";

import { createRegistry, equals, fromBinary, fromJson, fromJsonString, toBinary, toJsonString }
  from "@bufbuild/protobuf";
import { anyUnpack } from "@bufbuild/protobuf/wkt";

import { eventually } from "../support/waiting.mjs";
import { DIFFERENCES, SUITES } from "./conformance_cases.mjs";
import { Code, ConformancePayload_RequestInfoSchema, ConformanceService, file_connectrpc_conformance_v1_service }
  from "./gen/connectrpc/conformance/v1/service_pb.js";

const MAX_MESSAGE_BYTES = 200 * 1024;
const ENVELOPE_BYTES = 5;
const END_OF_STREAM = 2;
const registry = createRegistry(file_connectrpc_conformance_v1_service);

let server;
let address;
before(async () => {
  server = spawn(process.env.CONFORMANCE_SERVER, [MAX_MESSAGE_BYTES], { stdio: ["pipe", "pipe", "inherit"] });
  [address] = await once(createInterface({ input: server.stdout }), "line");
});
after(async () => {
  const ended = once(server, "exit");
  server.stdin.end();
  assert.deepEqual(await ended, [0, null]);
});

/** How the messages of a codec are written, also in the URL of a GET. */
const CODECS = {
  JSON: {
    name: "json",
    inUrl: (bytes) => ({ message: bytes.toString() }),
    encode: (schema, message) => Buffer.from(toJsonString(schema, message, { registry })),
    decode: (schema, bytes) => fromJsonString(schema, bytes.toString(), { registry }),
  },
  PROTO: {
    name: "proto",
    inUrl: (bytes) => ({ base64: "1", message: bytes.toString("base64url") }),
    encode: (schema, message) => Buffer.from(toBinary(schema, message)),
    // From a Buffer, the fields of bytes would be buffers as well.
    decode: (schema, bytes) => fromBinary(schema, new Uint8Array(bytes)),
  },
};

/** Returns the request of a case, as long as it must be. */
const requestOf = ({ request: json, overLimit }, schema) => {
  const message = fromJson(schema, JSON.parse(JSON.stringify(json)), { registry });
  if (overLimit === undefined) return message;
  const missing = () => MAX_MESSAGE_BYTES + overLimit - toBinary(schema, message).length;
  message.requestData = new Uint8Array(missing());
  // The first guess lacks the tag and the size of the field.
  message.requestData = new Uint8Array(message.requestData.length + missing());
  assert.equal(missing(), 0);
  return message;
};

const envelope = (bytes) => {
  const head = Buffer.alloc(ENVELOPE_BYTES);
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
};

/** Returns what is sent for a case: the verb, the path, the headers and the body. */
const httpRequestOf = (one, message, method, codec) => {
  if (one.raw) return { ...one.raw, body: Buffer.from(one.raw.body, "latin1") };
  const path = `/${ConformanceService.typeName}/${one.method}`;
  const isStream = method.methodKind !== "unary";
  const bytes = codec.encode(method.input, message);
  const timeout = one.timeoutMs ? [{ name: "connect-timeout-ms", value: [String(one.timeoutMs)] }] : [];
  const headers = [...one.headers ?? [], ...timeout];
  if (one.isGet) {
    const query = new URLSearchParams({ connect: "v1", encoding: codec.name, ...codec.inUrl(bytes) });
    return { verb: "GET", path: `${path}?${query}`, headers, body: Buffer.alloc(0) };
  }
  return { verb: "POST", path, body: isStream ? envelope(bytes) : bytes, headers: [
    { name: "content-type", value: [`application/${isStream ? "connect+" : ""}${codec.name}`] },
    { name: "connect-protocol-version", value: ["1"] }, ...headers,
  ] };
};

/** Returns the values of a response's headers, by name. */
const headersOf = ({ rawHeaders }) => {
  const values = {};
  for (let i = 0; i < rawHeaders.length; i += 2) {
    (values[rawHeaders[i].toLowerCase()] ??= []).push(rawHeaders[i + 1]);
  }
  return values;
};

/**
 * Sends a request. Returns the status, the headers, the body, and how many bytes of the body had arrived
 * after each read.
 */
const send = async ({ verb, path, headers, body }) => {
  const [host, port] = address.split(":");
  const sent = request({ host, port, method: verb, path,
    headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])) });
  sent.end(verb === "GET" ? undefined : body);
  const [response] = await once(sent, "response");
  const chunks = [];
  const arrivals = [];
  for await (const chunk of response) {
    chunks.push(chunk);
    arrivals.push((arrivals.at(-1) ?? 0) + chunk.length);
  }
  return { status: response.statusCode, headers: headersOf(response), body: Buffer.concat(chunks), arrivals };
};

/** Splits the body of a stream into its envelopes; `end` is where each ends. */
const envelopesOf = (body) => {
  const envelopes = [];
  for (let at = 0; at < body.length;) {
    const end = at + ENVELOPE_BYTES + body.readUInt32BE(at + 1);
    assert.ok(end <= body.length, "an envelope is incomplete");
    envelopes.push({ flags: body[at], bytes: body.subarray(at + ENVELOPE_BYTES, end), end });
    at = end;
  }
  return envelopes;
};

/**
 * Returns what an answer says, whatever its form: the payloads, the metadata and the error. A client that
 * has sent an envelope looks for all of this in envelopes.
 */
const outcomeOf = ({ status, headers, body }, isStream, output, codec) => {
  const [type] = headers["content-type"];
  const outcome = { status, headers, trailers: {}, payloads: [], error: undefined };
  const payloadOf = (bytes) => codec.decode(output, bytes).payload;
  if (isStream) {
    assert.deepEqual([status, type], [200, `application/connect+${codec.name}`]);
    const envelopes = envelopesOf(body);
    const end = envelopes.pop();
    assert.equal(end.flags, END_OF_STREAM);
    assert.ok(envelopes.every(({ flags }) => flags === 0));
    outcome.payloads = envelopes.map(({ bytes }) => payloadOf(bytes));
    const { error, metadata } = JSON.parse(end.bytes);
    outcome.error = error;
    outcome.trailers = metadata ?? {};
    return outcome;
  }
  for (const [name, values] of Object.entries(headers)) {
    if (name.startsWith("trailer-")) outcome.trailers[name.slice("trailer-".length)] = values;
  }
  if (status === 200) {
    assert.equal(type, `application/${codec.name}`);
    outcome.payloads = [payloadOf(body)];
  } else {
    assert.equal(type, "application/json");
    outcome.error = JSON.parse(body);
  }
  return outcome;
};

const codeName = (code) => Code[code].toLowerCase();

/** Checks what the server has seen of the request of a case. */
const checkInfo = (info, one, message, method) => {
  for (const { name, value } of one.headers ?? []) {
    const seen = info.requestHeaders.find((header) => header.name === name.toLowerCase());
    assert.deepEqual(seen?.value, value, name);
  }
  assert.equal(info.timeoutMs, one.timeoutMs === undefined ? undefined : BigInt(one.timeoutMs));
  assert.equal(info.connectGetInfo !== undefined, one.isGet === true);
  assert.equal(info.requests.length, 1);
  assert.ok(equals(method.input, anyUnpack(info.requests[0], method.input), message), "the request differs");
};

/** Checks that an answer is what the request of its case demands. */
const checkDefinition = (outcome, one, message, method) => {
  const { responseDefinition: definition } = message;
  for (const { name, value } of definition?.responseHeaders ?? []) {
    assert.deepEqual(outcome.headers[name], value, name);
  }
  for (const { name, value } of definition?.responseTrailers ?? []) {
    assert.deepEqual(outcome.trailers[name], value, name);
  }
  const { response } = definition ?? {};
  const data = method.methodKind === "unary"
    ? response?.case === "error" ? [] : [response?.value ?? new Uint8Array()]
    : definition?.responseData ?? [];
  assert.deepEqual(outcome.payloads.map((payload) => payload.data), data);
  outcome.payloads.forEach(({ requestInfo }, index) => {
    if (index === 0) checkInfo(requestInfo, one, message, method);
    else assert.equal(requestInfo, undefined);
  });
  const error = response?.case === "error" ? response.value : definition?.error;
  if (error === undefined) return assert.equal(outcome.error, undefined);
  assert.equal(outcome.error.code, codeName(error.code));
  if (error.message !== undefined) assert.equal(outcome.error.message, error.message);
  if (data.length > 0) return assert.equal(outcome.error.details, undefined);
  const [detail] = outcome.error.details;
  assert.equal(detail.type, ConformancePayload_RequestInfoSchema.typeName);
  const info = fromBinary(ConformancePayload_RequestInfoSchema, Buffer.from(detail.value, "base64"));
  checkInfo(info, one, message, method);
};

/** Whether each message of a stream has arrived before the next one. */
const isIncremental = ({ body, arrivals }) => {
  const ends = envelopesOf(body).map(({ end }) => end);
  return ends.slice(0, -2).every((end, index) => arrivals.some((size) => end <= size && size < ends[index + 1]));
};

const run = async (one, codec) => {
  const method = ConformanceService.methods.find(({ name }) => name === one.method);
  const message = method && requestOf(one, method.input);
  const sent = httpRequestOf(one, message, method, codec);
  const isStream = sent.headers.some(({ value }) => value[0].startsWith("application/connect+"));
  const answer = await send(sent);
  const outcome = outcomeOf(answer, isStream, method?.output, codec);
  const { status = outcome.status, code } = one.expected ?? {};
  assert.equal(outcome.status, status);
  if (code === undefined) {
    checkDefinition(outcome, one, message, method);
  } else {
    assert.equal(outcome.error?.code, code);
    assert.deepEqual(outcome.payloads, []);
  }
  // On a busy machine, this process may read several messages at once.
  if (one.isIncremental) {
    assert.ok(isIncremental(answer) || await eventually(async () => isIncremental(await send(sent))));
  }
};

for (const { name, codecs, cases } of [...SUITES, ...DIFFERENCES]) {
  describe(name, { concurrency: true }, () => {
    for (const codec of codecs) {
      for (const one of cases) test(`${codec}/${one.name}`, () => run(one, CODECS[codec]));
    }
  });
}
