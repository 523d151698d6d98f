import type { GameFileJson } from "../dist/gen/arbiter/v1/game_file_pb.js";

/** What a game comes to by the rules and its seed. */
export interface Verdict {
  /** Choices that were drawn between two or more candidates, those of the set-up included. */
  draws: number;
  result:
    | "ONGOING" | "WHITE_WINS" | "BLACK_WINS" | "DRAW" | "CHALLENGER_WINS" | "OPPONENT_WINS";
  /** The last position, or the text of the bidding. */
  fen: string;
  /**
   * The start, where it is another one than variant, options and seed give. A seed commits to
   * nothing from there unless it was published with the commitment.
   */
  startFen?: string;
}

/** A game that is not in order; `message` says why. */
export class Failure extends Error {
  /** `file`, `seed`, `commitment`, `start`, `action 12` (from 0) or `result`. */
  readonly what: string;
}

export interface VerifyOptions {
  /** Web Crypto; the platform's own by default. */
  crypto?: { readonly subtle: object } | undefined;
}

/**
 * Replays a game of Chakart or Chpok from its seed: its commitment, its start, each action with
 * what it drew, and its result. Rejects with a `Failure` where one of them is not in order.
 */
export function verifyGame(game: GameFileJson, options?: VerifyOptions): Promise<Verdict>;
