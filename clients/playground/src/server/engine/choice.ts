import {
  Color,
  HiddenInformationError,
  type Adjudication,
  type Arbiter,
  type Score,
} from "@arbiter-chess/client";

import type { Side } from "../../shared/api.js";
import type { Game, Seat } from "../game/game.js";
import { positionOf } from "../game/replay.js";
import { sideOf, viewerOf } from "../game/seats.js";
import { chooseWithoutSeeing } from "./hidden_queen.js";
import { expectation, search, type Found } from "./search.js";

// With less to expect than this a draw is welcome.
const DRAW_IS_WELCOME = 0.4;

/**
 * The engine's next action; undefined where it has none. It claims a win wherever one is granted,
 * takes a draw where it stands clearly worse, and never resigns or offers. It asks with the eyes of
 * its own seat, and so knows no more than a person there.
 */
export async function chooseAction(
  arbiter: Arbiter,
  game: Game,
  signal: AbortSignal,
): Promise<string | undefined> {
  const seat: Seat = game.holders[0] === "engine" ? 0 : 1;
  const side = sideOf(game.standing, seat);
  const position = positionOf(game);
  const viewer = viewerOf(side);
  const { adjudication } = await arbiter.adjudicate({ position, viewer }, { signal });
  if (adjudication === undefined) throw new Error("an answer without an adjudication");

  const toAct = game.standing.toAct === side;
  if (mayClaim(adjudication, "claim win", side)) return toAct ? "claim win" : `${side}:claim win`;
  const offered = isOffered(adjudication, side);
  if (!toAct && !offered) return undefined;

  const movetimeMs = game.engine?.movetimeMs ?? 0;
  let found: Found;
  try {
    found = await search(arbiter, position, viewer, movetimeMs, signal);
  } catch (error) {
    if (!(error instanceof HiddenInformationError)) throw error;
    return chooseWithoutSeeing(arbiter, game, viewer, movetimeMs, signal);
  }
  const score = found.progress?.lines[0]?.score;
  // Scores are from the side to move.
  if (!toAct) {
    const accepts = score !== undefined && 1 - expectation(score) < DRAW_IS_WELCOME;
    return `${side}:${accepts ? "draw!" : "draw-"}`;
  }
  return (score && drawAction(adjudication, side, score)) ?? found.best.action;
}

function drawAction(adjudication: Adjudication, side: Side, score: Score): string | undefined {
  const worse = expectation(score) < DRAW_IS_WELCOME;
  // Where the search knows of the draw that may be claimed, no score is below it.
  const drawn = score.kind.case !== "mateIn" && score.kind.value === 0;
  if ((worse || drawn) && mayClaim(adjudication, "claim draw", side)) return "claim draw";
  return worse && isOffered(adjudication, side) ? "draw!" : undefined;
}

const mayClaim = ({ claims }: Adjudication, action: string, side: Side): boolean =>
  claims.some((claim) => claim.action === action && claim.by.includes(colorOf(side)));

const isOffered = ({ drawOfferedBy }: Adjudication, side: Side): boolean =>
  drawOfferedBy !== Color.UNSPECIFIED && drawOfferedBy !== colorOf(side);

function colorOf(side: Side): Color {
  if (side === "white") return Color.WHITE;
  return side === "black" ? Color.BLACK : Color.UNSPECIFIED;
}
