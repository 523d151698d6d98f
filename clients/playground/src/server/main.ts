import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { startArbiterd, type LocalService } from "./arbiterd.js";
import { openSite, type Site } from "./site.js";
import { TokenIssuer } from "./tokens.js";

const USAGE = `usage: node server.js (--arbiterd PROGRAM | --server HOST:PORT) [options]

  --arbiterd PROGRAM   starts this service, and stops it with the site
  --jobs URL           PostgreSQL database in which this service keeps jobs, with which the site
                       reviews many games; without it, the site cannot do this
  --server HOST:PORT   uses a service that is already running
  --token-key FILE     private key with which the site signs the tokens that tell its visitors apart
                       for this service; without it, they are one client
  --port PORT          port of the site on 127.0.0.1; 8080 by default, 0 for any free port
  --trusted-proxies LIST
                       addresses and networks of proxies, such as 10.0.0.5,fd00::/8, whose header
                       X-Forwarded-For names the client; none by default
  --database FILE      SQLite file with the games; by default in the user's state folder. The key
                       of a service that the site starts is in FILE.key
`;

function stateFile(): string {
  const state = process.env["XDG_STATE_HOME"] || join(homedir(), ".local", "state");
  return join(state, "arbiter-playground", "games.sqlite");
}

async function parseSettings() {
  const { values } = parseArgs({
    options: {
      arbiterd: { type: "string" },
      jobs: { type: "string" },
      server: { type: "string" },
      "token-key": { type: "string" },
      port: { type: "string", default: "8080" },
      "trusted-proxies": { type: "string", default: "" },
      database: { type: "string", default: stateFile() },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    process.exit(0);
  }
  if ((values.arbiterd === undefined) === (values.server === undefined)) {
    throw new Error("give exactly one of --arbiterd and --server");
  }
  if (values.jobs !== undefined && values.arbiterd === undefined) {
    throw new Error("--jobs: needs --arbiterd; start the other service with --jobs itself");
  }
  const tokenKey = values["token-key"];
  if (tokenKey !== undefined && values.server === undefined) {
    throw new Error("--token-key: needs --server; a service of the site gets a key of its own");
  }
  const tokens = tokenKey === undefined ? undefined : await readTokenKey(tokenKey);
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port > 65_535)
    throw new Error(`--port ${values.port} is not a port; give a number from 0 to 65535`);
  const trustedProxies = values["trusted-proxies"].split(",").filter((one) => one !== "");
  return { ...values, tokens, port, trustedProxies };
}

async function readTokenKey(file: string): Promise<TokenIssuer> {
  try {
    return await TokenIssuer.read(file);
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new Error(`--token-key: ${cause}; give a PEM file with a private key on P-256`);
  }
}

function fail(error: unknown): never {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

async function readSettings(): ReturnType<typeof parseSettings> {
  try {
    return await parseSettings();
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
    process.exit(2);
  }
}

async function run(): Promise<void> {
  const settings = await readSettings();
  const { arbiterd, jobs, server = "", tokens, port, database, trustedProxies } = settings;
  let service: LocalService | undefined;
  let site: Site | undefined;
  let stopping = false;
  const stop = async (code: number): Promise<void> => {
    if (stopping) return;
    stopping = true;
    await site?.close();
    await service?.stop();
    process.exit(code);
  };
  process.once("SIGINT", () => void stop(0));
  process.once("SIGTERM", () => void stop(0));
  if (arbiterd !== undefined) {
    const keyFile = database === ":memory:" ? undefined : `${database}.key`;
    service = await startArbiterd(arbiterd, { keyFile, jobs });
    void service.ended.then(() => {
      if (!stopping) console.error("arbiterd has stopped unexpectedly");
      return stop(1);
    });
  }
  const webFolder = join(dirname(fileURLToPath(import.meta.url)), "web");
  try {
    site = await openSite({
      server: service?.address ?? server,
      tokens: service?.tokens ?? tokens,
      database,
      port,
      webFolder,
      trustedProxies,
    });
  } catch (error) {
    stopping = true;
    await service?.stop();
    throw error;
  }
  console.log(`The playground is at ${site.url}`);
}

run().catch(fail);
