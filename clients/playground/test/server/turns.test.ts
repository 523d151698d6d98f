import assert from "node:assert/strict";
import { test } from "node:test";

import type { Arbiter } from "@arbiter-chess/client";

import { Turns } from "../../src/server/engine/turns.js";
import type { Visitor } from "../../src/server/visitors.js";

const CAPS = { browser: 2, network: 3, all: 5 };

const visitor = (network: string, browser: string): Visitor => ({
  network,
  browser,
  arbiter: undefined as unknown as Arbiter,
});

/** Pieces of work that begin when it is their turn and end when the test says so. */
class Work {
  readonly turns = new Turns(CAPS);
  /** The work under way, in the order of its beginnings. */
  readonly running: string[] = [];
  readonly #ends = new Map<string, () => void>();

  add(name: string, by: Visitor, signal = new AbortController().signal): Promise<void> {
    return this.turns.run(by, signal, async () => {
      this.running.push(name);
      await new Promise<void>((resolve) => this.#ends.set(name, resolve));
    });
  }

  async end(name: string): Promise<void> {
    this.running.splice(this.running.indexOf(name), 1);
    this.#ends.get(name)?.();
    await settled();
  }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("a browser, a network and all visitors have limited numbers of turns", async () => {
  const work = new Work();
  for (const name of ["a1", "a2", "a3"]) void work.add(name, visitor("one", "a"));
  for (const name of ["b1", "b2"]) void work.add(name, visitor("one", "b"));
  for (const name of ["c1", "c2", "c3"]) void work.add(name, visitor("two", "c"));
  void work.add("d1", visitor("three", "d"));
  await settled();
  assert.deepEqual(work.running, ["a1", "a2", "b1", "c1", "c2"]);
  await work.end("c1");
  assert.deepEqual(work.running, ["a1", "a2", "b1", "c2", "c3"]);
  await work.end("c2");
  assert.deepEqual(work.running, ["a1", "a2", "b1", "c3", "d1"]);
  await work.end("c3");
  assert.deepEqual(work.running, ["a1", "a2", "b1", "d1"], "the network has its three turns");
  await work.end("b1");
  assert.deepEqual(work.running, ["a1", "a2", "d1", "b2"], "the browser has its two turns");
  await work.end("a1");
  assert.deepEqual(work.running, ["a2", "d1", "b2", "a3"]);
});

test("networks take turns, and so do the browsers of a network", async () => {
  const work = new Work();
  // Fills all turns, each for a network of its own.
  for (const name of ["v", "w", "x", "y", "z"]) void work.add(name, visitor(name, name));
  for (const name of ["a1", "a2"]) void work.add(name, visitor("one", "a"));
  void work.add("b1", visitor("one", "b"));
  for (const name of ["c1", "c2"]) void work.add(name, visitor("two", "c"));
  await settled();
  const begun: string[] = [];
  for (const name of ["v", "w", "x", "y", "z"]) {
    await work.end(name);
    begun.push(work.running.at(-1) ?? "");
  }
  assert.deepEqual(begun, ["a1", "c1", "b1", "c2", "a2"]);
});

test("work that is no longer wanted gives up its place, and failed work its turn", async () => {
  const work = new Work();
  const gone = new AbortController();
  for (const name of ["a1", "a2"]) void work.add(name, visitor("one", "a"));
  const left = work.add("a3", visitor("one", "a"), gone.signal);
  void work.add("a4", visitor("one", "a"));
  gone.abort(new Error("not wanted"));
  await assert.rejects(left, /not wanted/);
  await work.end("a1");
  assert.deepEqual(work.running, ["a2", "a4"]);

  const signal = new AbortController().signal;
  const failing = work.turns.run(visitor("two", "b"), signal, () =>
    Promise.reject(new Error("failed")),
  );
  await assert.rejects(failing, /failed/);
  for (const name of ["b1", "b2"]) void work.add(name, visitor("two", "b"));
  await settled();
  assert.deepEqual(work.running, ["a2", "a4", "b1", "b2"]);
});
