// The cases of Connect's conformance suite for servers (github.com/connectrpc/conformance) that concern
// the Connect protocol over HTTP/1.1, without compression. Suites and cases have their public names.
//
// A case is a request in proto JSON, whose `responseDefinition` also says what the server must answer.
// `expected` has the `code` of an error that the request does not ask for, and the HTTP `status`.

import { PATIENCE_MS } from "../support/waiting.mjs";

const DATA = Buffer.from("test response").toString("base64");
const TEST_HEADER = { name: "X-Conformance-Test", value: ["Value1", "Value2"] };

const HEADERS = { responseHeaders: [{ name: "x-custom-header", value: ["foo"] }] };
const TRAILERS = { responseTrailers: [{ name: "x-custom-trailer", value: ["bing"] }] };
const SEVERAL = {
  responseHeaders: [{ name: "x-custom-header", value: ["foo", "bar", "baz"] }],
  responseTrailers: [{ name: "x-custom-trailer", value: ["bing", "quux"] }],
};

const unary = (name, responseDefinition, options) =>
  ({ name: `unary/${name}`, method: "Unary", request: { responseDefinition }, ...options });
const serverStream = (name, responseDefinition, options) =>
  ({ name: `server-stream/${name}`, method: "ServerStream", request: { responseDefinition }, ...options });
const withTestHeader = { headers: [TEST_HEADER] };

/** The codes with the HTTP status of a unary call that ends with them. */
const CODES = {
  CANCELED: 499, UNKNOWN: 500, INVALID_ARGUMENT: 400, DEADLINE_EXCEEDED: 504, NOT_FOUND: 404,
  ALREADY_EXISTS: 409, PERMISSION_DENIED: 403, RESOURCE_EXHAUSTED: 429, FAILED_PRECONDITION: 400,
  ABORTED: 409, OUT_OF_RANGE: 400, UNIMPLEMENTED: 501, INTERNAL: 500, UNAVAILABLE: 503, DATA_LOSS: 500,
  UNAUTHENTICATED: 401,
};
const error = (code, message) => ({ error: { code: `CODE_${code}`, message } });
const dashed = (code) => code.toLowerCase().replaceAll("_", "-");
const spaced = (code) => code.toLowerCase().replaceAll("_", " ");
const UNAUTHENTICATED = error("UNAUTHENTICATED", "unauthenticated");
const STREAM_FAILED = error("INTERNAL", "server stream failed");
const UNICODE = error("INTERNAL", "\ntest with whitespace\r\nand Unicode BMP ☺ and non-BMP 😈\n");

const SERVICE = "/connectrpc.conformance.v1.ConformanceService";
/** A request in Protobuf's wire format as it is, with POST unless `verb` says otherwise. */
const raw = (name, method, type, body, options) =>
  ({ name, raw: { verb: "POST", path: `${SERVICE}/${method}`, body, ...options,
    headers: [{ name: "content-type", value: [type] }, ...options?.headers ?? []] } });

const BOTH = ["JSON", "PROTO"];
const PROTO = ["PROTO"];

export const SUITES = [{
  name: "Basic", codecs: BOTH, cases: [
    unary("success", { ...HEADERS, responseData: DATA, ...TRAILERS }, withTestHeader),
    serverStream("success", { ...HEADERS, responseData: [DATA, DATA], ...TRAILERS }, withTestHeader),
    serverStream("no-responses", { ...HEADERS, ...TRAILERS }, withTestHeader),
    { name: "unimplemented", method: "Unimplemented", request: {}, expected: { code: "unimplemented" } },
  ],
}, {
  name: "Errors", codecs: BOTH, cases: [
    ...Object.keys(CODES).flatMap((code) => [unary, serverStream].map((make) =>
      make(dashed(code), error(code, spaced(code))))),
    unary("error-with-metadata", { ...HEADERS, ...UNAUTHENTICATED, ...TRAILERS }),
    unary("unicode-error-message", UNICODE),
    serverStream("error-with-metadata", { ...HEADERS, ...UNAUTHENTICATED, ...TRAILERS }),
    serverStream("error-with-responses",
      { ...HEADERS, responseData: [DATA, DATA], ...STREAM_FAILED, ...TRAILERS }, withTestHeader),
    serverStream("error-with-no-responses", { ...HEADERS, ...STREAM_FAILED, ...TRAILERS }, withTestHeader),
  ],
}, {
  name: "Connect with GET", codecs: BOTH, cases: [
    { name: "success", method: "IdempotentUnary", isGet: true, ...withTestHeader,
      request: { responseDefinition: { ...HEADERS, responseData: DATA, ...TRAILERS } } },
  ],
}, {
  // In the public suite, these cases are for clients: their reference server is what answers so.
  name: "Connect to HTTP Code Mapping", codecs: BOTH, cases: [
    ...Object.entries(CODES).map(([code, status]) =>
      unary(code === "FAILED_PRECONDITION" ? `${dashed(code)}-mapping` : dashed(code), error(code),
        { expected: { status } })),
    serverStream("error-returns-success-http-code", error("NOT_FOUND"), { expected: { status: 200 } }),
  ],
}, {
  name: "Timeouts", codecs: BOTH, cases: [
    { ...unary("", { responseData: DATA, responseDelayMs: 1500 }), name: "unary", timeoutMs: 200,
      expected: { code: "deadline_exceeded" } },
    { ...serverStream("", { responseData: [DATA, DATA], responseDelayMs: 1500 }), name: "server-stream",
      timeoutMs: 200, expected: { code: "deadline_exceeded" } },
  ],
}, {
  name: "Deadline Propagation", codecs: BOTH, cases: [
    unary("success", { responseData: DATA }, { timeoutMs: PATIENCE_MS }),
    serverStream("success", { responseData: [DATA, DATA] }, { timeoutMs: PATIENCE_MS }),
  ],
}, {
  // `overLimit` is by how many bytes the message is longer than the server allows.
  name: "Server Message Size", codecs: PROTO, cases: [
    unary("request-equal-to-server-limit", { responseData: DATA }, { overLimit: 0 }),
    unary("request-exceeds-server-limit", { responseData: DATA },
      { overLimit: 10, expected: { code: "resource_exhausted" } }),
    serverStream("request-equal-to-server-limit", { responseData: [DATA, DATA] }, { overLimit: 0 }),
    serverStream("request-exceeds-server-limit", { responseData: [DATA, DATA] },
      { overLimit: 10, expected: { code: "resource_exhausted" } }),
  ],
}, {
  name: "Server Unexpected Requests", codecs: PROTO, cases: [
    // Any of the codes `internal`, `unimplemented` and `unknown` is allowed.
    { ...raw("unexpected-content-type", "Unary", "image/jpeg", "12345678"),
      expected: { status: 415, code: "unimplemented" } },
  ],
}, {
  name: "Connect Unexpected Requests", codecs: PROTO, cases: [
    { ...raw("server-stream/no-request", "ServerStream", "application/connect+proto", ""),
      expected: { status: 200, code: "unimplemented" } },
    { ...raw("server-stream/multiple-requests", "ServerStream", "application/connect+proto", "\0".repeat(10)),
      expected: { status: 200, code: "unimplemented" } },
    { ...raw("unexpected-uri", "", "application/proto", "",
      { path: "/connectrpc.conformance.v1.UnknownService/UnknownMethod" }),
      expected: { status: 404, code: "unimplemented" } },
    { ...raw("unexpected-compression", "Unary", "application/proto", "",
      { headers: [{ name: "content-encoding", value: ["foo"] }] }),
      expected: { code: "unimplemented" } },
    { ...raw("unexpected-compressed-message", "ServerStream", "application/connect+proto", "\x01\0\0\0\0",
      { headers: [{ name: "connect-content-encoding", value: ["identity"] }] }),
      expected: { status: 200, code: "internal" } },
  ],
}, {
  name: "Server Empty Requests", codecs: PROTO, cases: [
    unary("empty-request", undefined, withTestHeader),
    serverStream("empty-request", undefined, withTestHeader),
  ],
}, {
  name: "Duplicate Metadata", codecs: BOTH, cases: [
    unary("success", { ...SEVERAL, responseData: DATA }, withTestHeader),
    unary("error", { ...SEVERAL, ...error("INTERNAL", "unary failed") }, withTestHeader),
    serverStream("success", { ...SEVERAL, responseData: [DATA, DATA] }, withTestHeader),
    serverStream("no-response", SEVERAL),
    serverStream("error-with-responses", { ...SEVERAL, responseData: [DATA, DATA], ...STREAM_FAILED },
      withTestHeader),
    serverStream("error-with-no-responses", { ...SEVERAL, ...STREAM_FAILED }, withTestHeader),
  ],
}, {
  name: "Streaming Delivery", codecs: BOTH, cases: [
    serverStream("incremental-delivery",
      { ...HEADERS, responseData: [DATA, DATA, DATA], responseDelayMs: 100, ...TRAILERS },
      { isIncremental: true }),
  ],
}];

/** The cases that this server answers in another way than the public suite expects. */
export const DIFFERENCES = [{
  // The suite expects the code `unknown`, which a client infers from an answer without a body. This answer
  // has a body, which says what is wrong.
  name: "Connect Unexpected Requests", codecs: PROTO, cases: [
    { ...raw("unexpected-verb", "Unary", "application/proto", "", { verb: "DELETE" }),
      expected: { status: 405, code: "unimplemented" } },
    { ...raw("unexpected-codec", "Unary", "application/foo", ""),
      expected: { status: 415, code: "unimplemented" } },
  ],
}, {
  // Methods with a stream of requests are refused. The suites above have 14 such cases, named
  // `client-stream/…`, and the public suite lets a server declare that it does not run them.
  name: "Client Streams", codecs: PROTO, cases: ["", "\0".repeat(5), "\0".repeat(10)].map((body, messages) =>
    ({ ...raw(`client-stream/${messages} requests`, "ClientStream", "application/connect+proto", body),
      expected: { status: 200, code: "unimplemented" } })),
}];
