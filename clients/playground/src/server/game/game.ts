import type { DrawJson, GameOptionsJson } from "@arbiter-chess/client";

import type { EngineSettings, Mode, Side } from "../../shared/api.js";

/** The holder of a seat: a browser (named by the hash of its cookie), the engine, or nobody yet. */
export type Holder = { browser: string } | "engine" | "open";

/**
 * One of the two seats. Seat 0 belongs to the Challenger if the game began with the bidding phase,
 * otherwise to White.
 */
export type Seat = 0 | 1;

export interface Action {
  /** The action text as Arbiter writes it, with its outcomes. */
  text: string;
  side: Side;
  moveNumber: number;
  control: boolean;
  /** The time since the previous action, in milliseconds. */
  elapsedMs: number;
}

/** The result of the actions so far, which is stored so that the next action needs no replay. */
export interface Standing {
  snapshot: Uint8Array;
  toAct: Side;
  /** The move number as in the FEN; 0 during the bidding. */
  moveNumber: number;
  /** The seat that plays White; `undefined` during the bidding. */
  whiteSeat: Seat | undefined;
  over: boolean;
  /** Whether a queen is hidden from somebody (ruling H23). */
  hides: boolean;
  /** The time left to the player to act, in milliseconds; `undefined` if no clock runs. */
  clockMs: number | undefined;
}

/** What the site stores about a game. Everything else comes from Arbiter. */
export interface Game {
  id: string;
  revision: number;
  variant: string;
  options: GameOptionsJson;
  /** The FEN of the start; empty for the variant's start, which may be drawn from the seed. */
  startFen: string;
  /** The seed of all random draws, which the site reveals only when the game is over. */
  seed: Uint8Array;
  setupDraws: DrawJson[];
  mode: Mode;
  engine: EngineSettings | undefined;
  holders: [Holder, Holder];
  /** Whether the game began with the bidding phase, so that the seats belong to the bidders. */
  byBidder: boolean;
  /** Whether Arbiter tracks clocks in this game. */
  clocks: boolean;
  /** The number of actions that were imported, with their outcomes, from a PGN. */
  imported: number;
  /** Whether some random draws were imported, and so do not follow from the seed. */
  foreignDraws: boolean;
  actions: Action[];
  standing: Standing;
  /** The time since which the player to act has been thinking, in milliseconds since 1970. */
  changedAt: number;
}

/** A game without its actions, which the site can load quickly however long the game is. */
export type GameHead = Omit<Game, "actions">;

/** Returns the thinking time of the player to act in milliseconds, or 0 while a seat is open. */
export const thinkingTime = ({ holders, changedAt }: Game): number =>
  holders.includes("open") ? 0 : Math.max(0, Date.now() - changedAt);
