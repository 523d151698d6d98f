import type { ScoreJson } from "@arbiter-chess/client";

import { say } from "../../words/words.js";

/** The chances of White or, during the bidding, of the Challenger; each is from 0 to 1. */
export interface Chances {
  win: number;
  draw: number;
  loss: number;
}

/** Returns the score from the other player's point of view. */
export function reversed(score: ScoreJson): ScoreJson {
  const { draw, loss } = chancesOf(score);
  const chances = { winProbability: loss, drawProbability: draw };
  if (score.mateIn !== undefined) return { ...chances, mateIn: -score.mateIn };
  if (score.points !== undefined) return { ...chances, points: -Number(score.points) };
  return { ...chances, centipawns: -(score.centipawns ?? 0) };
}

const clamp = (share: number) => Math.min(1, Math.max(0, share));

export function chancesOf(score: ScoreJson): Chances {
  const win = clamp(Number(score.winProbability ?? 0));
  const draw = clamp(Number(score.drawProbability ?? 0));
  return { win, draw, loss: clamp(1 - win - draw) };
}

/** Formats a score, such as `+0.34`, `#3`, `#-2` or `+12 points`. */
export function scoreText(score: ScoreJson): string {
  if (score.mateIn !== undefined) return `#${score.mateIn}`;
  if (score.points !== undefined) {
    return say("score.points", { points: signed(Number(score.points), 1) });
  }
  return signed((score.centipawns ?? 0) / 100, 2);
}

/** Formats a number with its sign, which is a true minus sign if negative. Zero has no sign. */
export function signed(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits).replace(/\.0$/, "");
  if (Number(text) === 0) return text;
  return `${value < 0 ? "−" : "+"}${text}`;
}

/** Returns a share of 1 as a whole percentage. */
export const percent = (share: number): number => Math.round(100 * share);
