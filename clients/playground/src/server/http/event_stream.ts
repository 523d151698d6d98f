import type { Response } from "express";

import { Refusal } from "../refusal.js";

const HEARTBEAT_MS = 15_000;

export interface StreamTimes {
  /** The longest time without an event. A browser that still needs the stream reopens it. */
  idleMs: number;
  /** The longest time for which a browser may leave unread what has been sent. */
  unreadMs: number;
}

const TIMES: StreamTimes = { idleMs: 30 * 60_000, unreadMs: 30_000 };

/**
 * A stream of server-sent events to one browser. It ends when the browser disconnects, or when
 * there has been no event, or nothing has been read, for too long.
 */
export class EventStream {
  readonly #response: Response;
  readonly #closed = new AbortController();
  readonly #times: StreamTimes;
  #idle: NodeJS.Timeout | undefined;
  #unread: NodeJS.Timeout | undefined;

  /** Throws if the browser has disconnected already. */
  constructor(response: Response, times: StreamTimes = TIMES) {
    // The response would not emit another `close`, so nothing would ever end the stream.
    if (response.destroyed) throw new Refusal(400, "CANCELLED", "The browser has disconnected.");
    this.#response = response;
    this.#times = times;
    response.set({ "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
    response.flushHeaders();
    // Keeps proxies from closing the connection, and detects that the browser has disconnected.
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
      this.#closed.abort();
    });
  }

  /** Aborts when the stream has been closed. */
  get signal(): AbortSignal {
    return this.#closed.signal;
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
