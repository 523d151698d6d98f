import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";

import { Arbiter } from "@arbiter-chess/client";

import { Arbiterd } from "../../../tests/support/arbiterd.mjs";

/** Starts one service and one client for all tests of a file. */
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

/** Returns the error that a promise is rejected with. */
export const errorFrom = (promise) =>
  promise.then(() => { throw new Error("the promise was not rejected"); }, (error) => error);

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
