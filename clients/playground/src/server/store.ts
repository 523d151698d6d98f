import { chmodSync, existsSync, mkdirSync, rmdirSync } from "node:fs";
import { dirname } from "node:path";

import sqlite, { type Database, type QueryResult } from "node-sqlite3-wasm";

import type { Action, Game, GameHead, Holder, Seat, Standing } from "./game/game.js";
import type { Step } from "./game/act.js";

// Each step is run once, in order. `user_version` in the database is the number of steps done.
const MIGRATIONS = [
  `CREATE TABLE game (
     id TEXT PRIMARY KEY,
     revision INTEGER NOT NULL,
     first_holder TEXT NOT NULL,
     second_holder TEXT NOT NULL,
     over INTEGER NOT NULL,
     changed_at INTEGER NOT NULL,
     facts TEXT NOT NULL,
     seed BLOB NOT NULL,
     standing TEXT NOT NULL,
     snapshot BLOB NOT NULL
   ) STRICT;
   CREATE INDEX game_open ON game (over) WHERE over = 0;
   CREATE INDEX game_first_holder ON game (first_holder, changed_at);
   CREATE INDEX game_second_holder ON game (second_holder, changed_at);
   CREATE TABLE action (
     game TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
     number INTEGER NOT NULL,
     action TEXT NOT NULL,
     PRIMARY KEY (game, number)
   ) STRICT, WITHOUT ROWID;`,
  `CREATE TABLE archive (
     job TEXT PRIMARY KEY,
     browser TEXT NOT NULL,
     owner TEXT NOT NULL,
     title TEXT NOT NULL,
     submitted_at INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX archive_browser ON archive (browser, submitted_at);
   CREATE TABLE archive_game (
     job TEXT NOT NULL,
     item INTEGER NOT NULL,
     game TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
     review TEXT NOT NULL,
     PRIMARY KEY (job, item)
   ) STRICT;
   CREATE INDEX archive_game_game ON archive_game (game);`,
];

/** The properties of a game that never change, except for the seed. */
const FACTS = [
  "variant",
  "options",
  "startFen",
  "setupDraws",
  "mode",
  "engine",
  "byBidder",
  "clocks",
  "imported",
  "foreignDraws",
] as const satisfies readonly (keyof Game)[];

/** An archive: games of a browser that are reviewed by one job. */
export interface Archive {
  /** The id of the job. */
  job: string;
  browser: string;
  /** The client of Arbiter that has the job, from `Visitors.jobOwnerOf`. */
  owner: string;
  title: string;
  /** In milliseconds since 1970. */
  submittedAt: number;
}

/** A game of an archive that has been opened on the site. */
export interface ArchivedGame {
  job: string;
  /** The number of the game in the archive. */
  item: number;
  game: string;
  /** The review as JSON of a `JobReview`. */
  review: string;
}

type Facts = Pick<Game, (typeof FACTS)[number]>;

/** The games and archives of the site, in one SQLite file. */
export class Store {
  readonly #database: Database;

  /** Opens `file`, or `:memory:`. The file contains the seeds, so only its owner can read it. */
  constructor(file: string) {
    if (file !== ":memory:") prepareFile(file);
    this.#database = new sqlite.Database(file);
    if (file !== ":memory:") chmodSync(file, 0o600);
    migrate(this.#database);
  }

  close(): void {
    this.#database.close();
  }

  create(game: Game): void {
    const [first, second] = game.holders;
    this.#atomically(() => {
      this.#database.run("INSERT INTO game VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", [
        game.id,
        game.revision,
        textOf(first),
        textOf(second),
        Number(game.standing.over),
        game.changedAt,
        factsText(game),
        game.seed,
        standingText(game.standing),
        game.standing.snapshot,
      ]);
      game.actions.forEach((action, number) => this.#insert(game.id, number, action));
    });
  }

  load(id: string): Game | undefined {
    const head = this.loadHead(id);
    return head && { ...head, actions: this.#actionsOf(id) };
  }

  loadHead(id: string): GameHead | undefined {
    const row = this.#database.get("SELECT * FROM game WHERE id = ?", id);
    return row === null ? undefined : headOf(row);
  }

  /**
   * Adds an action to `game`. Returns false, and changes nothing, if the stored game has changed
   * since `game` was loaded.
   */
  append(game: Game, { action, standing }: Step, now: number): boolean {
    return this.#atomically(() => {
      const { changes } = this.#database.run(
        `UPDATE game SET revision = revision + 1,
           over = ?, changed_at = ?, standing = ?, snapshot = ?
         WHERE id = ? AND revision = ?`,
        [
          Number(standing.over),
          now,
          standingText(standing),
          standing.snapshot,
          game.id,
          game.revision,
        ],
      );
      if (changes === 0) return false;
      this.#insert(game.id, game.actions.length, action);
      return true;
    });
  }

  /** Gives a seat to a browser. Returns false if the seat is no longer open. */
  join(id: string, seat: Seat, browser: string, now: number): boolean {
    const column = seat === 0 ? "first_holder" : "second_holder";
    const { changes } = this.#database.run(
      `UPDATE game SET revision = revision + 1, changed_at = ?, ${column} = ?
       WHERE id = ? AND ${column} = 'open'`,
      [now, textOf({ browser }), id],
    );
    return changes > 0;
  }

  /**
   * Returns at most `limit` games in which a browser has a seat, newest first, each with the number
   * of its actions. The indexes on the holders and on the actions lead to the answer, so its cost
   * depends on `limit` alone.
   */
  gamesOf(browser: string, limit: number): (GameHead & { actionCount: number })[] {
    const newest = (holder: string): string =>
      `SELECT * FROM (
         SELECT rowid FROM game WHERE ${holder} = ?1 ORDER BY changed_at DESC LIMIT ?2)`;
    return this.#database
      .all(
        `SELECT *, (SELECT MAX(number) FROM action WHERE action.game = game.id) AS last_action
         FROM game WHERE rowid IN (${newest("first_holder")} UNION ${newest("second_holder")})
         ORDER BY changed_at DESC LIMIT ?2`,
        [textOf({ browser }), limit],
      )
      .map((row) => {
        const last = row["last_action"];
        return { ...headOf(row), actionCount: last == null ? 0 : Number(last) + 1 };
      });
  }

  /** Returns the unfinished games, each with a browser that plays in it. */
  openGames(): { id: string; browser: string | undefined }[] {
    return this.#database
      .all("SELECT id, first_holder, second_holder FROM game WHERE over = 0")
      .map((row) => {
        const player = holdersOf(row).find((holder) => typeof holder === "object");
        return { id: String(row["id"]), browser: player?.browser };
      });
  }

  addArchive({ job, browser, owner, title, submittedAt }: Archive): void {
    this.#database.run("INSERT INTO archive VALUES (?, ?, ?, ?, ?)", [
      job,
      browser,
      owner,
      title,
      submittedAt,
    ]);
  }

  /** Returns the archives of a browser, the newest first. */
  archivesOf(browser: string): Archive[] {
    return this.#database
      .all("SELECT * FROM archive WHERE browser = ? ORDER BY submitted_at DESC", browser)
      .map(archiveOf);
  }

  loadArchive(job: string): Archive | undefined {
    const row = this.#database.get("SELECT * FROM archive WHERE job = ?", job);
    return row === null ? undefined : archiveOf(row);
  }

  /** Forgets the archives that were submitted before this time. The games opened from them stay. */
  dropArchivesBefore(time: number): void {
    this.#database.run("DELETE FROM archive WHERE submitted_at < ?", time);
  }

  /** Stores where a game of an archive is on the site, unless that is known already. */
  addArchivedGame({ job, item, game, review }: ArchivedGame): void {
    this.#database.run("INSERT OR IGNORE INTO archive_game VALUES (?, ?, ?, ?)", [
      job,
      item,
      game,
      review,
    ]);
  }

  /** Returns the id of the game that was opened from an archive. */
  archivedGame(job: string, item: number): string | undefined {
    const row = this.#database.get("SELECT game FROM archive_game WHERE job = ? AND item = ?", [
      job,
      item,
    ]);
    return row === null ? undefined : String(row["game"]);
  }

  /** Returns the review with which a game was opened, as JSON of a `JobReview`. */
  reviewOf(game: string): string | undefined {
    const row = this.#database.get("SELECT review FROM archive_game WHERE game = ?", game);
    return row === null ? undefined : String(row["review"]);
  }

  /** Reads the actions as one value, because a row for each of them takes ten times as long. */
  #actionsOf(id: string): Action[] {
    const row = this.#database.get(
      `SELECT '[' || IFNULL(GROUP_CONCAT(action, ',' ORDER BY number), '') || ']' AS actions
       FROM action WHERE game = ?`,
      id,
    );
    return JSON.parse(String(row?.["actions"])) as Action[];
  }

  #insert(game: string, number: number, action: Action): void {
    this.#database.run("INSERT INTO action VALUES (?, ?, ?)", [
      game,
      number,
      JSON.stringify(action),
    ]);
  }

  #atomically<Result>(change: () => Result): Result {
    this.#database.exec("BEGIN IMMEDIATE");
    try {
      const result = change();
      this.#database.exec("COMMIT");
      return result;
    } catch (error) {
      this.#database.exec("ROLLBACK");
      throw error;
    }
  }
}

/** Brings a database to the newest schema; throws if its schema is newer still. */
function migrate(database: Database): void {
  const done = Number(database.get("PRAGMA user_version")?.["user_version"] ?? 0);
  if (done > MIGRATIONS.length)
    throw new Error("the database was made by a newer version of this site; use that version");
  for (const [index, step] of MIGRATIONS.entries()) {
    if (index < done) continue;
    database.exec(`BEGIN; ${step} PRAGMA user_version = ${index + 1}; COMMIT;`);
  }
}

function prepareFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // SQLite holds this folder as a lock while it writes. A site has its database to itself, so a
  // lock that exists at the start was left behind by a process that was killed.
  const lock = `${file}.lock`;
  if (existsSync(lock)) rmdirSync(lock);
}

const archiveOf = (row: QueryResult): Archive => ({
  job: String(row["job"]),
  browser: String(row["browser"]),
  owner: String(row["owner"]),
  title: String(row["title"]),
  submittedAt: Number(row["submitted_at"]),
});

const textOf = (holder: Holder): string =>
  typeof holder === "object" ? `browser:${holder.browser}` : holder;

function holderOf(text: string): Holder {
  if (text === "engine" || text === "open") return text;
  return { browser: text.replace("browser:", "") };
}

const holdersOf = (row: QueryResult): [Holder, Holder] => [
  holderOf(String(row["first_holder"])),
  holderOf(String(row["second_holder"])),
];

const factsText = (game: Game): string =>
  JSON.stringify(Object.fromEntries(FACTS.map((name) => [name, game[name]])));

const standingText = ({ snapshot, ...standing }: Standing): string => JSON.stringify(standing);

function headOf(row: QueryResult): GameHead {
  const standing = JSON.parse(String(row["standing"])) as Omit<Standing, "snapshot">;
  const facts = JSON.parse(String(row["facts"])) as Facts;
  return {
    ...facts,
    id: String(row["id"]),
    revision: Number(row["revision"]),
    seed: row["seed"] as Uint8Array,
    holders: holdersOf(row),
    standing: { ...standing, snapshot: row["snapshot"] as Uint8Array },
    changedAt: Number(row["changed_at"]),
  };
}
