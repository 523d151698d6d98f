import type { GameOptionsJson, OptionJson } from "@arbiter-chess/client";

/** What bids may ask for in this game (P4, P9). */
export interface BidLimits {
  /** Most minutes. */
  minutes: number;
  /** Most bonus seconds. */
  bonus: number;
  /** Least move limit. */
  moves: number;
}

/** From the game's options, and the variant's defaults where the game does not differ. */
export function bidLimits(options: readonly OptionJson[], chosen: GameOptionsJson): BidLimits {
  const usual = (name: string) =>
    Number(options.find((option) => option.name === name)?.defaultValue ?? 0);
  return {
    minutes: chosen.chpok?.minutesMax ?? usual("minutes_max"),
    bonus: chosen.chpok?.bonusMax ?? usual("bonus_max"),
    moves: chosen.chpok?.moveLimitMin ?? usual("move_limit_min"),
  };
}
