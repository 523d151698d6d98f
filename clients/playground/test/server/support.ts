import assert from "node:assert/strict";
import { after, before } from "node:test";

import type { ApplyMovesResponseJson } from "@arbiter-chess/client";

import { startArbiterd, type LocalService } from "../../src/server/arbiterd.js";
import { openSite, type Site } from "../../src/server/site.js";
import type { GameView, LogEntry, NewGame, Problem, Side } from "../../src/shared/api.js";
import { PATIENCE_MS, until } from "../waiting.js";

export type { ApplyMovesResponseJson, LogEntry };

export const ARBITERD = process.env["ARBITERD"] ?? "../../build/release/bin/arbiterd";

/** Runs a site with its own service for all tests of a file, with jobs in the database `jobs`. */
export function useSite(trustedProxies: readonly string[] = [], jobs?: string): { url: string } {
  const place = { url: "" };
  let service: LocalService | undefined;
  let site: Site | undefined;
  before(async () => {
    service = await startArbiterd(ARBITERD, { jobs });
    site = await openSite({
      server: service.address,
      tokens: service.tokens,
      database: ":memory:",
      port: 0,
      webFolder: "/nowhere",
      trustedProxies,
    });
    place.url = site.url;
  });
  after(async () => {
    await site?.close();
    await service?.stop();
  });
  return place;
}

export interface Answer {
  status: number;
  text: string;
  headers: Headers;
}

/** A browser that keeps its cookie. */
export class Browser {
  #cookie = "";
  /** Everything that this browser has received. */
  readonly seen: string[] = [];

  /** Sends the headers with every request. */
  constructor(
    readonly place: { url: string },
    readonly headers: Record<string, string> = {},
  ) {}

  get cookie(): string {
    return this.#cookie;
  }

  async ask(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const response = await fetch(`${this.place.url}${path}`, {
      headers: {
        // Otherwise, the site could close an idle connection while the next request is on its way.
        connection: "close",
        ...(this.#cookie === "" ? {} : { cookie: this.#cookie }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...this.headers,
        ...headers,
      },
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const set = response.headers.get("set-cookie");
    if (set !== null) this.#cookie = set.split(";")[0] ?? "";
    const text = await response.text();
    this.seen.push(text);
    return { status: response.status, text, headers: response.headers };
  }

  /** Returns the JSON of a successful answer; fails otherwise. */
  async get<Shape>(path: string, body?: unknown): Promise<Shape> {
    const { status, text } = await this.ask(path, body);
    assert.ok(status < 300, `${path}: ${status} ${text}`);
    return JSON.parse(text) as Shape;
  }

  start(game: NewGame): Promise<GameView> {
    return this.get<GameView>("/api/games", game);
  }

  view(id: string): Promise<GameView> {
    return this.get<GameView>(`/api/games/${id}`);
  }

  /** Opens the event stream of a game, and returns a function that reads its next view. */
  async follow(id: string, locale = "en"): Promise<() => Promise<GameView>> {
    const response = await fetch(`${this.place.url}/api/games/${id}/events?locale=${locale}`, {
      headers: { cookie: this.#cookie },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    assert.ok(response.body !== null);
    const chunks = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let unread = "";
    return async () => {
      for (;;) {
        const end = unread.indexOf("\n\n");
        const event = unread.slice(0, end);
        unread = end < 0 ? unread : unread.slice(end + 2);
        if (end >= 0 && event.startsWith("event: view\n")) {
          this.seen.push(event);
          return JSON.parse(event.slice(event.indexOf("data: ") + 6)) as GameView;
        }
        if (end >= 0) continue;
        const { value, done } = await chunks.read();
        assert.ok(!done, "the stream ended too early");
        unread += value;
      }
    };
  }

  /** Makes an action in the newest view. */
  async act(id: string, action: string): Promise<GameView> {
    const { revision } = await this.view(id);
    return this.get<GameView>(`/api/games/${id}/actions`, { action, revision });
  }

  /** Makes an action that must be refused, and returns the problem. */
  async problemOfAction(
    id: string,
    action: string,
  ): Promise<Problem["error"] & { status: number }> {
    const { revision } = await this.view(id);
    return this.problem(`/api/games/${id}/actions`, { action, revision });
  }

  async problem(
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Problem["error"] & { status: number }> {
    const { status, text } = await this.ask(path, body, headers);
    assert.ok(status >= 400, `${path}: ${status} ${text}`);
    return { status, ...(JSON.parse(text) as Problem).error };
  }
}

export const toAct = ({ state: { turn, chpok } }: GameView): Side => {
  const bidder = chpok?.bidding?.turn;
  if (bidder !== undefined) return bidder === "BIDDER_OPPONENT" ? "opponent" : "challenger";
  return turn === "COLOR_BLACK" ? "black" : "white";
};

export const isOver = ({ state }: GameView): boolean => state.phase === "PHASE_FINISHED";

/** The number of actions in the game of a view, which can lack the earlier ones. */
export const actionCount = ({ log, logStart }: GameView): number => logStart + log.length;

/** Requests views until one meets the condition. Fails after `PATIENCE_MS`. */
export async function viewWhen(
  browser: Browser,
  id: string,
  wanted: (view: GameView) => boolean,
): Promise<GameView> {
  let view = await browser.view(id);
  await until("the wanted view", async () => wanted((view = await browser.view(id))));
  return view;
}

/** Returns a source of pseudo-random numbers that are the same in each run. */
export function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
