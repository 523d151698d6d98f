import assert from "node:assert/strict";
import { test } from "node:test";

import { deployed, run } from "./files.mjs";

const help = run(process.env.ARBITER, "--help");
const manual = deployed("debian/arbiter.1");
/** Returns a section of the page. */
const section = (name) => manual.match(new RegExp(`^\\.SH ${name}\\n((?:(?!\\.SH).*\\n)*)`, "m"))[1];
/** Returns what the groups of an expression matched in a text, one array a match. */
const all = (text, expression) => [...text.matchAll(expression)].map(([, ...groups]) => groups);

test("the manual page of arbiter lists the commands of its help", () => {
  const commands = help.match(/^Subcommands:\n((?: {2}.*\n)+)/m)[1];
  assert.deepEqual(all(section("COMMANDS"), /^\.TP\n\.B (\w+)\n(.*)$/gm), all(commands, /^ {2}(\w+) +(.*)$/gm));
});

test("the manual page of arbiter names the options of its help", () => {
  const options = all(help, /^ {2}(?:-h,)?--([\w-]+)/gm).flat();
  const headings = all(section("OPTIONS"), /^\.TP\n(.*)$/gm).flat().join("\n").replaceAll("\\-", "-");
  assert.deepEqual(all(headings, /--([\w-]+)/g).flat().sort(), options.sort());
});
