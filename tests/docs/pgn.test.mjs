import assert from "node:assert/strict";
import { test } from "node:test";

import { ask } from "./ask.mjs";
import { blocksOf, docsFile } from "./pages.mjs";

const [block] = blocksOf("pgn.md").filter(({ language }) => language === "pgn");

const read = (pgn) => ask([{ readPgn: { pgn } }])[0].readPgn.games[0];

test("the game of pgn.md is read, and written unchanged", () => {
  const { game, fault } = read(block.text);
  assert.equal(fault, undefined);
  const [{ writePgn }] = ask([{ writePgn: { game } }]);
  assert.equal(writePgn.pgn.trim(), block.text.trim());
});

test("the commands in the table of pgn.md are read", () => {
  const commands = [...docsFile("pgn.md").matchAll(/^\| `(.*?)`/gm)].map(([, command]) => command)
    .filter((command) => command.includes("[%"));
  assert.equal(commands.length, 6);
  const games = {
    "[%draw egg=koopa]": ["Chakart", "1. Nf3 e5 2. Rg1 {[%draw egg=koopa]} *"],
    "[%bid raise white +1]": ["Chpok", "{[%bid raise white +1]} *"],
    "[%act black:draw?]": ["Makruk", "1. e4 e5 {[%act black:draw?]} *"],
    "-- {[%act e1*e5]}": ["Chakart", "1. -- {[%act e1*e5]} *", "4k3/8/8/4r3/8/8/8/4K3 w 0"],
    "[%emt 0:00:01.5]": ["Chpok", "{[%bid raise white +1] [%emt 0:00:01.5]} *"],
    "[%clk 0:04:58.5]": ["Chak", "1. e4 {[%clk 0:04:58.5]} *", "", "300+0"],
  };
  assert.deepEqual(Object.keys(games), commands);
  for (const [command, [variant, moves, fen = "", control = "?"]] of Object.entries(games)) {
    const start = fen === "" ? "" : `[SetUp "1"]\n[FEN "${fen}"]\n`;
    const { game, fault } =
      read(`[Variant "${variant}"]\n[TimeControl "${control}"]\n${start}\n${moves}\n`);
    assert.equal(fault?.message, undefined, command);
    const { actions, elapsedMs } = game.record;
    const record = JSON.stringify([actions, elapsedMs]);
    const [, value] = /%\w+ ([^\]]+)\]/.exec(command);
    const isTime = /emt|clk/.test(command);
    assert.ok(record.includes(isTime ? "1500" : value), `${command}: ${record}`);
  }
});
