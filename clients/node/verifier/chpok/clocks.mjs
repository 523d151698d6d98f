// Clocks are milliseconds by player, or null if they are not tracked.

/** P6, P24: deducts the time that a player has used; a time that was not reported is negative. */
export function charge(clocks, player, elapsedMs) {
  if (clocks === null || elapsedMs < 0) return clocks;
  return { ...clocks, [player]: clocks[player] - elapsedMs };
}

export const hasOverspent = (clocks, player) => clocks !== null && clocks[player] < 0;

/** Sets the clock of a player whose time ran out to 0. */
export const stopped = (clocks, player) => clocks && { ...clocks, [player]: 0 };
