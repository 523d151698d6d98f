import { VisitorLimit, type Caps } from "../visitor_limits.js";
import type { Visitor } from "../visitors.js";

interface Waiting {
  visitor: Visitor;
  /** Begins the turn, which lasts until `end` is called. */
  begin(end: () => void): void;
}

/**
 * Limits how much work is done at the same time, and shares the turns fairly: the networks take
 * turns, and so do the browsers of each network.
 */
export class Turns {
  readonly #running: VisitorLimit;
  // By network and browser, both in the order of their turns. No map or set in it is empty.
  readonly #waiting = new Map<string, Map<Visitor["browser"], Set<Waiting>>>();

  constructor(caps: Caps) {
    this.#running = new VisitorLimit(caps);
  }

  /** Does the work when it is the visitor's turn. Rejects if `signal` aborts before that. */
  async run<Result>(
    visitor: Visitor,
    signal: AbortSignal,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const end = await this.#turnOf(visitor, signal);
    try {
      return await work();
    } finally {
      end();
      this.#beginNext();
    }
  }

  #turnOf(visitor: Visitor, signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const leave = (): void => {
        this.#remove(waiting);
        reject(signal.reason);
      };
      const waiting: Waiting = {
        visitor,
        begin(end) {
          signal.removeEventListener("abort", leave);
          resolve(end);
        },
      };
      signal.addEventListener("abort", leave, { once: true });
      this.#add(waiting);
      this.#beginNext();
    });
  }

  #beginNext(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      this.#remove(next);
      next.begin(this.#running.add(next.visitor));
    }
  }

  /** Returns who is next, and moves the network and the browser to the end of their orders. */
  #next(): Waiting | undefined {
    for (const [network, browsers] of this.#waiting) {
      if (this.#running.reachedCap({ network, browser: undefined }) !== undefined) continue;
      for (const [browser, [first]] of browsers) {
        if (this.#running.reachedCap({ network, browser }) !== undefined) continue;
        moveToEnd(browsers, browser);
        moveToEnd(this.#waiting, network);
        return first;
      }
    }
    return undefined;
  }

  #add(waiting: Waiting): void {
    const { network, browser } = waiting.visitor;
    const browsers = this.#waiting.get(network) ?? new Map<Visitor["browser"], Set<Waiting>>();
    this.#waiting.set(network, browsers);
    browsers.set(browser, (browsers.get(browser) ?? new Set()).add(waiting));
  }

  #remove(waiting: Waiting): void {
    const { network, browser } = waiting.visitor;
    const browsers = this.#waiting.get(network);
    const ofBrowser = browsers?.get(browser);
    ofBrowser?.delete(waiting);
    if (ofBrowser?.size === 0) browsers?.delete(browser);
    if (browsers?.size === 0) this.#waiting.delete(network);
  }
}

function moveToEnd<Key, Value>(map: Map<Key, Value>, key: Key): void {
  const value = map.get(key) as Value;
  map.delete(key);
  map.set(key, value);
}
