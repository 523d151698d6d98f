/**
 * Pastes the commands of the README, of the quickstart, of some other pages and of some clients' READMEs into a
 * shell, from the top to the bottom of the page, and compares what they print with what the page shows. In `sh` blocks,
 * every command must succeed. In `console` blocks, the lines after a command are its output, in which `…`
 * stands for any text within a line, and a line that consists of it for any lines.
 */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
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
const SERVERS = ["./dev serve", "./dev serve --jobs", "node site.mjs makruk 3"];

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

  /** Returns a text with the addresses that the reader has in place of those shown. */
  translate(text) {
    return Object.entries(this.#addresses).reduce((shown, [address, free]) => shown.replaceAll(address, free), text);
  }

  /** Pastes the blocks of a page in these languages. */
  async paste(page, languages = ["sh", "console"]) {
    for (const { language, text, place } of blocksOf(page)) {
      if (!languages.includes(language)) continue;
      const here = this.translate(text);
      if (language === "console") await this.#compare(sessionOf(here), place);
      if (language === "sh") await this.run(here.trimEnd(), place);
    }
  }

  /** Runs commands, each of which must succeed, and returns what they print. */
  async run(commands, place = commands) {
    const { printed, status } = await this.#shell.run(`set -e\n${commands}\nset +e`);
    assert.equal(status, 0, `${place}: ${printed}`);
    if (commands.endsWith("&")) await this.#waitForService();
    return printed;
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

test("jobs.md, and the jobs of clients' READMEs: every command and program prints what the page shows", async (context) => {
  const checkout = makeCheckout(context);
  const reader = await Reader.in(checkout, context);
  await reader.paste("jobs.md");
  assert.equal(changesOf(checkout), "");

  const programOf = (page, language, word) => reader.translate(blocksOf(page)
    .find((block) => block.language === language && block.text.includes(word)).text);
  const site = join(checkout, "build/site");
  mkdirSync(site);
  writeFileSync(join(site, "jobs.mjs"), programOf("../clients/node/README.md", "js", "submitJob"));
  writeFileSync(join(site, "jobs.py"), programOf("../clients/python/README.md", "python", "submit_job"));
  writeFileSync(join(site, "review.mjs"), programOf("jobs.md", "js", "submitJob"));
  writeFileSync(join(site, "review.py"), programOf("jobs.md", "python", "submit_job"));
  await reader.run("cd build/site && ln -s ../../clients/node_modules . && cp ../../docs/examples/games.pgn .");
  const expected = /^0n? legal\n1n? legal\n2n? legal\n3n? .*exe5/m;
  assert.match(await reader.run("node jobs.mjs"), expected);
  await reader.run("/usr/bin/python3 -B ../../clients/python/build.py python");
  assert.match(await reader.run("PYTHONPATH=python /usr/bin/python3 -B jobs.py"), expected);
  const reviews = /^1 \[.*\d\.\d.*\]\n2 \[.*\]\n3 \[[^]*\]\n4 line 10, column 13: 'exe5'/m;
  assert.match(await reader.run("node review.mjs < games.pgn"), reviews);
  assert.match(await reader.run("PYTHONPATH=python /usr/bin/python3 -B review.py < games.pgn"), reviews);

  // Everything has ended when nobody has the lock.
  await reader.run("cd ../.. && kill -INT $(head -n 1 build/jobs/data/postmaster.pid) && flock build/jobs/lock true");
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

test("the C++ client's README shows a function that its tests run", () => {
  const { text } = blocksOf("../clients/cpp/README.md").find((block) => block.text.includes("SubmitJob"));
  assert.ok(docsFile("../tests/service/cpp_client_jobs_test.cc").includes(text));
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
