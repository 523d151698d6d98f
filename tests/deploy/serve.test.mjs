// `./dev serve --front` and `--jobs`, without the build: arbiterd with HAProxy in front of it, and with a
// PostgreSQL of its own.
import assert from "node:assert/strict";
import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { createInterface } from "node:readline";
import { after, afterEach, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { freePort } from "./free_port.mjs";
import { call, until } from "./haproxy.mjs";

const prelude = `set -euo pipefail
source tests/tools/steps.sh
source tests/tools/packages.sh
source tests/tools/database.sh
source tests/tools/serve.sh
arbiterd=$ARBITERD
database_folder=$DATABASE_FOLDER`;
const script = `${prelude}
serve "$@"`;

const root = fileURLToPath(new URL("../..", import.meta.url));

const childrenOf = (pid) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);

/** Returns the ids of the children of the shell that have not ended, by the names of their programs. */
const programsOf = (shell) => Object.fromEntries(childrenOf(shell.pid).flatMap((pid) => {
  try {
    return [[readFileSync(`/proc/${pid}/comm`, "utf8").trim(), pid]];
  } catch (error) {
    if (error.code === "ENOENT" || error.code === "ESRCH") return [];
    throw error;
  }
}));

/**
 * Waits until the shell, which looks for a while whether arbiterd listens, has no other children than these
 * programs, in this order. Returns their ids by their names.
 */
const childrenThatStay = async (shell, names) => {
  let children;
  await until("only these programs run", async () => {
    children = programsOf(shell);
    return Object.keys(children).sort().join() === names.join();
  });
  return children;
};

/**
 * The folder of the database of all tests, which takes seconds to make. Another user may not enter it, as it
 * may be in a home folder.
 */
const folder = mkdtempSync(join(tmpdir(), "arbiter_serve_"));
const database = relative(root, folder);
after(() => { rmSync(folder, { recursive: true }); });

/** The shells of the test. */
const shells = new Set();

afterEach(() => {
  for (const shell of shells) shell.kill("SIGKILL");
  shells.clear();
  // What they have started has the lock of the database until it ends.
  execFileSync("flock", [join(folder, "lock"), "true"]);
});

/**
 * Starts the service behind its front, and with the database if `jobs` is true, and calls it there. Returns
 * the process of the shell, the ids of its children, a promise of its exit, and the ports of the front and of
 * arbiterd.
 */
const serve = async (context, { jobs = false } = {}) => {
  const [front, stats, port, http] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const shell = spawn("bash", ["-c", script, "bash", "--front", ...jobs ? ["--jobs"] : [],
    "--listen", `127.0.0.1:${port}`, "--metrics-listen", "127.0.0.1:0"], { cwd: root,
    stdio: "ignore", env: { ...process.env, ARBITER_FRONT: `127.0.0.1:${front}`,
      ARBITER_STATS: `127.0.0.1:${stats}`, ARBITER_HTTP_LISTEN: `127.0.0.1:${http}`,
      DATABASE_FOLDER: database } });
  shells.add(shell);
  const ended = once(shell, "exit");
  await until("the front answers", async () => {
    // HAProxy refuses a client that opens more than 200 connections in ten seconds.
    await setTimeout(100);
    return (await call(context, front))["grpc-status"] === "0";
  });
  const children = await childrenThatStay(shell, ["arbiterd", "haproxy", ...jobs ? ["postgres"] : []]);
  return { shell, children, ended, front, port };
};

const allGone = (children) => until("all processes have ended", () =>
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

const createJob = (port, key) => fetch(`http://127.0.0.1:${port}/arbiter.v1.JobService/CreateJob`,
  { method: "POST", headers: { "content-type": "application/json" },
    body: JSON.stringify({ idempotencyKey: key }) });

/**
 * Starts the service with the database. Returns the process of the shell, a promise of its exit,
 * its errors so far, and two functions: `answers` waits until the service has started, and `submit` creates
 * a job with a key, and returns its id.
 */
const serveJobs = async () => {
  const http = await freePort();
  const shell = spawn("bash", ["-c", script, "bash", "--jobs", "--listen", "127.0.0.1:0",
    "--metrics-listen", "127.0.0.1:0"], { cwd: root, stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, DATABASE_FOLDER: database, ARBITER_HTTP_LISTEN: `127.0.0.1:${http}` } });
  shells.add(shell);
  const served = { shell, ended: once(shell, "exit"), errors: "" };
  shell.stderr.setEncoding("utf8").on("data", (text) => { served.errors += text; });
  served.answers = () => until("arbiterd answers", () =>
    fetch(`http://127.0.0.1:${http}/`).then(() => true, () => false));
  served.submit = async (key) => {
    const answer = await createJob(http, key);
    assert.equal(answer.status, 200);
    return (await answer.json()).job.id;
  };
  return served;
};

test("jobs are kept from one run to the next, also with other programs", async () => {
  const first = await serveJobs();
  await first.answers();
  const children = await childrenThatStay(first.shell, ["arbiterd", "postgres"]);
  const id = await first.submit("once");
  first.shell.kill("SIGINT");
  assert.deepEqual(await first.ended, [0, null]);
  await allGone(children);

  const second = await serveJobs();
  await second.answers();
  assert.equal(await second.submit("once"), id);
});

test("the database loses nothing, and listens on no port", async () => {
  const { shell, answers } = await serveJobs();
  await answers();
  const sql = (text) => execFileSync("psql", ["--no-psqlrc", "--tuples-only", "--no-align", "--user", "postgres",
    "--host", `/proc/self/cwd/${database}/data`, "--command", text, "postgres"], { cwd: root, encoding: "utf8" });
  assert.equal(sql("SELECT string_agg(name || '=' || setting, ' ' ORDER BY name) FROM pg_settings WHERE name IN "
    + "('fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums', 'listen_addresses')").trim(),
  "data_checksums=on fsync=on full_page_writes=on listen_addresses= synchronous_commit=on");
  shell.kill("SIGTERM");
});

test("a second start in the same checkout says that one is running, and leaves it alone", async () => {
  const first = await serveJobs();
  await first.answers();
  const second = await serveJobs();
  assert.deepEqual(await second.ended, [1, null]);
  assert.match(second.errors, /^==> error: the database in \S+ is in use: another \.\/dev of this checkout/);
  await first.submit("another");
});

test("if PostgreSQL dies, arbiterd ends", async () => {
  const { shell, answers, ended } = await serveJobs();
  await answers();
  const children = await childrenThatStay(shell, ["arbiterd", "postgres"]);
  process.kill(children.postgres, "SIGKILL");
  const [status] = await ended;
  assert.ok(status > 0, "the command fails");
  await allGone(children);
});

test("if the shell is killed, PostgreSQL ends cleanly", async () => {
  const { shell, answers } = await serveJobs();
  await answers();
  const children = await childrenThatStay(shell, ["arbiterd", "postgres"]);
  shell.kill("SIGKILL");
  await allGone(children);
  assert.match(readFileSync(join(root, database, "log"), "utf8"), /database system is shut down\n$/);
});

test("jobs can be submitted through the front", async (context) => {
  const { shell, children, front } = await serve(context, { jobs: true });
  await until("a job is created", async () => (await createJob(front, "through the front")).status === 200);
  shell.kill("SIGINT");
  await allGone(children);
});

test("the playground has jobs in its database, and both end together", async () => {
  const shell = spawn("bash", ["-c", `${prelude}
play_with_database node clients/playground/dist/server.js --arbiterd "$arbiterd" --port 0 --database :memory:`],
  { cwd: root, stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, DATABASE_FOLDER: database } });
  shells.add(shell);
  const ended = once(shell, "exit");
  let url;
  for await (const line of createInterface({ input: shell.stdout })) {
    url = /The playground is at (\S+)/.exec(line)?.[1];
    if (url !== undefined) break;
  }
  const children = childrenOf(shell.pid);
  assert.deepEqual(await (await fetch(`${url}/api/archives`)).json(), { archives: [] });
  shell.kill("SIGINT");
  assert.deepEqual(await ended, [0, null]);
  await allGone(children);
});
