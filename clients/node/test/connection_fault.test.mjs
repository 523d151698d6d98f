// The sentences for failures of connections, from the texts of @grpc/grpc-js 1.14.

import assert from "node:assert/strict";
import { test } from "node:test";

import { status } from "@grpc/grpc-js";

import { describeFault } from "../dist/connection_fault.js";

const PLAIN = { name: "localhost:50051", usesTls: false };
const TLS = { name: "localhost:50051", usesTls: true };
const noConnection = (lastError) => "round_robin: No connection established. Last error: "
  + `No connection established. Last error: ${lastError}. Resolution note: `;

const REFUSED = "cannot reach the server at localhost:50051: nothing listens there";
const UNKNOWN = "cannot reach the server at localhost:50051: the host is unknown";
const SILENT = "cannot reach the server at localhost:50051: it does not answer";
const FOREIGN =
  "cannot reach the server at localhost:50051: what listens there does not speak gRPC";
const HANDSHAKE = "cannot reach the server at localhost:50051: the TLS handshake failed";
const UNTRUSTED = "cannot reach the server at localhost:50051: its certificate is not trusted";
const LOST = "the connection to the server at localhost:50051 was lost";

const UNAVAILABLE = [
  [noConnection("Error: connect ECONNREFUSED 127.0.0.1:50051"), PLAIN, REFUSED],
  [noConnection("Error: connect ECONNREFUSED 127.0.0.1:50051"), TLS, REFUSED],
  [noConnection("Error: connect ENOENT /run/arbiter.sock"), PLAIN, REFUSED],
  ["Name resolution failed for target dns:localhost:50051", PLAIN, UNKNOWN],
  [noConnection("Error: connect ETIMEDOUT 10.0.0.1:50051"), PLAIN, SILENT],
  [noConnection("Error: connect EHOSTUNREACH 2001:db8::1:50051"), PLAIN, SILENT],
  [noConnection("Error: connect ENETUNREACH 10.0.0.1:50051"), PLAIN, SILENT],
  [noConnection("Protocol error (2026-11-28T23:15:49.845Z)"), PLAIN, FOREIGN],
  [noConnection("Error: 80DC43D4CD7F0000:error:0A00010B:SSL routines:ssl3_get_record:wrong "
    + "version number:../deps/openssl/openssl/ssl/record/ssl3_record.c:350:\n"), TLS, HANDSHAKE],
  [noConnection("Error: 80DC43D4CD7F0000:error:0A00045C:SSL routines:ssl3_read_bytes:tlsv13 alert "
    + "certificate required:../deps/openssl/openssl/ssl/record/rec_layer_s3.c:1605:"),
  TLS, HANDSHAKE],
  [noConnection("Failed to connect (2026-11-28T23:15:57.520Z)"), TLS, HANDSHAKE],
  [noConnection("Error: self-signed certificate"), TLS, UNTRUSTED],
  [noConnection("Error: unable to verify the first certificate"), TLS, UNTRUSTED],
  [noConnection("Error [ERR_TLS_CERT_ALTNAME_INVALID]: Hostname/IP does not match certificate's "
    + "altnames: IP: 127.0.0.1 is not in the cert's list: "), TLS, UNTRUSTED],
  [noConnection("Failed to connect (2026-11-28T23:15:58.448Z)"), PLAIN, FOREIGN],
  [noConnection("read ECONNRESET (2026-11-28T23:15:52.620Z)"), PLAIN, FOREIGN],
  [noConnection("read ECONNRESET (2026-11-28T23:15:52.620Z)"), TLS, HANDSHAKE],
  [noConnection("closed"), PLAIN, FOREIGN],
  ["read ECONNRESET", TLS, LOST],
  ["read ETIMEDOUT", PLAIN, LOST],
  ["Connection dropped", PLAIN, LOST],
  ["Stream refused by server", PLAIN, LOST],
  ["Received HTTP status code 503", PLAIN, LOST],
];

test("a connection that cannot be made or breaks has a sentence without the words of gRPC", () => {
  for (const [details, address, message] of UNAVAILABLE) {
    assert.deepEqual(
      describeFault(status.UNAVAILABLE, details, address),
      { code: status.UNAVAILABLE, message }, details);
  }
});

test("a connection that breaks is UNAVAILABLE, even where gRPC calls it INTERNAL", () => {
  for (const details of [
    "Failed to start HTTP/2 stream with error The session has been destroyed",
    "Received RST_STREAM with code 2 triggered by internal client error: write EPIPE",
  ]) {
    assert.deepEqual(
      describeFault(status.INTERNAL, details, PLAIN), { code: status.UNAVAILABLE, message: LOST });
  }
});

test("a deadline that passes before there is a connection has a sentence of its own", () => {
  const messageOf = (details) => describeFault(status.DEADLINE_EXCEEDED, details, PLAIN).message;
  assert.equal(messageOf("Deadline exceeded after 1.001s,Waiting for LB pick"), SILENT);
  assert.equal(messageOf("Deadline exceeded after 0.301s"), SILENT);
  const sent = "Deadline exceeded after 0.060s,LB pick: 0.004s,remote_addr=127.0.0.1:50051";
  assert.equal(messageOf(sent), sent);
});

test("other statuses remain", () => {
  const details = "Received RST_STREAM with code 2 (Internal server error)";
  assert.deepEqual(
    describeFault(status.INTERNAL, details, PLAIN), { code: status.INTERNAL, message: details });
});
