import { Refusal } from "../failure.mjs";
import { readNumber } from "./numbers.mjs";

/** P4: what a match on `time` is drawn from. */
export const DRAWN_TIME_CONTROLS = [
  "1+0", "2+1", "3+0", "3+2", "5+0", "5+3", "10+0", "10+5", "15+10", "30+0", "30+20",
];

/** What minutes and bonus seconds can be at all; a bid may ask for less. */
export const MOST_MINUTES = 1000;
export const MOST_BONUS = 3600;

export function readTimeControl(text, { minutesMax = MOST_MINUTES, bonusMax = MOST_BONUS } = {}) {
  const parts = text.split("+");
  if (parts.length !== 2) throw new Refusal(`time "${text}": needs minutes+bonus (P4)`);
  return {
    minutes: readNumber(parts[0], [1, minutesMax], "minutes (P4)"),
    bonus: readNumber(parts[1], [0, bonusMax], "bonus (P4)"),
  };
}

export const printTimeControl = ({ minutes, bonus }) => `${minutes}+${bonus}`;
