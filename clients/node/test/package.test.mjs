// The installed package, and the example of its README.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import ts from "typescript";

import { withService } from "./fixture.mjs";

const PACKAGE = fileURLToPath(new URL("..", import.meta.url));
const README = readFileSync(join(PACKAGE, "README.md"), "utf8");
const blockOf = (language) => new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "s").exec(README)[1];

const CONSUMER = `
import { Arbiter, IllegalActionError, errorOf, type StateJson } from "@arbiter-chess/client";
import { verifyGame } from "@arbiter-chess/client/verify";

export async function use(arbiter: Arbiter, signal: AbortSignal): Promise<StateJson> {
  const { nodes } = await arbiter.perft({ position: { variant: "chak" }, depth: 2 }, { signal });
  const count: bigint = nodes;
  for await (const { update } of arbiter.analyze({ limits: { depth: 1 } })) {
    if (update.case === "bestMove") return { fen: update.value.action, ply: Number(count) };
  }
  for await (const { response } of arbiter.batch([{ request: { case: "perft", value: {} } }])) {
    if (response.case === "status") throw errorOf(response.value);
  }
  const reason: "ILLEGAL_ACTION" = (undefined as unknown as IllegalActionError).reason;
  const { fen } = await verifyGame({ variant: "chpok", record: { actions: [reason] } });
  // @ts-expect-error A variant must be a string.
  await arbiter.startGame({ variant: 7 });
  // @ts-expect-error The field is misspelt.
  await arbiter.startGame({ varaint: "chak" });
  // @ts-expect-error There is no such method.
  arbiter.startGames({});
  return { fen };
}
`;
const COMPILER_OPTIONS = {
  target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.NodeNext, lib: ["lib.es2022.d.ts"],
  strict: true, skipLibCheck: false, exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
};

const service = withService();
let folder;

/** Creates TypeScript's language service, like an editor. */
const compilerOf = (files) => ts.createLanguageService({
  ...ts.sys,
  useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
  getCompilationSettings: () => COMPILER_OPTIONS,
  getScriptFileNames: () => files,
  getScriptVersion: () => "1",
  getScriptSnapshot: (path) => (ts.sys.fileExists(path)
    ? ts.ScriptSnapshot.fromString(ts.sys.readFile(path)) : undefined),
  getCurrentDirectory: () => folder,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
});

const run = async (program, args, cwd = folder) =>
  (await promisify(execFile)(program, args, { cwd, timeout: 600_000 })).stdout;
const runNode = (...args) => run(process.execPath, args);

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "arbiter-package-"));
  await run("npm", ["pack", "--pack-destination", folder], PACKAGE);
  const [archive] = readdirSync(folder);
  writeFileSync(join(folder, "package.json"), '{"private": true, "type": "module"}');
  await run("npm", [
    "install", "--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund", `./${archive}`,
  ]);
  writeFileSync(
    join(folder, "example.ts"), blockOf("ts").replace("127.0.0.1:50051", service.server.address));
  writeFileSync(join(folder, "consumer.ts"), CONSUMER);
});

after(() => rmSync(folder, { recursive: true, force: true }));

const installed = (...path) => join(folder, "node_modules/@arbiter-chess/client", ...path);

test("the package contains its files and its licence, but no tests", () => {
  assert.deepEqual(
    readdirSync(installed()).sort(),
    ["LICENSE", "README.md", "dist", "package.json", "verifier", "verify.mjs"]);
  assert.ok(!readdirSync(installed("verifier")).includes("test"));
});

test("the links of the README work in the installed package", () => {
  const links = [...README.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link);
  assert.ok(links.length > 0);
  const anchors = [...README.matchAll(/^#+ (.*)$/gm)]
    .map(([, heading]) => `#${heading.toLowerCase().replaceAll(" ", "-")}`);
  for (const link of links) {
    assert.ok(anchors.includes(link) || existsSync(installed(link)), link);
  }
});

test("programs compile with the package, and editors show the comments of the proto files", () => {
  const compiler = compilerOf(["example.ts", "consumer.ts"].map((name) => join(folder, name)));
  const program = compiler.getProgram();
  const faults = ts.getPreEmitDiagnostics(program).map(({ file, messageText }) =>
    `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`);
  assert.deepEqual(faults, []);

  const commentOn = (text) => ts.displayPartsToString(compiler.getQuickInfoAtPosition(
    join(folder, "consumer.ts"), CONSUMER.indexOf(text)).documentation);
  assert.match(commentOn("perft("), /^Counts the leaves of the tree of legal moves at a given depth \(ruling C12\)/);
  assert.match(commentOn("analyze("), /^Searches one position until a limit is reached/);
  assert.match(commentOn("IllegalActionError,"), /^The rules forbid the action in this position/);
  for (const { name, text } of compiler.getEmitOutput(join(folder, "example.ts")).outputFiles) {
    writeFileSync(name, text);
  }
});

test("the example of the README prints the output shown there", async () => {
  assert.equal(await runNode("example.js"), blockOf("text"));
});

test("CommonJS can import the package, or require it if Node.js supports that", async () => {
  const load = process.features.require_module
    ? 'Promise.resolve(require("@arbiter-chess/client"))' : 'import("@arbiter-chess/client")';
  writeFileSync(join(folder, "common.cjs"), `
    ${load}.then(async ({ Arbiter }) => {
      const arbiter = new Arbiter(${JSON.stringify(service.server.address)});
      console.log((await arbiter.startGame({ variant: "chak" })).state.ply);
      arbiter.close();
    });
  `);
  assert.equal(await runNode("common.cjs"), "0\n");
});

test("the verifier is a command and a module", async () => {
  writeFileSync(join(folder, "game.json"), blockOf("json"));
  const line = /^ok draws=\d+ result=WHITE_WINS fen=/;
  assert.match(await run(join(folder, "node_modules/.bin/arbiter-verify"), ["game.json"]), line);
  writeFileSync(join(folder, "verify.js"), `
    import { readFileSync } from "node:fs";
    import { verifyGame } from "@arbiter-chess/client/verify";
    console.log((await verifyGame(JSON.parse(readFileSync("game.json", "utf8")))).result);
  `);
  assert.equal(await runNode("verify.js"), "WHITE_WINS\n");
});
