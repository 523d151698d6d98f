// Starts the program that serves the site, as `./dev playground` does.
import assert from "node:assert/strict";
import { spawn, type ChildProcess, type SpawnOptions } from "node:child_process";
import { createInterface } from "node:readline";

/** Starts the built program, by default on a free port, with its own service. */
export async function startProgram(
  database: string,
  options: SpawnOptions = {},
  flags: readonly string[] = [],
): Promise<{ program: ChildProcess; url: string }> {
  const arbiterd = process.env["ARBITERD"];
  assert.ok(arbiterd, "set ARBITERD to the path of arbiterd");
  const program = spawn(
    process.execPath,
    ["dist/server.js", "--arbiterd", arbiterd, "--port", "0", "--database", database, ...flags],
    { stdio: ["ignore", "pipe", "inherit"], ...options },
  );
  assert.ok(program.stdout);
  for await (const line of createInterface({ input: program.stdout })) {
    const url = /http:\/\/\S+/.exec(line);
    if (url) return { program, url: url[0] };
  }
  throw new Error("the playground ended before it printed its address");
}

/**
 * Kills a program that was started with the option `detached`, and its service, at the same time,
 * like a failure of the machine.
 */
export function killAll({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, "SIGKILL");
}
