import {
  Color,
  HiddenInformationError,
  type Adjudication,
  type Arbiter,
  type Score,
} from "@arbiter-chess/client";

import type { Side } from "../../shared/api.js";
import type { Attempt } from "../game/act.js";
import type { Game, Seat } from "../game/game.js";
import { positionOf } from "../game/replay.js";
import { sideOf, viewerOf } from "../game/seats.js";
import { chooseAgainstHiddenQueen } from "./hidden_queen.js";
import { expectation, search, type SearchLimits, type SearchResult } from "./search.js";

// The engine takes a draw if its expectation is below this.
const MAX_DRAW_EXPECTATION = 0.4;

/**
 * Returns the engine's next action, or `undefined` if it has none. The engine claims a win whenever
 * one is granted, takes a draw when it stands clearly worse, and never resigns or offers a draw. It
 * sends its requests as the viewer of its own seat, so it knows no more than a person in that seat.
 */
export async function chooseAction(
  arbiter: Arbiter,
  game: Game,
  signal: AbortSignal,
): Promise<Attempt | undefined> {
  const seat: Seat = game.holders[0] === "engine" ? 0 : 1;
  const side = sideOf(game.standing, seat);
  const text = await chooseText(arbiter, game, side, signal);
  return text === undefined ? undefined : { text, side };
}

async function chooseText(
  arbiter: Arbiter,
  game: Game,
  side: Side,
  signal: AbortSignal,
): Promise<string | undefined> {
  const position = positionOf(game);
  const viewer = viewerOf(side);
  const { adjudication } = await arbiter.adjudicate({ position, viewer }, { signal });
  if (adjudication === undefined) throw new Error("Arbiter returned no adjudication");

  const isToAct = game.standing.toAct === side;
  if (canClaim(adjudication, "claim win", side)) return "claim win";
  const isOffered = hasDrawOffer(adjudication, side);
  if (!isToAct && !isOffered) return undefined;

  const limits: SearchLimits = {
    movetimeMs: game.engine?.movetimeMs ?? 0,
    strength: game.engine?.strength,
    // The id is random, so a level plays differently in each game.
    seed: new TextEncoder().encode(game.id),
  };
  let result: SearchResult;
  try {
    result = await search(arbiter, position, viewer, limits, signal);
  } catch (error) {
    if (!(error instanceof HiddenInformationError)) throw error;
    return chooseAgainstHiddenQueen(arbiter, game, viewer, limits, signal);
  }
  const score = result.progress?.lines[0]?.score;
  // Scores are from the point of view of the side to move.
  if (!isToAct) {
    const accepts = score !== undefined && 1 - expectation(score) < MAX_DRAW_EXPECTATION;
    return accepts ? "draw!" : "draw-";
  }
  return (score && drawAction(adjudication, side, score)) ?? result.best.action;
}

function drawAction(adjudication: Adjudication, side: Side, score: Score): string | undefined {
  const isWorse = expectation(score) < MAX_DRAW_EXPECTATION;
  // A search that takes the claimable draw into account never returns a score below zero.
  const isDrawn = score.kind.case !== "mateIn" && score.kind.value === 0;
  if ((isWorse || isDrawn) && canClaim(adjudication, "claim draw", side)) return "claim draw";
  return isWorse && hasDrawOffer(adjudication, side) ? "draw!" : undefined;
}

const canClaim = ({ claims }: Adjudication, action: string, side: Side): boolean =>
  claims.some((claim) => claim.action === action && claim.by.includes(colorOf(side)));

const hasDrawOffer = ({ drawOfferedBy }: Adjudication, side: Side): boolean =>
  drawOfferedBy !== Color.UNSPECIFIED && drawOfferedBy !== colorOf(side);

function colorOf(side: Side): Color {
  if (side === "white") return Color.WHITE;
  return side === "black" ? Color.BLACK : Color.UNSPECIFIED;
}
