import assert from "node:assert/strict";
import { test } from "node:test";

import { Arbiter } from "@arbiter-chess/client";

import { toArray } from "./fixture.mjs";

const KNOWN = "known: tls, apiKey, insecure, deadlineMs, userAgent, locale";

test("an unknown option of a client is a TypeError that names the nearest one", () => {
  const faults = [
    [{ apikey: "x" }, `unknown option 'apikey' (did you mean 'apiKey'? ${KNOWN})`],
    [{ timeout: 5 }, `unknown option 'timeout' (did you mean 'deadlineMs'? ${KNOWN})`],
    [{ user_agent: "x" }, `unknown option 'user_agent' (did you mean 'userAgent'? ${KNOWN})`],
    [{ signal: undefined }, `unknown option 'signal' (${KNOWN})`],
    [{ headers: {} }, `unknown option 'headers' (${KNOWN})`],
    [{ tls: { certs: "x" } },
      "unknown option 'tls.certs' (did you mean 'cert'? known: ca, cert, key)"],
  ];
  for (const [options, message] of faults) {
    assert.throws(() => new Arbiter("127.0.0.1:1", options), { name: "TypeError", message });
  }
});

/** Checks that calls of all kinds refuse these options with a TypeError. */
async function assertRefused(arbiter, options, message) {
  const expected = { name: "TypeError", message };
  await assert.rejects(arbiter.listVariants({}, options), expected);
  await assert.rejects(toArray(arbiter.analyze({}, options)), expected);
  await assert.rejects(toArray(arbiter.batch([], options)), expected);
  await assert.rejects(arbiter.ready(options), expected);
  assert.throws(() => arbiter.session(options), expected);
}

test("an unknown option of a call is a TypeError that names the nearest one", async () => {
  const arbiter = new Arbiter("127.0.0.1:1");
  const faults = [
    [{ timeoutMs: 5 }, "timeoutMs", "did you mean 'deadlineMs'? "],
    [{ headers: {} }, "headers", "did you mean 'metadata'? "],
    [{ signalx: undefined }, "signalx", "did you mean 'signal'? "],
    [{ locale: "th" }, "locale", ""],
  ];
  try {
    for (const [options, name, question] of faults) {
      await assertRefused(arbiter, options,
        `unknown option '${name}' (${question}known: signal, deadlineMs, metadata)`);
    }
  } finally {
    arbiter.close();
  }
});

test("an option of a client that has a wrong type is a TypeError", () => {
  const tls = "tls must be true, false or an object with ca, cert and key";
  const faults = [
    [{ deadlineMs: "500" }, "deadlineMs must be a number of milliseconds, not '500'"],
    [{ deadlineMs: 500n }, "deadlineMs must be a number of milliseconds, not a bigint"],
    [{ tls: null }, `${tls}, not null`],
    [{ tls: "true" }, `${tls}, not 'true'`],
    [{ tls: ["ca"] }, `${tls}, not an array`],
    [{ tls: { ca: 5 } }, "tls.ca must be a string or a Buffer in PEM format, not a number"],
    [{ apiKey: 5 }, "apiKey must be a string, not a number"],
    [{ apiKey: null }, "apiKey must be a string, not null"],
    [{ insecure: "no" }, "insecure must be a boolean, not 'no'"],
    [{ userAgent: {} }, "userAgent must be a string, not an object"],
    [{ locale: ["th"] }, "locale must be a string, not an array"],
    ["key", "the options must be an object, not a string"],
    [null, "the options must be an object, not null"],
  ];
  for (const [options, message] of faults) {
    assert.throws(() => new Arbiter("127.0.0.1:1", options), { name: "TypeError", message });
  }
});

test("an option of a call that has a wrong type is a TypeError", async () => {
  const arbiter = new Arbiter("127.0.0.1:1");
  const faults = [
    [{ deadlineMs: "500" }, "deadlineMs must be a number of milliseconds, not '500'"],
    [{ signal: {} }, "signal must be an AbortSignal, not an object"],
    [{ signal: null }, "signal must be an AbortSignal, not null"],
    [{ metadata: "x-request-id" }, "metadata must be an object of strings, not 'x-request-id'"],
    [null, "the options must be an object, not null"],
  ];
  try {
    for (const [options, message] of faults) await assertRefused(arbiter, options, message);
  } finally {
    arbiter.close();
  }
});

test("an option that is undefined has its default, and the default of tls is false", () => {
  const names = ["tls", "apiKey", "insecure", "deadlineMs", "userAgent", "locale"];
  for (const options of [{ tls: false }, ...names.map((name) => ({ [name]: undefined }))]) {
    new Arbiter("127.0.0.1:1", options).close();
  }
  // An address with http:// contradicts TLS.
  new Arbiter("http://127.0.0.1:1", { tls: false }).close();
});
