import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

const READY_MS = 10_000;
const STOP_MS = 5_000;

/** An Arbiter service that the site started for itself, on a free port of the loopback address. */
export interface LocalService {
  address: string;
  /** Resolves when the service has ended, for whatever reason. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

/** Starts `arbiterd`; rejects if it cannot be started or is not ready within 10 seconds. */
export async function startArbiterd(program: string): Promise<LocalService> {
  const child = spawn(
    program,
    ["--listen", "127.0.0.1:0", "--metrics-listen", "", "--log-sample", "0"],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", () => resolve());
  });
  try {
    return { address: await readAddress(child, program), ended, stop: () => stop(child) };
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
}

function readAddress(child: ChildProcess, program: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`${program} was not ready within ${READY_MS / 1000} s`)),
      READY_MS,
    );
    child.once("error", (error) =>
      reject(new Error(`${program} cannot be started: ${error.message}`)),
    );
    child.once("exit", (code) => reject(new Error(`${program} ended with code ${code}`)));
    if (child.stderr === null) return;
    createInterface(child.stderr).on("line", (line) => {
      const address = findAddress(line);
      if (address === undefined) return forwardError(line);
      clearTimeout(timer);
      resolve(address);
    });
  });
}

function findAddress(line: string): string | undefined {
  return /"msg":"serving","listen":"([^"]+)"/.exec(line)?.[1];
}

/** Prints a log line of the service unless it is about a bad request, which only gets an answer. */
function forwardError(line: string): void {
  if (!line.startsWith("{") || line.includes('"level":"error"')) console.error(line);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
  await exited;
  clearTimeout(timer);
}
