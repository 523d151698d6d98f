import type { GameFileJson } from "@arbiter-chess/client";
import { Failure, verifyGame } from "@arbiter-chess/client/verify";

import type { GameView } from "../../../shared/api.js";
import { say } from "../../words/words.js";

/** A step of the verification. */
export interface CheckedStep {
  text: string;
  isOk: boolean;
  /** Why the step failed, if it did. */
  reason?: string;
}

/** Whether a variant has random draws, which the independent verifier recomputes. */
export const hasDraws = (variantId: string): boolean => ["chakart", "chpok"].includes(variantId);

/**
 * Verifies a finished game in this browser, with Web Crypto and with rules that share no code with
 * Arbiter. `first` is the commitment that this browser saw first, or `null` if it has stored none.
 */
export async function checkGame(
  view: GameView, file: GameFileJson, first: string | null,
): Promise<CheckedStep[]> {
  const { commitment, seed = "" } = view.randomness;
  const steps: CheckedStep[] = [];
  if (first !== null) {
    steps.push({ text: say("fair.step.remembered"), isOk: first === commitment });
  }
  steps.push({
    text: say("fair.step.commitment"),
    isOk: await fingerprint(bytesOfHex(seed)) === commitment,
  });
  if (hasDraws(view.variant)) steps.push(...await replay(view, file));
  return steps;
}

async function replay({ state }: GameView, file: GameFileJson): Promise<CheckedStep[]> {
  try {
    const { draws, result, fen } = await verifyGame(file);
    const isHidden = state.chakart?.hidden !== undefined;
    const isEnd = `RESULT_${result}` === state.adjudication?.result
      && (isHidden || fen === state.fen);
    return [
      { text: say("fair.step.draws", { draws }), isOk: true },
      { text: say("fair.step.end"), isOk: isEnd },
    ];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const reason = `${error.what}: ${error.message}`;
    return [{ text: say("fair.step.replay"), isOk: false, reason }];
  }
}

/** Returns the SHA-256 in hexadecimal digits. */
export async function fingerprint(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const bytesOfHex = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
