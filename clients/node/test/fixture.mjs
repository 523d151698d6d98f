import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";

import { Arbiter } from "@arbiter-chess/client";

import { Arbiterd } from "../../../tests/support/arbiterd.mjs";

/** One service and one client for the tests of a file; both exist once the tests run. */
export function withService(...flags) {
  const fixture = {};
  before(async () => {
    fixture.server = await Arbiterd.start(...flags);
    fixture.arbiter = new Arbiter(fixture.server.address);
  });
  after(async () => {
    fixture.arbiter?.close();
    await fixture.server?.stop();
  });
  return fixture;
}

/** The error that a promise is rejected with. */
export const errorFrom = (promise) =>
  promise.then(() => { throw new Error("nothing was refused"); }, (error) => error);

export async function toArray(iterable) {
  const all = [];
  for await (const one of iterable) all.push(one);
  return all;
}

export async function withTemporaryFolder(use) {
  const folder = mkdtempSync(join(tmpdir(), "arbiter-"));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
