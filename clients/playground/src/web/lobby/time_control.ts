import type { TimeControlJson } from "@arbiter-chess/client";

/** The times of a game on clocks, in seconds (C17). */
export interface TimeControl {
  white: number;
  black: number;
  /** What is added after each of a player's own moves. */
  bonus: number;
}

const FORM = /^(\d+)(?:,(\d+))?\+(\d+)$/;

/** Whether the form of an option is that of a time control. */
export const isTimeControlForm = (form: string): boolean => FORM.test(form);

/**
 * Reads a time control as Arbiter writes it: `300+3`, or `300,180+3` if Black's time is different.
 * Returns `undefined` for any other text.
 */
export function readTimeControl(text: string): TimeControl | undefined {
  const [, white, black = white, bonus] = FORM.exec(text) ?? [];
  if (white === undefined) return undefined;
  return { white: Number(white), black: Number(black), bonus: Number(bonus) };
}

export const timeControlText = ({ white, black, bonus }: TimeControl): string =>
  `${white}${black === white ? "" : `,${black}`}+${bonus}`;

export const timeControlJson = ({ white, black, bonus }: TimeControl): TimeControlJson => ({
  baseSeconds: white,
  bonusSeconds: bonus,
  ...(black === white ? {} : { blackBaseSeconds: black }),
});
