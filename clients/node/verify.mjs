#!/usr/bin/env node
import { createReadStream, fstatSync } from "node:fs";
import process from "node:process";

import { gamesOf } from "./verifier/game_file.mjs";
import { Failure, verifyGame } from "./verifier/node.mjs";
import { printable } from "./verifier/failure.mjs";

const USAGE = "usage: node verify.mjs [FILE...]";

const MIB = 2 ** 20;
/** The maximum size of a file. A device such as /dev/zero has no end. */
const MAX_FILE_BYTES = 256 * MIB;

/** process.stdin is an empty stream if it is a directory, so that one is opened to fail. */
const standardInput = () =>
  (fstatSync(0).isDirectory() ? createReadStream("", { fd: 0 }) : process.stdin);

/** Returns the texts of the games in a stream, or the Failure that it cannot be read. */
async function gamesIn(name, stream) {
  try {
    return gamesOf(await readBounded(stream));
  } catch (error) {
    if (error instanceof Failure) return [error];
    return [new Failure("file", `cannot read ${name}: ${error.message}`)];
  }
}

async function readBounded(stream) {
  const chunks = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_FILE_BYTES) {
      throw new Error(`it is larger than ${MAX_FILE_BYTES / MIB} MiB, the limit for such a file`);
    }
  }
  return Buffer.concat(chunks);
}

/** Verifies a game, and returns the line to print and whether the game is valid. */
async function report(game) {
  try {
    if (game instanceof Failure) throw game;
    const { draws, result, startFen, fen, isCommitmentChecked } = await verifyGame(game);
    const start = startFen === undefined ? "" : ` start=${startFen}`;
    const commitment = isCommitmentChecked ? "checked" : "none given";
    return {
      isOk: true,
      line: `ok draws=${draws} result=${result}${start} fen=${fen}; commitment: ${commitment}`,
    };
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    return { isOk: false, line: `failed ${failure.what}: ${failure.message}` };
  }
}

async function reportAll(games) {
  for (const game of games) {
    const { isOk, line } = await report(game);
    console.log(printable(line));
    if (!isOk) process.exitCode = 1;
  }
}

async function main(paths) {
  if (paths.some((path) => path.startsWith("-") && path !== "-")) {
    console.error(USAGE);
    process.exitCode = 2;
    return;
  }
  for (const path of paths.length > 0 ? paths : ["-"]) {
    await reportAll(path === "-"
      ? await gamesIn("standard input", standardInput())
      : await gamesIn(path, createReadStream(path)));
  }
}

await main(process.argv.slice(2));
