import type { Response } from "express";

const HEARTBEAT_MS = 15_000;

export interface StreamTimes {
  /** How long a stream may be without an event. Browsers ask for it again where they still need it. */
  idleMs: number;
  /** How long a browser may leave unread what has been sent. */
  unreadMs: number;
}

const TIMES: StreamTimes = { idleMs: 30 * 60_000, unreadMs: 30_000 };

/**
 * Server-sent events to one browser, until it goes, or until nothing has happened or been read for
 * too long.
 */
export class EventStream {
  readonly #response: Response;
  readonly #gone = new AbortController();
  readonly #times: StreamTimes;
  #idle: NodeJS.Timeout | undefined;
  #unread: NodeJS.Timeout | undefined;

  constructor(response: Response, times: StreamTimes = TIMES) {
    this.#response = response;
    this.#times = times;
    response.set({ "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
    response.flushHeaders();
    // Keeps what lies between from closing the connection, and finds out that nobody is there.
    const heartbeat = setInterval(() => this.#write(":\n\n"), HEARTBEAT_MS);
    this.#restartIdle();
    response.on("drain", () => {
      clearTimeout(this.#unread);
      this.#unread = undefined;
    });
    response.once("close", () => {
      clearInterval(heartbeat);
      clearTimeout(this.#idle);
      clearTimeout(this.#unread);
      this.#gone.abort();
    });
  }

  /** Aborted when the browser has gone. */
  get signal(): AbortSignal {
    return this.#gone.signal;
  }

  send(event: string, data: unknown): void {
    if (this.signal.aborted) return;
    this.#restartIdle();
    this.#write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  end(): void {
    this.#response.end();
  }

  #restartIdle(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.end(), this.#times.idleMs);
  }

  #write(text: string): void {
    if (this.#response.write(text)) return;
    this.#unread ??= setTimeout(() => this.#response.destroy(), this.#times.unreadMs);
  }
}
