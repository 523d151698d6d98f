import { spawn } from "node:child_process";
import { once } from "node:events";

import { PATIENCE_MS } from "../support/waiting.mjs";

// Commands come through another descriptor, so that none of them can read the next ones as its input.
const READ_COMMANDS = `exec 4<&0 </dev/null 2>&1
while IFS= read -r -d '' -u 4 command; do
  eval "$command"
  printf '\\n\\0%d\\0' "$?"
done`;

/** A shell into which commands are pasted, and which shows what they print. */
export class Shell {
  #process;
  #printed = "";
  #served = "";
  #wake = () => {};

  constructor(cwd, env) {
    // Its jobs are in its process group, so that all of them end with it.
    this.#process = spawn("bash", ["-c", READ_COMMANDS],
      { cwd, env, detached: true, stdio: ["pipe", "pipe", "ignore", "pipe"] });
    this.#process.stdout.setEncoding("utf8").on("data", (text) => {
      this.#printed += text;
      this.#wake();
    });
    this.#process.stdio[3].setEncoding("utf8").on("data", (text) => {
      this.#served += text;
      this.#wake();
    });
    this.#process.once("close", () => { this.#wake(); });
  }

  /**
   * Runs a command, which can have several lines. Returns what it prints, and the exit status of the last
   * line.
   */
  async run(command) {
    this.#printed = "";
    this.#process.stdin.write(`${command}\0`);
    const [, printed, status] = await this.#until(() => /^([^]*)\n\0(\d+)\0$/.exec(this.#printed), command);
    return { printed, status: Number(status) };
  }

  /**
   * Starts a program that serves until the end of the shell, as in another terminal. Waits until it prints
   * what is expected, and returns the match.
   */
  async serve(command, expected) {
    this.#served = "";
    await this.run(`{ ${command}\n} >&3 2>&3 &`);
    return this.#until(() => expected.exec(this.#served), command);
  }

  async #until(find, command) {
    for (const end = Date.now() + PATIENCE_MS; ;) {
      const match = find();
      if (match !== null) return match;
      if (this.#hasEnded() || Date.now() > end) {
        throw new Error(`the shell ended, or waited too long, in:\n${command}\n${this.#printed}${this.#served}`);
      }
      const timer = setTimeout(() => { this.#wake(); }, 1000);
      await new Promise((resolve) => { this.#wake = resolve; });
      clearTimeout(timer);
    }
  }

  #hasEnded() {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }

  /** Ends the shell and everything that it has started. */
  async end() {
    if (this.#hasEnded()) return;
    const closed = once(this.#process, "close");
    process.kill(-this.#process.pid, "SIGKILL");
    await closed;
  }
}
