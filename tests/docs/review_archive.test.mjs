// The program of docs/ that reviews an archive, with a service that keeps jobs.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";

import { Arbiterd } from "../support/arbiterd.mjs";
import { Postgres } from "../support/postgres.mjs";
import { eventually } from "../support/waiting.mjs";
import { ask } from "./ask.mjs";
import { makeFolder } from "./checkout.mjs";
import { docsFile, docsFolder } from "./pages.mjs";

const root = join(docsFolder, "..");

let postgres;
let server;
before(async () => {
  postgres = await Postgres.start(root);
  server = await Arbiterd.start("--jobs", postgres.url, "--jobs-for-anyone", "--http-listen", "127.0.0.1:0");
});
after(async () => {
  await server?.stop();
  postgres?.stop();
});

/** Returns the jobs of the service, the newest first. */
const jobs = async () => {
  const answer = await fetch(`http://${server.http}/arbiter.v1.JobService/ListJobs`,
    { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });
  return (await answer.json()).jobs ?? [];
};

/** Puts the program into a folder with an archive, and returns how to run it there. */
const prepare = (context, pgn, depth) => {
  const folder = makeFolder(context);
  symlinkSync(join(root, "clients/node_modules"), join(folder, "node_modules"));
  copyFileSync(join(docsFolder, "examples/node/review_archive.mjs"), join(folder, "review_archive.mjs"));
  writeFileSync(join(folder, "games.pgn"), pgn);
  return {
    command: [process.execPath, ["review_archive.mjs", "games.pgn", "reviewed.pgn", String(depth)],
      { cwd: folder, env: { ...process.env, ARBITER_SERVER: server.address } }],
    target: join(folder, "reviewed.pgn"),
  };
};

const readPgn = (pgn) => ask([{ readPgn: { pgn } }])[0].readPgn.games;

/** What the program must not change in a game. */
const essenceOf = ({ game: { variant, options, record, result } }) => ({ variant, options, record, result });

test("an archive is written back with comments, and its faulty game as it was", async (context) => {
  const pgn = docsFile("examples/games.pgn");
  const { command, target } = prepare(context, pgn, 3);
  const { stdout, stderr } = await promisify(execFile)(...command);
  assert.match(stderr, /^game 4 was not reviewed: line 10, column 13: 'exe5' names no legal move/m);
  const row = (name) => stdout.split("\n").find((line) => line.includes(`'${name}'`) || line.includes(` ${name} `));
  for (const name of ["Anna", "Bob", "Chai", "Dao", "Emma", "Finn"]) assert.match(row(name), /\b1\b.*\d/, name);
  assert.doesNotMatch(stdout, /Gina/);

  const reviewed = readFileSync(target, "utf8");
  assert.deepEqual(readPgn(reviewed).map(essenceOf), readPgn(pgn).map(essenceOf));
  assert.deepEqual(readPgn(reviewed).map(({ fault }) => fault?.reason),
    [undefined, undefined, undefined, "BAD_NOTATION"]);
  assert.ok(reviewed.endsWith(pgn.slice(pgn.lastIndexOf("[Event ")).trimEnd() + "\n\n"));
  const [first, , third] = reviewed.split(/(?<=\n\n)(?=\[Event )/);
  // Each of the 35 plies has its note, whose glyph and better move belong to it.
  assert.equal(first.match(/\[%eval -?(\d+\.\d\d|#)/g).length, 35);
  const marks = [...first.matchAll(/(\$\d) \{\[%eval [^\]]*\] (\w+)\. (\S+) was best\.\}$/gm)];
  assert.ok(marks.length > 0);
  for (const [, glyph, name] of marks) assert.equal(name, { $6: "Inaccuracy", $2: "Mistake", $4: "Blunder" }[glyph]);
  assert.match(first, /dxc4# \{\[%eval #1\]\}\n\{White wins by checkmate\./);
  // A second action of the same turn is in a comment, which its note follows.
  assert.match(third, /\{\[%draw egg=daisy\] \[%act d2d4\] [^}]*\} (\$\d )?\{\[%eval /);
});

test("bids, passes and moves that SAN cannot express have their own notes", async (context) => {
  const pgn = `[Event "?"]
[Variant "Chpok"]
[VariantOptions "chips=1"]

{[%bid raise white +1] [%bid match white] [%draw white=challenger,time=1+0]} 1. a3 c5 *

[Event "?"]
[Variant "Chpok"]
[VariantOptions "features=remove,skip; skip_bidding=true"]

1. -- {[%act x@c2]} 1... -- 2. h4 *
`;
  const { command, target } = prepare(context, pgn, 2);
  await promisify(execFile)(...command);
  const reviewed = readFileSync(target, "utf8");
  assert.deepEqual(readPgn(reviewed).map(essenceOf), readPgn(pgn).map(essenceOf));
  const note = String.raw`(?:\$\d )?\{[^}]+\}`;
  const [bids, passes] = reviewed.split(/(?<=\n\n)(?=\[Event )/);
  assert.match(bids, new RegExp(String.raw`^\{\[%bid [^}]*\} ${note} ${note}\n1\. a3 ${note}\nc5 ${note}\n\*$`, "m"));
  assert.match(passes,
    new RegExp(String.raw`^1\. -- \{\[%act x@c2\]\} ${note}\n1\.\.\. -- ${note}\n2\. h4 ${note}\n\*$`, "m"));
});

test("a program that was killed goes on with the same job", async (context) => {
  const known = (await jobs()).length;
  const [game] = docsFile("examples/games.pgn").split(/(?<=\n\n)(?=\[Event )/);
  const faulty = '[Event "?"]\n[White "Gina"]\n[Black "Hugo"]\n[Variant "Makruk"]\n\n1. e4 e5 2. exe5 1-0\n\n';
  const pgn = [...Array(5).fill(game), faulty, ...Array(5).fill(game)].join("");
  const { command, target } = prepare(context, pgn, 10);
  const interrupted = spawn(...command);
  const ended = once(interrupted, "exit");
  assert.ok(await eventually(async () => {
    const [job] = await jobs();
    return (await jobs()).length > known && Number(job.done ?? 0) > 0;
  }));
  interrupted.kill("SIGKILL");
  assert.deepEqual(await ended, [null, "SIGKILL"], "it was in the middle");
  assert.equal(existsSync(target), false);

  const { stdout } = await promisify(execFile)(...command);
  assert.equal((await jobs()).length, known + 1);
  assert.deepEqual(readPgn(readFileSync(target, "utf8")).map(essenceOf), readPgn(pgn).map(essenceOf));
  assert.match(stdout.split("\n").find((line) => line.includes("Anna")), /\b10\b/);
  assert.equal(readFileSync(target, "utf8").match(/\[%eval/g).length, 10 * 35);
});
