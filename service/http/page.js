"use strict";

// The first request of each method. Others need the id of a job, or begin with the start of Makruk.
const EXAMPLES = {
  ListVariants: {},
  StartGame: { variant: "chakart", options: { chakart: { setup: "SETUP_STANDARD" } } },
  ApplyMoves: { position: { variant: "chak" }, actions: ["e3e4"] },
  EnumerateOutcomes: {
    position: { variant: "chakart", record: { actions: ["e2e4", "e7e5", "g1f3", "b8c6"] } }, action: "f1c4",
  },
  ValidateGame: { variant: "makruk", record: { actions: ["e3e4", "e6e5", "b1d2"] } },
  ConvertMoves: { position: { variant: "makruk" }, texts: ["e3e4", "e6e5"] },
  RenderBoard: { position: { variant: "makruk" }, lastMove: "e3e4" },
  ViewGame: { position: { variant: "makruk" }, views: [{ viewer: "VIEWER_SPECTATOR", moves: "DETAIL_TEXT" }] },
  Perft: { position: { variant: "makruk" }, depth: 2 },
  ReadPgn: { pgn: '[Variant "makruk"]\n\n1. e4 e5 *' },
  WritePgn: { game: { variant: "makruk", record: { actions: ["e3e4", "e6e5"] } } },
  Analyze: { position: { variant: "makruk" }, limits: { depth: 8 } },
  ReviewGame: { variant: "makruk", record: { actions: ["e3e4", "e6e5"] }, limits: { depth: 6 } },
  CreateJob: { idempotencyKey: "my first job" },
  AddJobItems: {
    jobId: "", requests: [{ reviewGame: { variant: "makruk", record: { actions: ["e3e4", "e6e5"] }, limits: { depth: 6 } } }],
  },
  ListJobs: {},
};
const DEFAULT_EXAMPLE = { position: { variant: "makruk" } };
const JOB_EXAMPLE = { jobId: "" };

const element = (id) => document.getElementById(id);
const nameOf = (path) => path.slice(path.lastIndexOf("/") + 1);

let api;

const methodOf = (path) => api.paths[path].post;
const isStream = (path) => "application/connect+json" in methodOf(path).requestBody.content;

function schemaOf(path) {
  const content = Object.values(methodOf(path).requestBody.content)[0].schema;
  const { $ref } = content.contentSchema ?? content;
  return api.components.schemas[nameOf($ref)];
}

function showCurl() {
  const path = element("method").value;
  const body = element("request").value.replaceAll("'", "'\\''");
  element("curl").textContent = isStream(path)
    ? "Its answer is a stream; use a client for Connect, or gRPC."
    : `curl -H 'content-type: application/json' -d '${body}' ${location.origin}${path}`;
}

function showMethod() {
  const path = element("method").value;
  location.replace(`#${nameOf(path)}`);
  element("about").textContent = methodOf(path).description;
  const example = EXAMPLES[nameOf(path)] ?? (path.includes(".JobService/") ? JOB_EXAMPLE : DEFAULT_EXAMPLE);
  element("request").value = JSON.stringify(example, null, 2);
  element("fields").replaceChildren(...Object.entries(schemaOf(path).properties).flatMap(([name, field]) => {
    const term = document.createElement("dt");
    term.textContent = name;
    const text = document.createElement("dd");
    text.textContent = field.description;
    return [term, text];
  }));
  showCurl();
}

function envelope(text) {
  const message = new TextEncoder().encode(text);
  const bytes = new Uint8Array(5 + message.length);
  new DataView(bytes.buffer).setUint32(1, message.length);
  bytes.set(message, 5);
  return bytes;
}

/** Yields the messages of a stream as texts. */
async function* envelopes(body) {
  let rest = new Uint8Array();
  for (const reader = body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) return;
    const joined = new Uint8Array(rest.length + value.length);
    joined.set(rest);
    joined.set(value, rest.length);
    rest = joined;
    while (rest.length >= 5) {
      const size = new DataView(rest.buffer, rest.byteOffset).getUint32(1);
      if (rest.length < 5 + size) break;
      yield new TextDecoder().decode(rest.subarray(5, 5 + size));
      rest = rest.slice(5 + size);
    }
  }
}

const pretty = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

function showPicture(text) {
  const image = element("picture");
  image.replaceChildren();
  const svg = /"image":/.test(text) ? JSON.parse(text).image : "";
  if (!svg?.startsWith("<svg")) return;
  const drawing = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  image.replaceChildren(document.importNode(drawing, true));
}

async function send() {
  const path = element("method").value;
  const text = element("request").value;
  const headers = { "content-type": isStream(path) ? "application/connect+json" : "application/json" };
  const key = element("key").value;
  if (key) headers.authorization = `Bearer ${key}`;
  element("answer").textContent = "";
  element("picture").replaceChildren();
  element("status").textContent = "…";
  const start = performance.now();
  try {
    const response = await fetch(path, { method: "POST", headers, body: isStream(path) ? envelope(text) : text });
    if (isStream(path) && response.headers.get("content-type") === "application/connect+json") {
      for await (const message of envelopes(response.body)) element("answer").textContent += `${pretty(message)}\n`;
    } else {
      const answer = await response.text();
      element("answer").textContent = pretty(answer);
      if (response.ok) showPicture(answer);
    }
    const milliseconds = (performance.now() - start).toFixed(0);
    element("status").textContent = `${response.status} ${response.statusText}, ${milliseconds} ms`;
  } catch (error) {
    element("status").textContent = `The server cannot be reached: ${error.message}`;
  }
}

async function begin() {
  api = await (await fetch("/openapi.json")).json();
  for (const path of Object.keys(api.paths)) {
    const option = document.createElement("option");
    option.value = path;
    option.textContent = nameOf(path);
    element("method").append(option);
    const isFirst = location.hash ? location.hash === `#${option.textContent}` : option.textContent === "LegalMoves";
    if (isFirst) option.selected = true;
  }
  element("method").addEventListener("change", showMethod);
  element("request").addEventListener("input", showCurl);
  element("request").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) send();
  });
  element("send").addEventListener("click", send);
  showMethod();
}

begin();
