// What the playground's backend and its page say to each other. Positions, moves and verdicts travel
// as Arbiter answered them, in proto JSON; only what belongs to the site is added here. Each state
// that the page draws has its `board`.
import type {
  DrawJson,
  EventJson,
  GameOptionsJson,
  LegalMovesResponseJson,
  ListVariantsResponseJson,
  StateJson,
} from "@arbiter-chess/client";

/** Who acts: a colour, or a bidder while a game of Chpok has no colours yet. */
export type Side = "white" | "black" | "challenger" | "opponent";

/** `hotseat`: one browser plays both sides; `online`: two browsers; `engine`: one against Arbiter. */
export type Mode = "hotseat" | "online" | "engine";

/** Milliseconds the engine thinks a move: 50 to 10,000. */
export interface EngineSettings {
  movetimeMs: number;
}

/** `GET /api/variants?locale=th`. */
export interface Catalogue extends ListVariantsResponseJson {
  /**
   * What the picture of each game shows, in the order of `variants`: its start, or where it starts
   * with a bidding, a board that may come of it.
   */
  starts: StateJson[];
}

/** `POST /api/games`. Answers 201 and a GameView. */
export interface NewGame {
  variant: string;
  mode: Mode;
  /** Where this browser sits, in `online` and `engine`; left out: the first to act. */
  side?: Side;
  options?: GameOptionsJson;
  engine?: EngineSettings;
  /** Starts from a position instead of the variant's start. */
  fen?: string;
  /** Takes a game over, with its variant, options and moves; `variant` then counts where it names none. */
  pgn?: string;
}

/** One of the two places at a board. */
export interface SeatView {
  /** What this place plays now; a bidder until colours are known. */
  side: Side;
  /** `you`: this browser; `other`: another one; `open`: nobody yet, see `POST /api/games/:id/join`. */
  holder: "you" | "other" | "engine" | "open";
}

/** One action that was made. */
export interface LogEntry {
  /** From 0, in the order made. */
  index: number;
  /** The action text as this viewer may see it. */
  action: string;
  /** Empty for control actions and bids. */
  san: string;
  side: Side;
  /** As in the FEN; 0 in a bidding. */
  moveNumber: number;
  /** Neither a move nor a bid: `draw?`, `resign`, `count` … */
  control: boolean;
  events: EventJson[];
  draws: DrawJson[];
}

export interface RandomnessView {
  /** SHA-256 of the seed, hexadecimal, known from the first moment. */
  commitment: string;
  /** The seed, hexadecimal; only once the game is over. */
  seed?: string;
  /** What the set-up drew. */
  setupDraws: DrawJson[];
}

/** `GET /api/games/:id`, and each `view` of `GET /api/games/:id/events` (server-sent events). */
export interface GameView {
  id: string;
  /** Rises by 1 with each change; a view with a lower one than the last is old. */
  revision: number;
  variant: string;
  mode: Mode;
  options: GameOptionsJson;
  /** The first to act (White, or the Challenger), then the other. */
  seats: [SeatView, SeatView];
  /** As seen from this browser's seat; hot-seat: of the player to act. */
  state: StateJson;
  /**
   * What this browser may do now: moves in full, controls, bids. Empty lists when it is not its turn,
   * but for the controls that are open to it.
   */
  legal: LegalMovesResponseJson;
  log: LogEntry[];
  /** The engine is thinking about its action. */
  thinking: boolean;
  /** Set where the engine could not act: why. The game goes on once the reason is gone. */
  trouble?: string;
  randomness: RandomnessView;
  /**
   * How long the player to act has been thinking, in milliseconds: where clocks are tracked, so much
   * less than `state` says is left.
   */
  thinkingMs?: number;
}

/** One line of `GET /api/games`: a game in which this browser has a seat. */
export interface GameSummary {
  id: string;
  variant: string;
  mode: Mode;
  /** Actions made. */
  actions: number;
  /** Whether this browser is to act. */
  yourTurn: boolean;
  over: boolean;
  /** When the last action was made, in milliseconds since 1970. */
  changedAt: number;
}

/** `GET /api/games`: the newest 20, newest first. */
export interface GameList {
  games: GameSummary[];
}

/** `POST /api/games/:id/actions`. Answers a GameView, or 409 where `revision` is not the newest. */
export interface NewAction {
  /** An action text without outcomes. Example: `e2e4`, `black:draw?`, `raise white +1`. */
  action: string;
  revision: number;
}

/** `GET /api/games/:id/positions/:actions`: the state after so many actions, for this viewer. */
export interface PastPosition {
  actions: number;
  state: StateJson;
  /** Only where this browser may go on from here in an analysis: hot-seat and finished games. */
  mayAnalyze: boolean;
}

/**
 * Others:
 * - `POST /api/games/:id/join` GameView; 409 `SEAT_TAKEN`
 * - `GET /api/games/:id/events` text/event-stream: `view` with a GameView, first at once, then at
 *   each change; `trouble` with a Problem
 * - `GET /api/games/:id/outcomes?action=g1f3&actions=12` EnumerateOutcomesResponseJson, after the
 *   first 12 actions (left out: all)
 * - `GET /api/games/:id/analysis?actions=12&multiPv=3&movetimeMs=5000` text/event-stream: `update`
 *   with an AnalyzeResponseJson, `problem` with a Problem, then `end`. Refused (403
 *   `GAME_IN_PROGRESS`) for a game against somebody else that goes on.
 * - `GET /api/games/:id/review?movetimeMs=100&theme=dark` the same with ReviewGameResponseJson, its
 *   graph in the theme (left out: light); only of finished games and hot-seat
 * - `GET /api/games/:id/pgn` text/plain; with the tag `Seed` once the game is over
 * - `GET /api/games/:id/file` GameFileJson; once the game is over (403 `GAME_IN_PROGRESS` before)
 */

/** The body of every answer that is not 2xx. */
export interface Problem {
  error: {
    /** An Arbiter reason (`ILLEGAL_ACTION`, `BAD_FEN` …) or one of the site's own: `NOT_FOUND`,
     * `SEAT_TAKEN`, `NOT_YOUR_SEAT`, `OLD_REVISION`, `GAME_IN_PROGRESS`, `BAD_REQUEST`, `UNREACHABLE`. */
    reason: string;
    /** One sentence for a person, in the locale of `Accept-Language` where there is one. */
    message: string;
    /** The field at fault. Example: `fen`, `actions[0]`. */
    field?: string;
  };
}
