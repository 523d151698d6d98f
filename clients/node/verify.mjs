#!/usr/bin/env node
import { readFile } from "node:fs/promises";
import process from "node:process";

import { gamesOf } from "./verifier/game_file.mjs";
import { Failure, verifyGame } from "./verifier/node.mjs";

const USAGE = "usage: node verify.mjs [FILE...]";

async function readStandardInput() {
  const chunks = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

async function gamesOfFile(path) {
  try {
    return gamesOf(await readFile(path, "utf8"));
  } catch (error) {
    return [new Failure("file", error.message)];
  }
}

/** Verifies a game, and returns the line to print and whether the game is valid. */
async function report(game) {
  try {
    if (game instanceof Failure) throw game;
    const { draws, result, startFen, fen } = await verifyGame(game);
    const start = startFen === undefined ? "" : ` start=${startFen}`;
    return { isOk: true, line: `ok draws=${draws} result=${result}${start} fen=${fen}` };
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    return { isOk: false, line: `failed ${failure.what}: ${failure.message}` };
  }
}

/** Escapes control characters, because a message may quote the file. */
const onOneLine = (text) => text.replace(
  /[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) => `\\u{${character.codePointAt(0).toString(16)}}`);

async function reportAll(games) {
  for (const game of games) {
    const { isOk, line } = await report(game);
    console.log(onOneLine(line));
    if (!isOk) process.exitCode = 1;
  }
}

async function main(paths) {
  if (paths.some((path) => path.startsWith("-"))) {
    console.error(USAGE);
    process.exitCode = 2;
  } else if (paths.length === 0) {
    await reportAll(gamesOf(await readStandardInput()));
  } else {
    for (const path of paths) await reportAll(await gamesOfFile(path));
  }
}

await main(process.argv.slice(2));
