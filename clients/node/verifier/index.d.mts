import type { GameFileJson } from "../dist/gen/arbiter/v1/game_file_pb.js";

/** The outcome of a game under the rules and its seed. */
export interface Verdict {
  /** The number of random draws from two or more candidates, including those of the set-up. */
  draws: number;
  result:
    | "ONGOING" | "WHITE_WINS" | "BLACK_WINS" | "DRAW" | "CHALLENGER_WINS" | "OPPONENT_WINS";
  /** The FEN of the final position, or the text of the bidding. */
  fen: string;
  /**
   * The FEN of the start, if it is not the start that variant, options and seed determine. A
   * commitment does not cover such a start unless the start was published with it.
   */
  startFen?: string;
  /** Whether the game has a commitment, which was found to be the SHA-256 of the seed. */
  isCommitmentChecked: boolean;
}

/** The error for an invalid game; `message` says why. */
export class Failure extends Error {
  /** `file`, `seed`, `commitment`, `start`, `action 12` (from 0) or `result`. */
  readonly what: string;
}

export interface VerifyOptions {
  /** An implementation of Web Crypto; by default the platform's. */
  crypto?: { readonly subtle: object } | undefined;
}

/**
 * Replays a game of Chakart or Chpok from its seed, and checks its commitment, its start, each
 * action with its random draws, and its result. Rejects with a `Failure` if one of them is wrong.
 * Pass the text of a game file rather than what JSON.parse() makes of it, which keeps only the last
 * of repeated fields; in a text, these are refused.
 */
export function verifyGame(
  game: GameFileJson | string, options?: VerifyOptions,
): Promise<Verdict>;
