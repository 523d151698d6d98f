import type { ActionOutcomeJson, EventJson } from "@arbiter-chess/client";

import { fraction, sum, valueOf, ZERO, type Fraction } from "./fractions.js";

/** One thing that can happen. */
export interface OutcomeRow {
  text: string;
  probability: Fraction;
  /** What happens beside that which happens in any case. */
  sentences: string[];
}

/** Outcomes that begin alike. */
export interface OutcomeGroup {
  /** What the egg holds; undefined where no egg is opened. Example: `luigi`. */
  egg: string | undefined;
  probability: Fraction;
  /** The likeliest first. */
  rows: OutcomeRow[];
}

export interface GroupedOutcomes {
  /** What every outcome begins with. */
  always: string[];
  /** The likeliest first. */
  groups: OutcomeGroup[];
}

const sentencesOf = (events: EventJson[] = []) => events.map(({ text = "" }) => text);

const probabilityOf = ({ numerator = "0", denominator = "1" }: ActionOutcomeJson) =>
  fraction(BigInt(numerator), BigInt(denominator));

const eggOf = (text: string) => /[{,]egg=(\w+)/.exec(text)?.[1];

/** Outcomes by what an egg holds, each told without what happens in any case. */
export function groupOutcomes(outcomes: readonly ActionOutcomeJson[]): GroupedOutcomes {
  const told = outcomes.map(({ events }) => sentencesOf(events));
  const shared = commonLength(told);
  const groups = new Map<string | undefined, OutcomeGroup>();
  outcomes.forEach((outcome, index) => {
    const { text = "" } = outcome;
    const egg = eggOf(text);
    const group = groups.get(egg) ?? { egg, probability: ZERO, rows: [] };
    const probability = probabilityOf(outcome);
    group.probability = sum(group.probability, probability);
    group.rows.push({ text, probability, sentences: told[index]!.slice(shared) });
    groups.set(egg, group);
  });
  return { always: told[0]?.slice(0, shared) ?? [], groups: likeliestFirst([...groups.values()]) };
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
