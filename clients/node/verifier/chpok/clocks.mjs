// Clocks are an object with each player's milliseconds, or null if clocks are not tracked.

/** P6, P24: deducts the time that a player has used, unless it is negative (not reported). */
export function charge(clocks, player, elapsedMs) {
  if (clocks === null || elapsedMs < 0) return clocks;
  return { ...clocks, [player]: clocks[player] - elapsedMs };
}

export const hasOverspent = (clocks, player) => clocks !== null && clocks[player] < 0;

/** Sets the clock of a player who has run out of time to 0. */
export const stopped = (clocks, player) => clocks && { ...clocks, [player]: 0 };
