// Clocks are milliseconds by player, or null where they are not tracked.

/** P6, P24: the clocks once a player has used this time; what was not reported costs nothing. */
export function charge(clocks, player, elapsedMs) {
  if (clocks === null || elapsedMs < 0) return clocks;
  return { ...clocks, [player]: clocks[player] - elapsedMs };
}

export const hasOverspent = (clocks, player) => clocks !== null && clocks[player] < 0;

/** What is shown of the player whose time ran out. */
export const stopped = (clocks, player) => clocks && { ...clocks, [player]: 0 };
