import { Refusal } from "../failure.mjs";
import { quoted } from "../printable.mjs";
import { readNumber } from "./numbers.mjs";

/** P4: the candidates of the random draw for a match on `time`. */
export const DRAWN_TIME_CONTROLS = [
  "1+0", "2+1", "3+0", "3+2", "5+0", "5+3", "10+0", "10+5", "15+10", "30+0", "30+20",
];

/** The maximum minutes and bonus seconds of a time control. The limits of a bid can be lower. */
export const MAX_MINUTES = 1000;
export const MAX_BONUS = 3600;

export function readTimeControl(text, { minutesMax = MAX_MINUTES, bonusMax = MAX_BONUS } = {}) {
  const parts = text.split("+");
  if (parts.length !== 2) throw new Refusal(`time ${quoted(text)}: must be minutes+bonus (P4)`);
  return {
    minutes: readNumber(parts[0], [1, minutesMax], "minutes (P4)"),
    bonus: readNumber(parts[1], [0, bonusMax], "bonus (P4)"),
  };
}

export const printTimeControl = ({ minutes, bonus }) => `${minutes}+${bonus}`;
