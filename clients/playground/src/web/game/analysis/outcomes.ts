import type { ActionOutcomeJson, EventJson } from "@arbiter-chess/client";

import { eggOf } from "../../inferred/texts.js";

/** An exact probability. */
export interface Fraction {
  numerator: bigint;
  denominator: bigint;
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestDivisor(b, a % b);
}

/** Returns a fraction in lowest terms. */
export function fraction(numerator: bigint, denominator: bigint): Fraction {
  const divisor = greatestDivisor(numerator, denominator) || 1n;
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

const ZERO: Fraction = { numerator: 0n, denominator: 1n };

export function sum(a: Fraction, b: Fraction): Fraction {
  return fraction(
    a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);
}

/** Formats a fraction, such as `1/8`, or `1` for certainty. */
export const fractionText = ({ numerator, denominator }: Fraction): string =>
  denominator === 1n ? `${numerator}` : `${numerator}/${denominator}`;

/** Returns an approximate value, for comparing and drawing only. */
export const valueOf = ({ numerator, denominator }: Fraction): number =>
  Number((numerator * 1_000_000_000n) / denominator) / 1e9;

/** Formats a share as a percentage, such as `12.5%`, or `< 0.01%` if it is smaller but not 0. */
export function percentText(share: number): string {
  if (share > 0 && share < 0.0001) return "< 0.01%";
  const digits = share < 0.01 ? 2 : 1;
  return `${(100 * share).toFixed(digits).replace(/\.0+$/, "")}%`;
}

/** One possible outcome. */
interface OutcomeRow {
  text: string;
  probability: Fraction;
  /** What happens in addition to what happens in every outcome. */
  sentences: string[];
}

/** The outcomes with the same egg content, or those without an egg. */
export interface OutcomeGroup {
  /** The content of the egg, such as `luigi`; `undefined` if no egg is opened. */
  egg: string | undefined;
  probability: Fraction;
  /** The outcomes, likeliest first. */
  rows: OutcomeRow[];
}

interface GroupedOutcomes {
  /** The sentences with which every outcome begins. */
  always: string[];
  /** The groups, likeliest first. */
  groups: OutcomeGroup[];
}

const sentencesOf = (events: EventJson[] = []) => events.map(({ text = "" }) => text);

const probabilityOf = ({ numerator = "0", denominator = "1" }: ActionOutcomeJson) =>
  fraction(BigInt(numerator), BigInt(denominator));

/** Groups outcomes by the content of the egg, and separates what happens in all of them. */
export function groupOutcomes(outcomes: readonly ActionOutcomeJson[]): GroupedOutcomes {
  const texts = outcomes.map(({ events }) => sentencesOf(events));
  const shared = commonLength(texts);
  const groups = new Map<string | undefined, OutcomeGroup>();
  outcomes.forEach((outcome, index) => {
    const { text = "" } = outcome;
    const egg = eggOf(text);
    const group = groups.get(egg) ?? { egg, probability: ZERO, rows: [] };
    const probability = probabilityOf(outcome);
    group.probability = sum(group.probability, probability);
    group.rows.push({ text, probability, sentences: texts[index]!.slice(shared) });
    groups.set(egg, group);
  });
  return { always: texts[0]?.slice(0, shared) ?? [], groups: likeliestFirst([...groups.values()]) };
}

function commonLength(lists: readonly string[][]): number {
  const [first = [], ...others] = lists;
  const differs = (sentence: string, at: number) => others.some((list) => list[at] !== sentence);
  const length = first.findIndex(differs);
  return length < 0 ? first.length : length;
}

function likeliestFirst(groups: OutcomeGroup[]): OutcomeGroup[] {
  const byProbability = (a: { probability: Fraction }, b: { probability: Fraction }) =>
    valueOf(b.probability) - valueOf(a.probability);
  for (const group of groups) group.rows.sort(byProbability);
  return groups.sort(byProbability);
}
