import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, test, type TestContext } from "node:test";

import { Arbiter } from "@arbiter-chess/client";

import { openSite } from "../../src/server/site.js";
import { TOKEN_AUDIENCE, TOKEN_ISSUER, TokenIssuer } from "../../src/server/tokens.js";
import { until } from "../waiting.js";
import { ARBITERD, Browser } from "./support.js";

const folder = mkdtempSync(join(tmpdir(), "arbiter-playground-"));
after(() => rmSync(folder, { recursive: true }));

function writeKey(name: string, namedCurve: string): { file: string; issuer: TokenIssuer } {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve });
  const file = join(folder, name);
  writeFileSync(file, privateKey.export({ type: "pkcs8", format: "pem" }));
  return { file, issuer: new TokenIssuer(privateKey) };
}

/** Starts a service that accepts tokens of these issuers. `log` is its log so far. */
async function startService(
  t: TestContext,
  ...issuers: TokenIssuer[]
): Promise<{ address: string; log: string[] }> {
  const keys = issuers.flatMap(({ jwks }) => (JSON.parse(jwks) as { keys: unknown[] }).keys);
  const jwks = join(folder, "service.jwks");
  writeFileSync(jwks, JSON.stringify({ keys }));
  const flags = [
    ...["--listen", "127.0.0.1:0", "--metrics-listen", "", "--log-sample", "1"],
    ...["--jwt-keys", jwks, "--jwt-issuer", TOKEN_ISSUER, "--jwt-audience", TOKEN_AUDIENCE],
  ];
  const service = spawn(ARBITERD, flags, { stdio: ["ignore", "ignore", "pipe"] });
  t.after(() => service.kill("SIGKILL"));
  const log: string[] = [];
  createInterface(service.stderr).on("line", (line) => log.push(line));
  const address = (): string | undefined =>
    /"msg":"serving","listen":"([^"]+)"/.exec(log.join("\n"))?.[1];
  await until("the service", () => {
    assert.equal(service.exitCode, null, log.join("\n"));
    return address() !== undefined;
  });
  return { address: address() ?? "", log };
}

// A service with several keys refuses a token that does not name the key which has signed it.
test("a service that knows other keys too accepts the site's tokens", async (t) => {
  const issuers = [TokenIssuer.generate(), TokenIssuer.generate()];
  const { address } = await startService(t, ...issuers);
  for (const issuer of issuers) {
    const arbiter = new Arbiter(address, { apiKey: issuer.tokenFor("client") });
    t.after(() => arbiter.close());
    await arbiter.listVariants({});
  }
});

// The service once logged the address and the stored name of the browser with each call.
test("the service does not learn who the site's visitors are", async (t) => {
  const issuer = TokenIssuer.generate();
  const { address, log } = await startService(t, issuer);
  const site = await openSite({
    server: address,
    tokens: issuer,
    database: ":memory:",
    port: 0,
    webFolder: "/nowhere",
    trustedProxies: ["127.0.0.1"],
  });
  t.after(() => site.close());
  const visitors = ["198.51.100.7", "2001:db8:1:2::3"];
  for (const visitor of visitors) {
    const browser = new Browser(site, { "x-forwarded-for": visitor });
    await browser.start({ variant: "makruk", mode: "hotseat" });
    await browser.start({ variant: "chak", mode: "hotseat" });
  }
  const clients = (): Set<string> =>
    new Set(log.flatMap((line) => /"client":"([^"]*)"/.exec(line)?.[1] ?? []));
  await until("calls of both visitors", () => clients().size >= visitors.length);
  for (const client of clients()) assert.match(client, /^[\w-]{43}$/);
  assert.equal(clients().size, visitors.length, "a visitor keeps the name");
  assert.doesNotMatch(log.join("\n"), /198\.51\.100|2001:db8/);
});

test("the README makes the key set that belongs to a key", () => {
  const recipe = /^node -p '[^']+' > \S+$/m.exec(readFileSync("README.md", "utf8"))?.[0];
  assert.ok(recipe);
  const { issuer } = writeKey("visitors.pem", "P-256");
  execFileSync("sh", ["-c", recipe], { cwd: folder });
  assert.equal(readFileSync(join(folder, "visitors.jwks"), "utf8"), `${issuer.jwks}\n`);
});

test("the key that signs tokens can be in a file", async () => {
  const { file, issuer } = writeKey("good.pem", "P-256");
  assert.equal((await TokenIssuer.read(file)).jwks, issuer.jwks);
  assert.doesNotMatch(issuer.jwks, /"d"/, "the set has public keys only");
  await assert.rejects(TokenIssuer.read(writeKey("bad.pem", "P-384").file), /P-256/);
});

test("the file of the key is read only to a bound", async () => {
  await assert.rejects(TokenIssuer.read("/dev/zero"), /^Error: it is larger than 64 KiB/);
});

test("a key that is kept names clients as before, and only its owner can read it", async () => {
  const file = join(folder, "new", "site.key");
  const name = (await TokenIssuer.keep(file)).nameOf("client");
  assert.equal((await TokenIssuer.keep(file)).nameOf("client"), name);
  assert.notEqual(TokenIssuer.generate().nameOf("client"), name);
  assert.equal(statSync(file).mode & 0o077, 0);
});

test("a token is used for half of its life", (t) => {
  let now = 0;
  t.mock.method(Date, "now", () => now);
  const issuer = TokenIssuer.generate();
  const token = issuer.tokenFor("client");
  const hour = 3_600_000;
  now = 11 * hour;
  assert.equal(issuer.tokenFor("client"), token);
  assert.notEqual(issuer.tokenFor("other"), token);
  now = 12 * hour;
  assert.notEqual(issuer.tokenFor("client"), token);
});

// One client more once dropped the tokens of all others.
test("of too many tokens, only the oldest is dropped", () => {
  const issuer = TokenIssuer.generate();
  const names = Array.from({ length: 4_096 }, (_, index) => `client ${index}`);
  const tokens = names.map((name) => issuer.tokenFor(name));
  issuer.tokenFor("one more");
  assert.deepEqual(names.slice(1).map((name) => issuer.tokenFor(name)), tokens.slice(1));
  assert.notEqual(issuer.tokenFor("client 0"), tokens[0]);
});
