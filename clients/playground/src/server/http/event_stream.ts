import type { Response } from "express";

import { Refusal } from "../refusal.js";

const HEARTBEAT_MS = 15_000;

/** Server-sent events to one browser, until it goes. */
export class EventStream {
  readonly #response: Response;
  readonly #gone = new AbortController();

  constructor(response: Response) {
    this.#response = response;
    response.set({ "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
    response.flushHeaders();
    // Keeps what lies between from closing the connection, and finds out that nobody is there.
    const heartbeat = setInterval(() => response.write(":\n\n"), HEARTBEAT_MS);
    response.once("close", () => {
      clearInterval(heartbeat);
      this.#gone.abort();
    });
  }

  /** Aborted when the browser has gone. */
  get signal(): AbortSignal {
    return this.#gone.signal;
  }

  send(event: string, data: unknown): void {
    if (!this.signal.aborted)
      this.#response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  end(): void {
    this.#response.end();
  }
}

/** Counts the streams of each browser, and refuses those beyond `most`. */
export class StreamLimit {
  readonly #open = new Map<string, number>();

  constructor(readonly most: number) {}

  open(browser: string, response: Response): EventStream {
    const count = this.#open.get(browser) ?? 0;
    if (count >= this.most) {
      throw new Refusal(429, "LIMIT_EXCEEDED", `At most ${this.most} of these at a time.`);
    }
    this.#open.set(browser, count + 1);
    response.once("close", () => this.#release(browser));
    return new EventStream(response);
  }

  #release(browser: string): void {
    const count = (this.#open.get(browser) ?? 1) - 1;
    if (count === 0) this.#open.delete(browser);
    else this.#open.set(browser, count);
  }
}
