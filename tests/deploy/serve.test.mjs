// `./dev serve --front`, without the build: arbiterd with HAProxy in front of it.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { freePort } from "./free_port.mjs";
import { call, until } from "./haproxy.mjs";

const script = `set -euo pipefail
source tests/tools/steps.sh
source tests/tools/packages.sh
source tests/tools/front.sh
arbiterd=$ARBITERD
serve_behind_front "$@"`;

const childrenOf = (pid) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);

/**
 * Starts the service behind its front, and calls it there. Returns the process of the shell, the ids
 * of its two children, a promise of its exit, and the ports of the front and of arbiterd.
 */
const serve = async (context) => {
  const [front, stats, port, http] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const shell = spawn("bash", ["-c", script, "bash", "--listen", `127.0.0.1:${port}`,
    "--metrics-listen", "127.0.0.1:0"], { cwd: fileURLToPath(new URL("../..", import.meta.url)),
    stdio: "ignore", env: { ...process.env, ARBITER_FRONT: `127.0.0.1:${front}`,
      ARBITER_STATS: `127.0.0.1:${stats}`, ARBITER_HTTP_LISTEN: `127.0.0.1:${http}` } });
  context.after(() => shell.kill("SIGKILL"));
  const ended = once(shell, "exit");
  await until("the front answers", async () => {
    // HAProxy refuses a client that opens more than 200 connections in ten seconds.
    await setTimeout(100);
    return (await call(context, front))["grpc-status"] === "0";
  });
  const children = Object.fromEntries(childrenOf(shell.pid).map((pid) =>
    [readFileSync(`/proc/${pid}/comm`, "utf8").trim(), pid]));
  assert.deepEqual(Object.keys(children).sort(), ["arbiterd", "haproxy"]);
  return { shell, children, ended, front, port };
};

const allGone = (children) => until("both processes have ended", () =>
  Object.values(children).every((pid) => !existsSync(`/proc/${pid}`)));

test("the command line calls through the front, and prints nothing but the answer", async (context) => {
  const { front } = await serve(context);
  const { stdout, stderr } = await promisify(execFile)(process.env.ARBITER,
    ["legal", "makruk", "--server", `127.0.0.1:${front}`]);
  assert.match(stdout, /^a3a4$/m);
  assert.equal(stderr, "");
});

test("the front also serves plain HTTP", async (context) => {
  const { front } = await serve(context);
  await until("the replica is found", async () => {
    const answer = await fetch(`http://127.0.0.1:${front}/arbiter.v1.RulesService/LegalMoves`,
      { method: "POST", headers: { "content-type": "application/json" }, body: '{"position":{"variant":"makruk"}}' });
    return answer.status === 200;
  });
});

for (const signal of ["SIGTERM", "SIGINT"]) {
  test(`${signal} ends the front and arbiterd`, async (context) => {
    const { shell, children, ended } = await serve(context);
    shell.kill(signal);
    assert.deepEqual(await ended, [0, null]);
    await allGone(children);
  });
}

for (const [killed, other] of [["haproxy", "arbiterd"], ["arbiterd", "haproxy"]]) {
  test(`if ${killed} dies, ${other} ends`, async (context) => {
    const { children, ended } = await serve(context);
    process.kill(children[killed], "SIGKILL");
    const [status] = await ended;
    assert.ok(status > 0, "the command fails");
    await allGone(children);
  });
}

test("if the shell is killed, both end", async (context) => {
  const { shell, children, ended } = await serve(context);
  shell.kill("SIGKILL");
  await ended;
  await allGone(children);
});

test("arbiterd does not answer those who bypass the front", async (context) => {
  const { port } = await serve(context);
  assert.ok((await call(context, port)).error);
});
