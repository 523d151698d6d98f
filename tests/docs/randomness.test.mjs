/** Runs the commands and the program of docs/randomness.md. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { PATIENCE_MS } from "../support/waiting.mjs";
import { makeFolder } from "./checkout.mjs";
import { environment } from "./environment.mjs";
import { blocksOf, docsFile } from "./pages.mjs";

const clients = fileURLToPath(new URL("../../clients", import.meta.url));

const block = (language) => blocksOf("randomness.md").find((one) => one.language === language).text;

test("both verifiers print what the page shows", (context) => {
  const folder = makeFolder(context);
  symlinkSync(clients, join(folder, "clients"));
  const game = blocksOf("randomness.md").filter(({ language }) => language === "json")
    .find(({ text }) => JSON.parse(text).record !== undefined);
  assert.equal(game.text, docsFile("examples/game.json"));
  writeFileSync(join(folder, "game.json"), game.text);
  for (const session of block("console").split("$ ").filter(Boolean)) {
    const [command, ...expected] = session.trim().split("\n");
    const printed = execFileSync("bash", ["-c", `${command} || true`],
      { cwd: folder, env: environment, encoding: "utf8", timeout: PATIENCE_MS });
    assert.equal(printed.trim(), expected.join("\n"), command);
  }
});

test("the program computes the stream and the random draws of the game", (context) => {
  const program = join(makeFolder(context), "stream.mjs");
  writeFileSync(program, block("js"));
  assert.equal(execFileSync(process.execPath, [program], { encoding: "utf8" }), block("text"));
});
