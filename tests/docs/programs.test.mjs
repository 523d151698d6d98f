/** Runs the programs and commands of docs/. */
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { Arbiterd } from "../support/arbiterd.mjs";
import { PATIENCE_MS } from "../support/waiting.mjs";
import { environment } from "./environment.mjs";
import { blocksOf } from "./pages.mjs";

const clients = fileURLToPath(new URL("../../clients", import.meta.url));

/**
 * Makes a folder that contains only the clients, and returns it with the options for running
 * programs in it.
 */
const makeFolder = (context) => {
  const folder = mkdtempSync(join(tmpdir(), "arbiter-docs-"));
  context.after(() => { rmSync(folder, { recursive: true }); });
  symlinkSync(clients, join(folder, "clients"));
  symlinkSync(join(clients, "node_modules"), join(folder, "node_modules"));
  return { folder, options: {
    cwd: folder, env: environment, encoding: "utf8", timeout: PATIENCE_MS,
  } };
};

const block = (page, language) => blocksOf(page).find((one) => one.language === language).text;

test("randomness.md: both verifiers print what the page shows", (context) => {
  const { folder, options } = makeFolder(context);
  const game = blocksOf("randomness.md").filter(({ language }) => language === "json")
    .find(({ text }) => JSON.parse(text).record !== undefined);
  writeFileSync(join(folder, "game.json"), game.text);
  for (const session of block("randomness.md", "console").split("$ ").filter(Boolean)) {
    const [command, ...expected] = session.trim().split("\n");
    const printed = execFileSync("bash", ["-c", `${command} || true`], options);
    assert.equal(printed.trim(), expected.join("\n"), command);
  }
});

test("randomness.md: the program computes the stream and the random draws of the game", (context) => {
  const { folder, options } = makeFolder(context);
  writeFileSync(join(folder, "stream.mjs"), block("randomness.md", "js"));
  const printed = execFileSync(process.execPath, ["stream.mjs"], options);
  assert.equal(printed, block("randomness.md", "text"));
});

/** Waits for the first line that a program prints. */
const firstLine = (program) => new Promise((printed, failed) => {
  createInterface({ input: program.stdout }).once("line", printed);
  program.once("exit", (code) => { failed(new Error(`the program exited with ${code}`)); });
});

test("quickstart.md: the steps lead from the service to the result of a game",
  async (context) => {
    const { folder, options } = makeFolder(context);
    const server = await Arbiterd.start();
    context.after(() => server.stop());

    const commands = block("quickstart.md", "sh").trim().split("\n");
    assert.match(commands.shift(), /^alias arbiter=/);
    for (const command of commands) {
      assert.match(command, /--server 127\.0\.0\.1:50051/);
      execFileSync("bash", ["-c", command.replace("127.0.0.1:50051", server.address)], options);
    }

    writeFileSync(join(folder, "site.mjs"), block("quickstart.md", "js"));
    const site = spawn(process.execPath, ["site.mjs", "makruk", "0", server.address],
      { cwd: folder, stdio: ["ignore", "pipe", "ignore"] });
    context.after(async () => {
      if (site.exitCode === null && site.kill()) await once(site, "exit");
    });
    const url = await firstLine(site);
    const send = async (action) => {
      const response = await fetch(url, { method: "POST", body: new URLSearchParams({ action }) });
      return { status: response.status, html: await response.text() };
    };

    const start = await (await fetch(url)).text();
    assert.match(start, /<svg [^]*White is to move\.[^]*value="e3e4"/);
    assert.match((await send("e3e4")).html, /Black is to move\.[^]*value="e6e5"/);
    const refused = await send("e6e4");
    assert.equal(refused.status, 422);
    assert.match(refused.html, /role="alert">e6e4: a pawn moves one square, never two \(M1\)/);
    assert.equal((await send("d6d5")).status, 200);
    assert.match((await send("e4d5")).html, /Black is to move\./);
    assert.match((await send("resign")).html, /White wins: Black resigned\./);

    // Without the service, the site reports an error.
    await server.stop();
    assert.equal((await send("e3e4")).status, 503);
    assert.equal((await fetch(url)).status, 503);
  });
