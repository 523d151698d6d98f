import type { Visitor } from "./visitors.js";

/** The maximum numbers of things that visitors can have at the same time. */
export interface Caps {
  browser: number;
  network: number;
  /** For all visitors together. */
  all: number;
}

export const EVENT_STREAMS: Caps = { browser: 16, network: 64, all: 1024 };
export const ANALYSES: Caps = { browser: 3, network: 12, all: 64 };
/** The engine's searches. Each network has a few, so that forged cookies do not gain much. */
export const ENGINE_SEARCHES: Caps = { browser: 2, network: 4, all: 32 };
/** Archives that are being submitted, each of which takes some megabytes. */
export const SUBMISSIONS: Caps = { browser: 1, network: 4, all: 16 };
/** Event streams about archives, each of which has two calls to Arbiter. */
export const ARCHIVE_STREAMS: Caps = { browser: 6, network: 24, all: 64 };
/** The games in which the engine is searching or waiting for its turn. */
export const ENGINE_GAMES: Caps = { browser: 32, network: 128, all: 2048 };

type Counted = Pick<Visitor, "network" | "browser">;

/** A cap, and whose it is in the words of a refusal. */
interface Cap {
  cap: number;
  owner: "one browser" | "one network" | "all visitors together";
}

interface Counter extends Cap {
  name: string;
}

/** Counts what visitors have at the moment, and compares the counts with the caps. */
export class VisitorLimit {
  readonly #caps: Caps;
  readonly #counts = new Map<string, number>();

  constructor(caps: Caps) {
    this.#caps = caps;
  }

  /** Returns the cap that a visitor or all of them have reached; `undefined` if there is none. */
  reachedCap(visitor: Counted): Cap | undefined {
    return this.#countersOf(visitor).find(({ name, cap }) => (this.#counts.get(name) ?? 0) >= cap);
  }

  /** Counts one more, whatever the caps say, until the returned function is called. */
  add(visitor: Counted): () => void {
    const counters = this.#countersOf(visitor);
    for (const { name } of counters) this.#change(name, 1);
    return () => {
      for (const { name } of counters) this.#change(name, -1);
    };
  }

  // Without a cookie, the browser is unknown, so the cap for each browser does not apply.
  #countersOf({ network, browser }: Counted): Counter[] {
    const caps = this.#caps;
    const counters: Counter[] = [
      { name: "all", cap: caps.all, owner: "all visitors together" },
      { name: `network ${network}`, cap: caps.network, owner: "one network" },
    ];
    if (browser !== undefined)
      counters.push({ name: `browser ${browser}`, cap: caps.browser, owner: "one browser" });
    return counters;
  }

  #change(name: string, by: number): void {
    const count = (this.#counts.get(name) ?? 0) + by;
    if (count === 0) this.#counts.delete(name);
    else this.#counts.set(name, count);
  }
}
