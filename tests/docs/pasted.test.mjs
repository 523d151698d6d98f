/**
 * Pastes the commands of the README, of the quickstart and of the command line's README into a shell, from
 * the top to the bottom of the page, and compares what they print with what the page shows. In `sh` blocks,
 * every command must succeed. In `console` blocks, the lines after a command are its output, in which `…`
 * stands for any text within a line, and a line that consists of it for any lines.
 */
import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";

import { freePort } from "../deploy/free_port.mjs";
import { eventually } from "../support/waiting.mjs";
import { ask } from "./ask.mjs";
import { changesOf, makeCheckout, makeFolder } from "./checkout.mjs";
import { environment } from "./environment.mjs";
import { blocksOf, docsFile } from "./pages.mjs";
import { Shell } from "./shell.mjs";

const ADDRESS = "127.0.0.1:50051";

/** Commands that serve until they are interrupted, and what they print when they do. */
const SERVERS = [[/^\.\/dev serve$/, /"msg":"serving"/], [/^node site\.mjs/, /(http:\S+)\n/]];

const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Returns whether an output has these lines, see above. */
const matches = (printed, lines) => new RegExp(`^${lines.map((line) =>
  line === "…" ? "(?:.*\\n)*" : `${line.split("…").map(escape).join(".*")}\\s*\\n`).join("")}$`)
  .test(printed === "" ? "" : `${printed.trimEnd()}\n`);

/** Returns the commands of a `console` block with the lines that they print. */
const sessionOf = (text) => text.split(/^\$ /m).slice(1)
  .map((part) => part.trimEnd().split("\n")).map(([command, ...lines]) => ({ command, lines }));

/** Pastes the commands of a page into a shell. Returns what the last program that serves has printed. */
const paste = async (shell, page, address, languages = ["sh", "console"]) => {
  const here = (text) => text.replaceAll(ADDRESS, address);
  let served;
  const blocks = blocksOf(page).filter(({ language }) => languages.includes(language));
  for (const { language, text, place } of blocks) {
    if (language === "console") {
      for (const { command, lines } of sessionOf(here(text))) {
        const { printed } = await shell.run(command);
        assert.ok(matches(printed, lines),
          `${place}: ${command}\nprinted:\n${printed}\ninstead of:\n${lines.join("\n")}`);
      }
      continue;
    }
    const lines = here(text).trimEnd().split("\n");
    const server = SERVERS.find(([command]) => command.test(lines.at(-1)));
    const commands = server === undefined ? lines : lines.slice(0, -1);
    const { printed, status } = await shell.run(["set -e", ...commands, "set +e"].join("\n"));
    assert.equal(status, 0, `${place}: ${printed}`);
    if (server !== undefined) served = await shell.serve(lines.at(-1), server[1]);
    if (lines.at(-1).endsWith("&")) await untilListening(address);
  }
  return served;
};

/** Waits as long as a person takes to paste the next command. */
const untilListening = async (address) => {
  const [host, port] = address.split(":");
  assert.ok(await eventually(() => new Promise((resolve) => {
    const socket = connect(Number(port), host, () => { socket.end(); resolve(true); });
    socket.once("error", () => { resolve(false); });
  })), `nothing listens on ${address}`);
};

/** Makes a shell in a folder. The services that it starts have free ports. */
const open = async (context, folder) => {
  const port = await freePort();
  const shell = new Shell(folder, {
    ...environment,
    ARBITER_LISTEN: `127.0.0.1:${port}`,
    ARBITER_METRICS_LISTEN: "127.0.0.1:0",
    PORT: "0",
    npm_config_prefer_offline: "true",
  });
  context.after(() => shell.end());
  return { shell, address: `127.0.0.1:${port}` };
};

test("README.md: every command runs and prints what the page shows", async (context) => {
  const checkout = makeCheckout(context);
  const { shell, address } = await open(context, checkout);
  await paste(shell, "../README.md", address);
  assert.equal(changesOf(checkout), "");
});

test("quickstart.md: every command runs and prints what the page shows, and the site plays", async (context) => {
  const checkout = makeCheckout(context);
  const { shell, address } = await open(context, checkout);
  // Debian's Python has the packages that the client needs.
  await shell.run(`export PATH=/usr/bin:$PATH PIP_NO_INDEX=1 PYTHONPATH=/usr/lib/python3/dist-packages`);
  const [, url] = await paste(shell, "quickstart.md", address);
  assert.equal(changesOf(checkout), "");

  const send = async (action) => {
    const response = await fetch(url, { method: "POST", body: new URLSearchParams({ action }) });
    return { status: response.status, html: await response.text() };
  };
  const start = await (await fetch(url)).text();
  assert.match(start, /<svg [^]*White is to move\.[^]*value="e3e4"/);
  // The opponent has replied.
  assert.match((await send("e3e4")).html, /<svg [^]*White is to move\.[^]*value="d3d4"/);
  const refused = await send("e4e6");
  assert.equal(refused.status, 422);
  assert.match(refused.html, /role="alert">e4e6: a pawn moves one square, never two \(M1\)/);
  const wrong = await send("hello");
  assert.equal(wrong.status, 422);
  assert.match(wrong.html, /role="alert">'hello' is not a valid Makruk action/);
  assert.match((await send("white:resign")).html, /Black wins: White resigned\./);

  // Without the service, the site reports an error.
  await shell.run("kill %1; wait %1");
  assert.equal((await send("e3e4")).status, 503);
  assert.equal((await fetch(url)).status, 503);
});

test("the command line's README: every command prints what the page shows", async (context) => {
  const { shell, address } = await open(context, makeFolder(context));
  await paste(shell, "../clients/cli/README.md", address, ["console"]);
});

test("quickstart.md shows the programs of docs/examples as they are", () => {
  const shown = blocksOf("quickstart.md");
  for (const [language, file] of [["js", "node/play.mjs"], ["python", "python/play.py"]]) {
    assert.equal(shown.find((block) => block.language === language).text, docsFile(`examples/${file}`));
  }
});

test("README.md: the numbers are those of the benchmarks and of the rules", () => {
  const readme = docsFile("../README.md");
  const [, ours, theirs] = /^\| the same, four games, against ffish's two \| ([\d.]+) k\/s \| ([\d.]+) k\/s/m
    .exec(docsFile("benchmarks.md"));
  assert.ok(readme.includes(`${Math.round(ours)},000 positions a second`));
  assert.ok(readme.includes(`${Math.round(theirs)},000 ([benchmarks]`));
  const [{ listVariants: { variants } }] = ask([{ listVariants: {} }]);
  const rulings = new Set(variants.flatMap((variant) => variant.rulings.map(({ id }) => id)));
  assert.ok(readme.includes(`${rulings.size} numbered rulings`), `there are ${rulings.size} rulings`);
});
