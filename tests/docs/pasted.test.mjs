/**
 * Pastes the commands of the README, of the quickstart and of some clients' READMEs into a shell, from the
 * top to the bottom of the page, and compares what they print with what the page shows. In `sh` blocks,
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

/** The addresses in the pages: of the service, of its port for HTTP, of its metrics and of the site. */
const [SERVICE, HTTP, METRICS, SITE] =
  ["127.0.0.1:50051", "127.0.0.1:50080", "127.0.0.1:9464", "127.0.0.1:8081"];

/** Commands that serve until they are interrupted. */
const SERVERS = ["./dev serve", "node site.mjs makruk 3"];

const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Returns a regular expression for an output that begins with these lines, see above. */
const patternOf = (lines) => `^${lines.map((line) =>
  line === "…" ? "(?:.*\\n)*" : `${line.split("…").map(escape).join(".*")}\\s*\\n`).join("")}`;

/** Returns the commands of a `console` block with the lines that they print. */
const sessionOf = (text) => text.split(/^\$ /m).slice(1)
  .map((part) => part.trimEnd().split("\n")).map(([command, ...lines]) => ({ command, lines }));

/**
 * A reader with a checkout or another folder and a shell, for whom the addresses of the pages are free
 * ports.
 */
class Reader {
  #shell;
  #addresses = {};

  static async in(folder, context, variables = {}) {
    const reader = new Reader();
    for (const address of [SERVICE, HTTP, METRICS, SITE]) {
      reader.#addresses[address] = `127.0.0.1:${await freePort()}`;
    }
    reader.#shell = new Shell(folder, {
      ...environment,
      ARBITER_LISTEN: reader.address(SERVICE),
      ARBITER_HTTP_LISTEN: reader.address(HTTP),
      ARBITER_METRICS_LISTEN: reader.address(METRICS),
      PORT: reader.address(SITE).split(":")[1],
      ...variables,
    });
    context.after(() => reader.#shell.end());
    return reader;
  }

  address(shown) {
    return this.#addresses[shown];
  }

  /** Pastes the blocks of a page in these languages. */
  async paste(page, languages = ["sh", "console"]) {
    for (const { language, text, place } of blocksOf(page)) {
      if (!languages.includes(language)) continue;
      const here = Object.entries(this.#addresses)
        .reduce((shown, [address, free]) => shown.replaceAll(address, free), text);
      if (language === "console") await this.#compare(sessionOf(here), place);
      if (language === "sh") await this.run(here.trimEnd(), place);
    }
  }

  /** Runs commands, each of which must succeed. */
  async run(commands, place = commands) {
    const { printed, status } = await this.#shell.run(`set -e\n${commands}\nset +e`);
    assert.equal(status, 0, `${place}: ${printed}`);
    if (commands.endsWith("&")) await this.#waitForService();
  }

  async #compare(session, place) {
    for (const { command, lines } of session) {
      if (SERVERS.includes(command)) {
        await this.#shell.serve(command, new RegExp(patternOf(lines)));
        continue;
      }
      const { printed } = await this.#shell.run(command);
      const output = printed === "" ? "" : `${printed.trimEnd()}\n`;
      assert.match(output, new RegExp(`${patternOf(lines)}$`), `${place}: ${command}\n${printed}`);
    }
  }

  /** Waits for as long as a person takes to paste the next command. */
  async #waitForService() {
    const [host, port] = this.address(SERVICE).split(":");
    assert.ok(await eventually(() => new Promise((resolve) => {
      const socket = connect(Number(port), host, () => { socket.end(); resolve(true); });
      socket.once("error", () => { resolve(false); });
    })), "the service does not listen");
  }
}

test("README.md, and the verifier's part of Node's: every command runs and prints what the page shows", async (context) => {
  const checkout = makeCheckout(context);
  const reader = await Reader.in(checkout, context);
  await reader.paste("../README.md");
  await reader.paste("../clients/node/README.md", ["console"]);
  assert.equal(changesOf(checkout), "");
});

test("quickstart.md: every command runs and prints what the page shows, and the site plays", async (context) => {
  const checkout = makeCheckout(context);
  const reader = await Reader.in(checkout, context, {
    // Debian's Python has the packages that the client needs.
    PATH: `/usr/bin:${environment.PATH}`,
    PIP_NO_INDEX: "1",
    PYTHONPATH: "/usr/lib/python3/dist-packages",
    npm_config_prefer_offline: "true",
  });
  await reader.paste("quickstart.md");
  assert.equal(changesOf(checkout), "");

  const url = `http://${reader.address(SITE)}`;
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

  // Without the service, the site still shows the last view, and reports an error if somebody acts.
  await reader.run("kill %1; wait %1");
  assert.equal((await send("e3e4")).status, 503);
  assert.match(await (await fetch(url)).text(), /<svg [^]*Black wins: White resigned\./);
});

test("http.md: every command prints what the page shows", async (context) => {
  const reader = await Reader.in(makeFolder(context), context);
  await reader.paste("http.md");
});

test("the command line's README: every command prints what the page shows", async (context) => {
  const reader = await Reader.in(makeFolder(context), context);
  await reader.paste("../clients/cli/README.md", ["console"]);
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
