import type { DrawJson, GameOptionsJson } from "@arbiter-chess/client";

import type { EngineSettings, Mode, Side } from "../../shared/api.js";

/** Who sits somewhere: a browser, by the hash of its cookie, the engine, or nobody yet. */
export type Holder = { browser: string } | "engine" | "open";

/** 0: White or the Challenger, 1: the other. */
export type Seat = 0 | 1;

export interface Action {
  /** As Arbiter wrote it, outcomes included. */
  text: string;
  side: Side;
  moveNumber: number;
  control: boolean;
  /** Milliseconds since the action before. */
  elapsedMs: number;
}

/** What follows from the actions and is kept so that nothing has to be replayed to go on. */
export interface Standing {
  snapshot: Uint8Array;
  toAct: Side;
  /** As in the FEN; 0 in a bidding. */
  moveNumber: number;
  /** Which seat has White; undefined in a bidding. */
  whiteSeat: Seat | undefined;
  over: boolean;
  /** Milliseconds that the player to act has left; undefined where no clock runs. */
  clockMs: number | undefined;
}

/** What a site has to know of a game; all else is Arbiter's to say. */
export interface Game {
  id: string;
  revision: number;
  variant: string;
  options: GameOptionsJson;
  /** Empty: the variant's start, drawn from the seed where the options say so. */
  startFen: string;
  /** Decides all draws; leaves the site only when the game is over. */
  seed: Uint8Array;
  setupDraws: DrawJson[];
  mode: Mode;
  engine: EngineSettings | undefined;
  holders: [Holder, Holder];
  /** Whether the game began with a bidding, so that seats follow the bidders. */
  byBidder: boolean;
  /** Whether Arbiter tracks clocks in this game. */
  clocks: boolean;
  /** So many of the actions were taken over from a PGN, with the outcomes that stand there. */
  imported: number;
  /** Whether the seed did not make all draws: some were taken over. */
  foreignDraws: boolean;
  actions: Action[];
  standing: Standing;
  /** Since when the player to act has been thinking, in milliseconds since 1970. */
  changedAt: number;
}

/** How long the player to act has been thinking; nobody has to while a seat is open. */
export const thinkingTime = ({ holders, changedAt }: Game): number =>
  holders.includes("open") ? 0 : Math.max(0, Date.now() - changedAt);
