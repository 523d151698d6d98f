import { createHash } from "node:crypto";

import {
  Bidder,
  Color,
  Detail,
  LegalMovesResponseSchema,
  StateSchema,
  AppliedSchema,
  toJson,
  type Applied,
  type AppliedJson,
  type Control,
  type LegalMovesResponse,
  type State,
  type StateJson,
  type Viewer,
} from "@arbiter-chess/client";

import type { GameView, LogEntry, RandomnessView, Side } from "../../shared/api.js";
import type { Visitor } from "../visitors.js";
import { isTimeout } from "./act.js";
import { thinkingTime, type Action, type Game } from "./game.js";
import { positionOf, replayFor } from "./replay.js";
import { seatViews, sidesOf } from "./seats.js";

/** What the engine is doing in a game. */
export interface EngineStatus {
  thinking: boolean;
  /** Why the engine could not act, if it failed. */
  trouble?: string;
}

/** Returns the view of a game for a visitor, without what is hidden from that visitor. */
export async function viewOf(
  visitor: Visitor,
  game: Game,
  locale: string,
  engine: EngineStatus,
): Promise<GameView> {
  const { applied, state, viewer } = await replayFor(visitor, game, locale);
  return {
    id: game.id,
    revision: game.revision,
    variant: game.variant,
    mode: game.mode,
    options: game.options,
    seats: seatViews(game, visitor.browser),
    state: stateJson(state),
    legal: toJson(LegalMovesResponseSchema, await legalFor(visitor, game, viewer, locale)),
    log: applied.map((one, index) => logEntry(index, one, game.actions[index] as Action)),
    randomness: randomnessOf(game),
    thinkingMs: thinkingTime(game),
    ...engine,
  };
}

/** Converts a state to JSON without its snapshot, which is for the site and not for browsers. */
export const stateJson = (state: State): StateJson =>
  toJson(StateSchema, { ...state, snapshot: new Uint8Array() });

export const commitmentTo = (seed: Uint8Array): Buffer =>
  createHash("sha256").update(seed).digest();

/** Returns the legal moves, bids and controls that a visitor may choose. */
async function legalFor(
  { arbiter, browser }: Visitor,
  game: Game,
  viewer: Viewer,
  locale: string,
): Promise<LegalMovesResponse> {
  const sides = sidesOf(game, browser);
  const canAct = sides.length > 0 && !game.standing.over;
  const legal = await (canAct
    ? arbiter.legalMoves({ position: positionOf(game), viewer, detail: Detail.FULL, locale })
    : NO_MOVES);
  const isToMove = sides.includes(game.standing.toAct);
  return {
    ...legal,
    moves: isToMove ? legal.moves : [],
    bids: isToMove ? legal.bids : [],
    controls: legal.controls.filter((control) => isOpenTo(sides, control)),
  };
}

const NO_MOVES: LegalMovesResponse = {
  $typeName: "arbiter.v1.LegalMovesResponse",
  texts: [],
  moves: [],
  controls: [],
  bids: [],
};

/** Whether these sides can use a control. Only the site reports that a clock has run out. */
const isOpenTo = (sides: Side[], control: Control): boolean =>
  sides.includes(actorOf(control)) && !isTimeout(control.action);

function actorOf({ actor, bidder }: Control): Side {
  if (bidder !== Bidder.UNSPECIFIED) return bidder === Bidder.OPPONENT ? "opponent" : "challenger";
  return actor === Color.BLACK ? "black" : "white";
}

function logEntry(
  index: number,
  applied: Applied,
  { side, moveNumber, control }: Action,
): LogEntry {
  const {
    text = "",
    san = "",
    events = [],
    draws = [],
  }: AppliedJson = toJson(AppliedSchema, applied);
  return { index, action: text, san, side, moveNumber, control, events, draws };
}

function randomnessOf({ seed, setupDraws, standing }: Game): RandomnessView {
  return {
    commitment: commitmentTo(seed).toString("hex"),
    setupDraws,
    ...(standing.over ? { seed: Buffer.from(seed).toString("hex") } : {}),
  };
}
