// Starts a PostgreSQL that keeps jobs, as `./dev serve --jobs` does.

import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { createInterface } from "node:readline";

const SCRIPT = `set -euo pipefail
source tests/tools/steps.sh
source tests/tools/packages.sh
source tests/tools/database.sh
database_folder=$1
prepare_database
start_database
echo ready
wait "$database"`;

/** A running PostgreSQL with an empty database, in a folder of its own. */
export class Postgres {
  #folder = mkdtempSync(join(tmpdir(), "arbiter_postgres_"));
  #shell;

  /** `root` is the folder of the repository. */
  static async start(root) {
    const postgres = new Postgres();
    try {
      await postgres.#start(root);
    } catch (error) {
      postgres.stop();
      throw error;
    }
    return postgres;
  }

  async #start(root) {
    this.#shell = spawn("bash", ["-c", SCRIPT, "bash", relative(root, this.#folder)],
      { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
    for await (const line of createInterface({ input: this.#shell.stdout })) {
      if (line === "ready") return;
    }
    throw new Error("PostgreSQL did not start");
  }

  /** The value of `--jobs`. */
  get url() {
    return `postgresql:///postgres?user=postgres&host=${this.#folder}/data`;
  }

  /** Ends the server, and deletes its folder. */
  stop() {
    this.#shell.kill("SIGKILL");
    // What the shell has started has the lock until it ends.
    execFileSync("flock", [join(this.#folder, "lock"), "true"]);
    rmSync(this.#folder, { recursive: true });
  }
}
