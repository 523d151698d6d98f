import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import sqlite from "node-sqlite3-wasm";

import { ENGINE_GAMES } from "../../src/server/visitor_limits.js";
import { killAll, startProgram } from "../program.js";
import { Browser, viewWhen } from "./support.js";

const folder = mkdtempSync(join(tmpdir(), "arbiter-playground-"));
const database = join(folder, "games.sqlite");
const place = { url: "" };
const started: ChildProcess[] = [];

after(() => {
  const runs = (one: ChildProcess): boolean => one.exitCode === null && one.signalCode === null;
  started.filter(runs).forEach(killAll);
  rmSync(folder, { recursive: true });
});

async function start(): Promise<ChildProcess> {
  // A program that is killed leaves its temporary files behind.
  const env = { ...process.env, TMPDIR: folder };
  const { program, url } = await startProgram(database, { detached: true, env });
  started.push(program);
  place.url = url;
  return program;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  child.kill(signal);
  const [code] = (await once(child, "exit")) as [number | null];
  return code;
}

test("games, seats and the engine's turn survive a restart", async () => {
  let program = await start();
  const browser = new Browser(place);
  const hotseat = await browser.start({ variant: "chakart", mode: "hotseat" });
  await browser.act(hotseat.id, "g1f3");
  const before = await browser.view(hotseat.id);
  const { id } = await browser.start({
    variant: "makruk",
    mode: "engine",
    side: "white",
    engine: { movetimeMs: 2_000 },
  });
  await browser.act(id, "e3e4");
  assert.equal(statSync(database).mode & 0o077, 0, "only the owner can read the seeds");
  assert.equal(await end(program, "SIGTERM"), 0);

  program = await start();
  const { thinkingMs: _, ...view } = await browser.view(hotseat.id);
  const { thinkingMs: __, ...same } = before;
  assert.deepEqual(view, same);
  const { thinking, log: moves } = await browser.view(id);
  // On a slow machine, the engine may have moved already.
  assert.ok(thinking || moves.length === 2);
  await viewWhen(browser, id, ({ log }) => log.length === 2);

  // A lock left by a program that was killed while writing does not block the next one.
  const killed = once(program, "exit");
  killAll(program);
  await killed;
  mkdirSync(`${database}.lock`, { recursive: true });
  program = await start();
  assert.equal((await browser.view(id)).log.length, 2);
  assert.equal(await end(program, "SIGINT"), 0);
});

// The engine once refused all new games until it had been through the earlier ones.
test("however many games wait for the engine at the start, it plays new ones", async () => {
  let program = await start();
  const game = { variant: "makruk", mode: "engine", side: "black" } as const;
  const { id } = await new Browser(place).start({ ...game, engine: { movetimeMs: 10_000 } });
  assert.equal(await end(program, "SIGTERM"), 0);
  const stored = new sqlite.Database(database);
  stored.run(
    `WITH RECURSIVE copy (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM copy LIMIT ?)
     INSERT INTO game
     SELECT id || number, revision, first_holder, second_holder, over, changed_at, facts, seed,
       standing, snapshot
     FROM game, copy WHERE id = ?`,
    [ENGINE_GAMES.all, id],
  );
  stored.close();

  program = await start();
  const browser = new Browser(place);
  const played = await browser.start({ ...game, engine: { movetimeMs: 50 } });
  await viewWhen(browser, played.id, ({ log }) => log.length === 1);
  assert.equal(await end(program, "SIGTERM"), 0);
});

test("invalid flags are refused", async () => {
  for (const flags of [
    [],
    ["--port", "x", "--server", "127.0.0.1:1"],
    ["--nonsense"],
    ["--arbiterd", "a", "--server", "b"],
    ["--arbiterd", "a", "--token-key", "b"],
    ["--server", "127.0.0.1:1", "--jobs", "postgresql://"],
    ["--server", "127.0.0.1:1", "--token-key", "/nowhere/key.pem"],
  ]) {
    const child = spawn("node", ["dist/server.js", ...flags], { stdio: "ignore" });
    const [code] = (await once(child, "exit")) as [number];
    assert.equal(code, 2, flags.join(" "));
  }
});
