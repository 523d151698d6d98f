import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { TOKEN_AUDIENCE, TOKEN_ISSUER, TokenIssuer } from "./tokens.js";
import { ANALYSES, ARCHIVE_STREAMS, ENGINE_SEARCHES } from "./visitor_limits.js";

const READY_MS = 10_000;
const STOP_MS = 5_000;

// The site's own limits bound its searches, so that the service has room for all of them and for
// short calls beside them.
const MAX_SEARCHES = ANALYSES.all + ENGINE_SEARCHES.all;
const MAX_CALLS = 4 * MAX_SEARCHES + 2 * ARCHIVE_STREAMS.all;

/** What the jobs of a network can have at the same time, which bounds the database. */
const JOB_LIMITS = [
  ...["--jobs-max-per-client", "100"],
  ...["--jobs-max-waiting-items", "20000"],
  ...["--jobs-max-mb-per-client", "512"],
];

/** An Arbiter service that the site started for itself, on a free port of the loopback address. */
export interface LocalService {
  address: string;
  /** Makes the tokens that the service requires. Each name in a token is a separate client. */
  tokens: TokenIssuer;
  /** Resolves when the service has ended, for whatever reason. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

interface LocalSettings {
  /** The file that keeps the private key from one start to the next; a new key without it. */
  keyFile?: string | undefined;
  /** The URL of the PostgreSQL database that keeps jobs; no jobs without it. */
  jobs?: string | undefined;
}

/** Starts `arbiterd`; rejects if it cannot be started or is not ready within 10 seconds. */
export async function startArbiterd(
  program: string,
  { keyFile, jobs }: LocalSettings = {},
): Promise<LocalService> {
  const tokens = keyFile === undefined ? TokenIssuer.generate() : await TokenIssuer.keep(keyFile);
  const folder = mkdtempSync(join(tmpdir(), "arbiter-playground-"));
  const removeFolder = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const jwks = join(folder, "visitors.jwks");
    writeFileSync(jwks, tokens.jwks);
    return await startWith(program, flags(jwks, jobs), tokens, removeFolder);
  } catch (error) {
    removeFolder();
    throw error;
  }
}

async function startWith(
  program: string,
  flags: string[],
  tokens: TokenIssuer,
  onEnd: () => void,
): Promise<LocalService> {
  const child = spawn(program, flags, { stdio: ["ignore", "ignore", "pipe"] });
  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", () => resolve());
  }).then(onEnd);
  try {
    const address = await readAddress(child, program);
    return { address, tokens, ended, stop: () => stop(child, ended) };
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
}

const flags = (jwks: string, jobs: string | undefined): string[] => [
  ...["--listen", "127.0.0.1:0", "--metrics-listen", "", "--log-sample", "0"],
  ...["--jwt-keys", jwks, "--jwt-issuer", TOKEN_ISSUER, "--jwt-audience", TOKEN_AUDIENCE],
  ...["--analysis-queue", `${MAX_SEARCHES}`, "--max-streams-per-connection", `${MAX_CALLS}`],
  ...(jobs === undefined ? [] : ["--jobs", jobs, ...JOB_LIMITS]),
];

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

async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
  await ended;
  clearTimeout(timer);
}
