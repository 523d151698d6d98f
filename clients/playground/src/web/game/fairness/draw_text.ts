import type { DrawJson, VariantJson } from "@arbiter-chess/client";

import { say, sayOr } from "../../words/words.js";

/** A random draw in words. */
interface DrawWords {
  /** The purpose and the result, such as `in the egg: Luigi, one of 8`. */
  sentence: string;
  /** The candidates in their order. */
  candidates: { text: string; isChosen: boolean }[];
}

export function drawWords(draw: DrawJson, variant: VariantJson): DrawWords {
  const { purpose = "", candidates = [], index = 0 } = draw;
  const texts = candidates.map((candidate) => candidateText(purpose, candidate, variant));
  return {
    sentence: say("fair.draw", {
      purpose: sayOr(`purpose.${purpose}`, purpose),
      chosen: texts[index] ?? "",
      count: candidates.length,
    }),
    candidates: texts.map((text, at) => ({ text, isChosen: at === index })),
  };
}

function candidateText(purpose: string, candidate: string, variant: VariantJson): string {
  if (purpose === "egg") return drawnName(candidate);
  if (purpose === "piece") {
    const piece = variant.pieces?.find(({ letter }) => letter === candidate.toUpperCase());
    return piece?.name ?? candidate;
  }
  return sayOr(`value.${candidate}`, candidate);
}

/** Returns the name of an egg's content. */
export const drawnName = (kind: string): string => sayOr(`drawn.${kind}`, kind);
