import { createHash } from "node:crypto";

import {
  AppliedSchema,
  Detail,
  LegalMovesResponseSchema,
  StateSchema,
  Viewer,
  toJson,
  type Applied,
  type AppliedJson,
  type BidderJson,
  type ColorJson,
  type ControlJson,
  type GameView as ArbiterView,
  type LegalMovesResponseJson,
  type State,
  type StateJson,
} from "@arbiter-chess/client";

import type { GameView, LogEntry, RandomnessView, Side } from "../../shared/api.js";
import type { Visitor } from "../visitors.js";
import { isTimeout } from "./act.js";
import { thinkingTime, type Action, type Game } from "./game.js";
import { replay, requireState, stateView, type ViewInit } from "./replay.js";
import { seatViews, sidesOf, viewersOf } from "./seats.js";

/** What the engine is doing in a game. */
export interface EngineStatus {
  thinking: boolean;
  /** Why the engine could not act, if it failed. */
  trouble?: string;
}

/** A browser that reads a game in a language. */
export interface Reader {
  browser: string | undefined;
  locale: string;
}

/** What Arbiter shows to a viewer, with the actions from `logStart` on. */
interface Shown {
  state: StateJson;
  legal: LegalMovesResponseJson;
  log: LogEntry[];
  logStart: number;
}

/** An action that has been stored, and what Arbiter shows of it. */
export interface Turn {
  /** The game after the action. */
  game: Game;
  /** By the viewer and the locale. */
  shown: Map<string, Shown>;
}

const keyOf = ({ viewer, locale }: ViewInit): string => `${viewer} ${locale}`;

/** Returns the views that these readers need, each of them once. */
export function viewsFor(game: Game, readers: Reader[]): ViewInit[] {
  const views = readers.flatMap(({ browser, locale }) =>
    viewersOf(game, browser).map((viewer) => ({
      ...stateView(game, viewer, locale),
      ...(hasMoves(game, viewer) ? { moves: Detail.FULL } : {}),
    })));
  return [...new Map(views.map((view) => [keyOf(view), view])).values()];
}

/** During the bidding, in which the players have no colours yet, they are spectators to Arbiter. */
const hasMoves = ({ standing }: Game, viewer: Viewer): boolean =>
  viewer === Viewer.WHITE || viewer === Viewer.BLACK ||
  (viewer === Viewer.SPECTATOR && standing.whiteSeat === undefined);

/** Returns the view of a game for a visitor, without what is hidden from that visitor. */
export async function viewOf(
  { arbiter, browser }: Visitor,
  game: Game,
  locale: string,
  engine: EngineStatus,
): Promise<GameView> {
  const views = await replay(arbiter, game, viewsFor(game, [{ browser, locale }]));
  return makeView(game, browser, views.map((view) => shownIn(view, game, 0)), engine);
}

/** Returns the turn of an action. `shown` are Arbiter's answers to `asked`. */
export function turnOf(game: Game, asked: ViewInit[], shown: ArbiterView[]): Turn {
  const logStart = game.actions.length - 1;
  return {
    game,
    shown: new Map(
      shown.map((view, index) => [keyOf(asked[index] as ViewInit), shownIn(view, game, logStart)])),
  };
}

/**
 * Returns the view of a game for a browser after an action, with the log of that action alone;
 * `undefined` if Arbiter has not been asked for it.
 */
export function viewInTurn(
  { game, shown }: Turn,
  { browser, locale }: Reader,
  engine: EngineStatus,
): GameView | undefined {
  const own = viewersOf(game, browser).map((viewer) => shown.get(keyOf({ viewer, locale })));
  const known = own.filter((each) => each !== undefined);
  return known.length < own.length ? undefined : makeView(game, browser, known, engine);
}

function shownIn({ state, moves, applied }: ArbiterView, game: Game, logStart: number): Shown {
  return {
    state: stateJson(requireState(state)),
    legal: moves === undefined ? {} : toJson(LegalMovesResponseSchema, moves),
    log: applied.map((one, index) =>
      logEntry(logStart + index, one, game.actions[logStart + index] as Action)),
    logStart,
  };
}

/** `shown` is what each of the browser's viewers sees. */
function makeView(
  game: Game,
  browser: string | undefined,
  shown: Shown[],
  engine: EngineStatus,
): GameView {
  return {
    id: game.id,
    revision: game.revision,
    variant: game.variant,
    mode: game.mode,
    options: game.options,
    seats: seatViews(game, browser),
    ...(shown[0] as Shown),
    legal: legalOf(game, browser, shown),
    randomness: randomnessOf(game),
    thinkingMs: thinkingTime(game),
    ...engine,
  };
}

/**
 * Returns the legal moves, bids and controls that a browser may choose. During the bidding, Arbiter
 * shows those of both players.
 */
function legalOf(
  { standing, ...game }: Game,
  browser: string | undefined,
  shown: Shown[],
): LegalMovesResponseJson {
  const sides = sidesOf({ standing, ...game }, browser);
  if (sides.length === 0 || standing.over) return {};
  const { bids, ...legal } = shown[0]?.legal ?? {};
  const controls = shown.flatMap((each) => each.legal.controls ?? []);
  return {
    ...legal,
    ...(bids !== undefined && sides.includes(standing.toAct) ? { bids } : {}),
    controls: controls.filter((control) => isOpenTo(sides, control)),
  };
}

/** Whether these sides can use a control. Only the site reports that a clock has run out. */
const isOpenTo = (sides: Side[], { action = "", actor, bidder }: ControlJson): boolean =>
  sides.includes(actorOf(actor, bidder)) && !isTimeout(action);

function actorOf(actor: ColorJson | undefined, bidder: BidderJson | undefined): Side {
  if (bidder !== undefined) return bidder === "BIDDER_OPPONENT" ? "opponent" : "challenger";
  return actor === "COLOR_BLACK" ? "black" : "white";
}

/** Converts a state to JSON without its snapshot, which is for the site and not for browsers. */
export const stateJson = (state: State): StateJson =>
  toJson(StateSchema, { ...state, snapshot: new Uint8Array() });

export const commitmentTo = (seed: Uint8Array): Buffer =>
  createHash("sha256").update(seed).digest();

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
