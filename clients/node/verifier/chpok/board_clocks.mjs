import { forBoth } from "./position.mjs";

/** The largest time on a clock; a bonus beyond it is lost. */
export const MAX_MS = 10 ** 12;

/** P24: returns the clocks at the start of the board, or null if the time control is unknown. */
export const freshBoardClocks = ({ timeControl }) =>
  timeControl && forBoth(timeControl.minutes * 60_000);

/** P24: adds the bonus of the time control, if it is known, to the clock of the player to move. */
export function withBonus(position) {
  const { side, clocks, timeControl } = position;
  if (clocks === null || timeControl === null) return position;
  const clock = Math.min(MAX_MS, clocks[side] + timeControl.bonus * 1000);
  return position.with({ clocks: { ...clocks, [side]: clock } });
}
