import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import type { JobReviewJson } from "@arbiter-chess/client";

import { Postgres } from "../../../../tests/support/postgres.mjs";
import type {
  ArchiveEvents,
  ArchiveList,
  ArchiveSummary,
  NewArchive,
  OpenedGame,
  Problem,
  ReviewedGame,
} from "../../src/shared/api.js";
import { FOUR_GAMES, ROOT, manyGames } from "../archive_games.js";
import { killAll, startProgram } from "../program.js";
import { until } from "../waiting.js";
import { Browser, useSite } from "./support.js";

const postgres = await Postgres.start(ROOT);
const place = useSite(["127.0.0.1"], postgres.url);
const withoutJobs = useSite();
after(() => postgres.stop());

const archiveOf = (pgn: string, depth = 2): NewArchive => ({
  title: "My <games>",
  pgn,
  variant: "makruk",
  depth,
  theme: "light",
});

const submit = (browser: Browser, archive: NewArchive): Promise<ArchiveSummary> =>
  browser.get<ArchiveSummary>("/api/archives", archive);

const list = async (browser: Browser): Promise<ArchiveSummary[]> =>
  (await browser.get<ArchiveList>("/api/archives")).archives;

/** An event about an archive. */
type ArchiveEvent = {
  [Name in keyof ArchiveEvents]: { name: Name; data: ArchiveEvents[Name] };
}[keyof ArchiveEvents];

/** Returns all events about an archive until its end. */
async function eventsOf(browser: Browser, id: string, from = ""): Promise<ArchiveEvent[]> {
  const { status, text } = await browser.ask(`/api/archives/${id}/events?after=${from}`);
  assert.equal(status, 200, text);
  return [...text.matchAll(/^event: (\w+)\ndata: (.*)$/gm)].map(
    ([, name, data]) => ({ name, data: JSON.parse(data ?? "") }) as ArchiveEvent,
  );
}

/** Returns the games in events in the order of the archive, each with the place before it. */
const gamesIn = (events: ArchiveEvent[]): (ReviewedGame & { after: string })[] =>
  events
    .flatMap(({ name, data }) =>
      name === "games" ? data.games.map((game) => ({ ...game, after: data.after })) : [],
    )
    .sort((a, b) => a.item - b.item);

test("every game of an archive has a result, and the stream ends", async () => {
  const browser = new Browser(place);
  const { id, title, games, state } = await submit(browser, archiveOf(FOUR_GAMES));
  assert.deepEqual([title, games, state], ["My <games>", 4, "running"]);
  const events = await eventsOf(browser, id);
  assert.equal(events.at(-1)?.name, "end");
  const last = events.filter(({ name }) => name === "progress").at(-1)?.data as ArchiveSummary;
  assert.deepEqual([last.state, last.done, last.failed], ["done", 4, 1]);
  const found = gamesIn(events);
  assert.deepEqual(
    found.map(({ variant, white, black, result }) => [variant, white, black, result]),
    [
      ["makruk", "Anna", "Bob", "1-0"],
      ["chak", "Chai", "Dao", "1-0"],
      ["chakart", "Emma", "Finn", "1-0"],
      ["makruk", "Gina", "Hugo", "1-0"],
    ],
  );
  for (const { players = [] } of found.slice(0, 3)) {
    assert.equal(players.length, 2);
    for (const { accuracy } of players) assert.ok(accuracy > 0 && accuracy <= 100);
  }
  assert.match(found[3]?.problem ?? "", /^line 10, column 13: 'exe5' /);
  assert.equal(found[3]?.players, undefined);
  assert.deepEqual(
    (await list(browser)).map(({ id: one, done }) => [one, done]),
    [[id, 4]],
  );
});

test("a stream goes on after the games that have arrived", async () => {
  const browser = new Browser(place);
  const { id } = await submit(browser, archiveOf(FOUR_GAMES));
  const events = await eventsOf(browser, id);
  const places = events.flatMap(({ name, data }) => (name === "games" ? [data.next] : []));
  assert.deepEqual(gamesIn(await eventsOf(browser, id, places.at(-1))), []);
  assert.equal(gamesIn(await eventsOf(browser, id)).length, 4);
  const { text } = await browser.ask(`/api/archives/${id}/events?after=nonsense`);
  assert.doesNotMatch(text, /event: (games|end)/);
});

test("a game of an archive opens on the board with its review, always the same", async () => {
  const browser = new Browser(place);
  const { id } = await submit(browser, archiveOf(FOUR_GAMES));
  const [first, , , faulty] = gamesIn(await eventsOf(browser, id));
  assert.ok(first && faulty);
  const path = `/api/archives/${id}/games/${first.item}?after=${first.after}`;
  const opened = await browser.get<OpenedGame>(path, {});
  assert.deepEqual(await browser.get<OpenedGame>(path, {}), opened);
  const { log, variant } = await browser.view(opened.id);
  assert.deepEqual([variant, log.length], ["makruk", 35]);
  const review = await browser.get<JobReviewJson>(`/api/games/${opened.id}/archived-review`);
  assert.deepEqual(
    review.plies?.map(({ san }) => san),
    log.map(({ san }) => san),
  );
  assert.match(review.summary?.graphSvg ?? "", /^<svg /);

  const problem = await browser.problem(
    `/api/archives/${id}/games/${faulty.item}?after=${faulty.after}`,
    {},
  );
  assert.deepEqual([problem.status, problem.reason], [409, "NOT_REVIEWED"]);
  for (const wrong of ["9", "x"]) {
    assert.ok((await browser.problem(`/api/archives/${id}/games/${wrong}`, {})).status < 500);
  }
  const other = await browser.start({ variant: "chak", mode: "hotseat" });
  assert.equal((await browser.problem(`/api/games/${other.id}/archived-review`)).status, 404);
});

test("an archive exists only for the browser that has submitted it, wherever that is", async () => {
  const browser = new Browser(place);
  const { id } = await submit(browser, archiveOf(FOUR_GAMES));
  const elsewhere = { "x-forwarded-for": "198.51.100.7" };
  const moved = await browser.ask("/api/archives", undefined, elsewhere);
  assert.deepEqual(
    (JSON.parse(moved.text) as ArchiveList).archives.map((archive) => archive.id),
    [id],
  );
  const other = new Browser(place);
  const others = await submit(other, archiveOf(FOUR_GAMES));
  assert.deepEqual(
    (await list(other)).map((archive) => archive.id),
    [others.id],
  );
  for (const stranger of [other, new Browser(place)]) {
    for (const [rest, body] of [["/events"], ["/cancel", {}], ["/games/0", {}]] as const) {
      const problem = await stranger.problem(`/api/archives/${id}${rest}`, body);
      assert.deepEqual([problem.status, problem.reason], [404, "NOT_FOUND"], rest);
    }
  }
  assert.deepEqual(await list(new Browser(place)), []);
});

test("an archive can be cancelled, and a browser can have only a few under way", async () => {
  const browser = new Browser(place);
  const first = await submit(browser, archiveOf(manyGames(40), 10));
  await submit(browser, archiveOf(manyGames(40), 10));
  const problem = await browser.problem("/api/archives", archiveOf(FOUR_GAMES));
  assert.deepEqual([problem.status, problem.reason], [429, "LIMIT_EXCEEDED"]);
  const cancelled = await browser.get<ArchiveSummary>(`/api/archives/${first.id}/cancel`, {});
  assert.equal(cancelled.state, "cancelled");
  assert.equal((await eventsOf(browser, first.id)).at(-1)?.name, "end");
  const third = await submit(browser, archiveOf(FOUR_GAMES));
  for (const { id } of await list(browser)) await browser.get(`/api/archives/${id}/cancel`, {});
  // A job that has ended stays as it is.
  assert.ok((await list(browser)).some(({ id, state }) => id === third.id && state !== "running"));
});

test("what is too large or invalid is refused with the field at fault", async () => {
  const browser = new Browser(place);
  const cases: [Partial<Record<keyof NewArchive, unknown>>, number, string | undefined][] = [
    [{ pgn: "x".repeat(2 * 1024 * 1024 + 1) }, 400, "pgn"],
    [{ pgn: "x".repeat(6_000_000) }, 413, undefined],
    [{ pgn: " \n" }, 400, "pgn"],
    [{ title: "x".repeat(101) }, 400, "title"],
    [{ depth: 13 }, 400, "depth"],
    [{ theme: "red" }, 400, "theme"],
  ];
  for (const [wrong, status, field] of cases) {
    const problem = await browser.problem("/api/archives", { ...archiveOf(FOUR_GAMES), ...wrong });
    assert.deepEqual([problem.status, problem.field], [status, field], field);
  }
  assert.deepEqual(await list(browser), [], "nothing was submitted");
});

test("a site without jobs says what to start", async () => {
  const browser = new Browser(withoutJobs);
  for (const body of [undefined, archiveOf(FOUR_GAMES)]) {
    const { status, reason, message }: Problem["error"] & { status: number } =
      await browser.problem("/api/archives", body);
    assert.deepEqual([status, reason], [503, "NO_JOBS"]);
    assert.match(message, /\.\/dev playground --jobs/);
  }
});

test("an archive goes on after the site and its service were killed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "arbiter-playground-"));
  after(() => rmSync(folder, { recursive: true }));
  // A program that is killed leaves its temporary files behind.
  const options = { detached: true, env: { ...process.env, TMPDIR: folder } };
  const start = (): Promise<{ program: ChildProcess; url: string }> =>
    startProgram(join(folder, "games.sqlite"), options, ["--jobs", postgres.url]);

  let { program, url } = await start();
  const moving = { url };
  const browser = new Browser(moving);
  const { id } = await submit(browser, archiveOf(manyGames(12), 8));
  let done = 0;
  await until("the first results", async () => (done = (await list(browser))[0]?.done ?? 0) > 0);
  assert.ok(done < 12, "the archive is under way");
  const killed = once(program, "exit");
  killAll(program);
  await killed;

  ({ program, url } = await start());
  moving.url = url;
  assert.deepEqual(
    (await list(browser)).map((archive) => archive.id),
    [id],
  );
  const items = gamesIn(await eventsOf(browser, id)).map(({ item }) => item);
  assert.deepEqual(
    items,
    Array.from({ length: 12 }, (_, item) => item),
  );
  const ended = once(program, "exit");
  program.kill("SIGTERM");
  await ended;
});
