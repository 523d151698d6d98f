import type { Database } from "node-sqlite3-wasm";

// Each step is run once, in order; the database knows how many it has had.
const STEPS = [
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
];

/** Brings a database to the newest form; refuses one that is newer still. */
export function migrate(database: Database): void {
  const done = Number(database.get("PRAGMA user_version")?.["user_version"] ?? 0);
  if (done > STEPS.length) throw new Error("the database was made by a newer version of this site");
  for (const [index, step] of STEPS.entries()) {
    if (index < done) continue;
    database.exec(`BEGIN; ${step} PRAGMA user_version = ${index + 1}; COMMIT;`);
  }
}
