// The API between the playground's backend and its page. Positions, moves and verdicts are passed
// on as Arbiter returned them, in proto JSON; this file adds only what belongs to the site. Each
// state that the page draws has its `board`.
import type {
  DrawJson,
  EventJson,
  GameOptionsJson,
  LegalMovesResponseJson,
  ListVariantsResponseJson,
  StateJson,
} from "@arbiter-chess/client";

/** A side: a colour, or a bidder while a game of Chpok has no colours yet. */
export type Side = "white" | "black" | "challenger" | "opponent";

/**
 * In `hotseat` one browser plays both sides, in `online` two browsers play each other, and in
 * `engine` one browser plays against Arbiter's engine.
 */
export type Mode = "hotseat" | "online" | "engine";

export interface EngineSettings {
  /** The time in milliseconds that the engine thinks about each action, from 50 to 10,000. */
  movetimeMs: number;
  /** The engine's level, from 1 to 10; full strength without it. */
  strength?: number;
}

/** The answer to `GET /api/variants?locale=th`. */
export interface Catalogue extends ListVariantsResponseJson {
  /**
   * The position in the picture of each game, in the order of `variants`: its start or, if the game
   * starts with the bidding phase, a board to which that can lead.
   */
  starts: StateJson[];
}

/**
 * The body of `POST /api/games`, which answers 201 with a GameView, or with 429 `LIMIT_EXCEEDED` if
 * the engine has too many games of this visitor to play.
 */
export interface NewGame {
  variant: string;
  mode: Mode;
  /** The side of this browser in `online` and `engine`; by default the first to act. */
  side?: Side;
  options?: GameOptionsJson;
  engine?: EngineSettings;
  /** The position to start from instead of the variant's start. */
  fen?: string;
  /**
   * A game to continue, with its variant, options and moves. `variant` is then used only if the PGN
   * names no variant.
   */
  pgn?: string;
}

/** One of the two seats of a game. */
export interface SeatView {
  /** The side that this seat plays now; a bidder until the colours are known. */
  side: Side;
  /**
   * `you` for this browser, `other` for another one, and `open` if nobody has taken the seat yet;
   * see `POST /api/games/:id/join`.
   */
  holder: "you" | "other" | "engine" | "open";
}

/** An action of the game. */
export interface LogEntry {
  /** The index of the action in the game, from 0. */
  index: number;
  /** The action text without what is hidden from this viewer. */
  action: string;
  /** The SAN; empty for control actions and bids. */
  san: string;
  side: Side;
  /** The move number as in the FEN; 0 during the bidding. */
  moveNumber: number;
  /** Whether this is neither a move nor a bid, such as `draw?`, `resign` or `count`. */
  control: boolean;
  events: EventJson[];
  draws: DrawJson[];
}

export interface RandomnessView {
  /** The SHA-256 of the seed in hexadecimal digits, known from the start of the game. */
  commitment: string;
  /** The seed in hexadecimal digits; set only once the game is over. */
  seed?: string;
  /** The random draws of the set-up. */
  setupDraws: DrawJson[];
}

/**
 * The answer to `GET /api/games/:id`, and each `view` of `GET /api/games/:id/events` (server-sent
 * events).
 */
export interface GameView {
  id: string;
  /** Rises by 1 with each change; a view with a lower revision than the last one is out of date. */
  revision: number;
  variant: string;
  mode: Mode;
  options: GameOptionsJson;
  /** The first to act (White, or the Challenger), then the other. */
  seats: [SeatView, SeatView];
  /** The state for this browser's seat; in `hotseat`, for the player to act. */
  state: StateJson;
  /**
   * What this browser can do now: moves in full, controls and bids. If it is another player's turn,
   * only the controls that are open to this browser are listed.
   */
  legal: LegalMovesResponseJson;
  /** The actions from `logStart` on. */
  log: LogEntry[];
  /**
   * The number of earlier actions, which are not in `log`, because they are shown as before. It is
   * 0 in the answer to `GET /api/games/:id` and in the first event.
   */
  logStart: number;
  /** Whether the engine is thinking about its action. */
  thinking: boolean;
  /** Why the engine could not act, if it failed. The game continues once the reason is gone. */
  trouble?: string;
  randomness: RandomnessView;
  /**
   * The time in milliseconds for which the player to act has been thinking. If clocks are tracked,
   * subtract it from the time left in `state.clocks`.
   */
  thinkingMs?: number;
}

/** An entry of `GET /api/games`: a game in which this browser has a seat. */
export interface GameSummary {
  id: string;
  variant: string;
  mode: Mode;
  /** The number of actions made. */
  actions: number;
  /** Whether it is this browser's turn. */
  yourTurn: boolean;
  over: boolean;
  /** The time of the last change, in milliseconds since 1970. */
  changedAt: number;
}

/** The answer to `GET /api/games`: the 20 newest games, newest first. */
export interface GameList {
  games: GameSummary[];
}

/**
 * The body of `POST /api/games/:id/actions`, which answers with a GameView, with 409 if `revision`
 * is not the newest, or with 429 as above.
 */
export interface NewAction {
  /** An action text without outcomes. Example: `e2e4`, `black:draw?`, `raise white +1`. */
  action: string;
  revision: number;
}

/**
 * The answer to `GET /api/games/:id/positions/:actions`: the state for this viewer after this many
 * actions.
 */
export interface PastPosition {
  actions: number;
  state: StateJson;
  /** Whether this position may be analysed: in `hotseat` and in finished games. */
  mayAnalyze: boolean;
}

/** The body of `POST /api/archives`, which answers 201 with an ArchiveSummary, or with 429. */
export interface NewArchive {
  /** What the archive is called on the page, such as the name of its file. */
  title: string;
  /** The games, at most 2 MiB. */
  pgn: string;
  /** The variant of games without a Variant tag. */
  variant: string;
  /** The depth of the searches, from 1 to 12. */
  depth: number;
  /** The colours of the graphs. */
  theme: "light" | "dark";
}

export type ArchiveState = "running" | "done" | "cancelled";

/** An archive of this browser, whose games are reviewed in the background. */
export interface ArchiveSummary {
  id: string;
  title: string;
  /** In milliseconds since 1970, as `expiresAt`, when the archive is deleted. */
  submittedAt: number;
  state: ArchiveState;
  /** The number of games, of those that have a result, and of those among them that have failed. */
  games: number;
  done: number;
  failed: number;
  expiresAt: number;
}

/** The answer to `GET /api/archives`, or 503 `NO_JOBS` if the service of the site has no jobs. */
export interface ArchiveList {
  archives: ArchiveSummary[];
}

export interface ArchiveProgress extends ArchiveSummary {
  /** The number of games that get a result each second; 0 if none has got one. */
  gamesPerSecond: number;
  /** The time until the end at this rate, in milliseconds; not set if it cannot be told. */
  msLeft?: number;
  /** Whether no worker has been seen for a minute that may review the games. */
  lacksWorker: boolean;
}

export interface ReviewedPlayer {
  /** In per cent. */
  accuracy: number;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
}

/** A game of an archive that has a result. Its tags are empty if they are unknown. */
export interface ReviewedGame {
  /** The number of the game in the archive, from 0. */
  item: number;
  variant: string;
  white: string;
  black: string;
  event: string;
  round: string;
  date: string;
  /** Such as `1-0`. */
  result: string;
  /** White (or the Challenger), then Black. Not set if the game has failed. */
  players?: ReviewedPlayer[];
  /** Why the game has failed. */
  problem?: string;
}

/** The events of `GET /api/archives/:id/events?after=c7`, a text/event-stream. */
export interface ArchiveEvents {
  /** At once, and whenever it has changed. */
  progress: ArchiveProgress;
  /** Games that come after a place in the results, and the place from which the stream goes on. */
  games: { after: string; next: string; games: ReviewedGame[] };
  /** The archive has ended, and all of its games have been sent. */
  end: Record<string, never>;
}

/** The answer to `POST /api/archives/:id/games/:item?after=c7`, which opens a game of an archive. */
export interface OpenedGame {
  id: string;
}

/**
 * The other requests:
 * - `POST /api/games/:id/join` answers with a GameView, or with 409 `SEAT_TAKEN`.
 * - `GET /api/games/:id/events` answers with a text/event-stream: `view` with a GameView, at once
 *   and after each change, and `trouble` with a Problem.
 * - `GET /api/games/:id/outcomes?action=g1f3&actions=12` answers with an
 *   EnumerateOutcomesResponseJson for the position after the first 12 actions (by default all).
 * - `GET /api/games/:id/analysis?actions=12&multiPv=3&movetimeMs=5000` answers with a
 *   text/event-stream: `update` with an AnalyzeResponseJson, `problem` with a Problem, then `end`.
 *   It is refused with 403 `GAME_IN_PROGRESS` in an unfinished game against somebody else.
 * - `GET /api/games/:id/review?movetimeMs=100&theme=dark` does the same with
 *   ReviewGameResponseJson, with the graph in this theme (by default light), for finished games and
 *   in `hotseat`.
 * - `GET /api/games/:id/archived-review` answers with a JobReviewJson, if the game was opened from
 *   an archive.
 * - `POST /api/archives/:id/cancel` answers with an ArchiveSummary.
 * - `GET /api/games/:id/pgn` answers with text/plain, with the tag `Seed` once the game is over.
 * - `GET /api/games/:id/file` answers with a GameFileJson once the game is over, and with 403
 *   `GAME_IN_PROGRESS` before.
 */

/** The body of every answer with a status other than 2xx. */
export interface Problem {
  error: {
    /**
     * A reason of Arbiter (such as `ILLEGAL_ACTION` or `NOT_YOUR_TURN`), or one of the site:
     * `NOT_FOUND`, `SEAT_TAKEN`, `NOT_YOUR_SEAT`, `OLD_REVISION`, `GAME_IN_PROGRESS`,
     * `LIMIT_EXCEEDED`, `NO_JOBS`, `NOT_REVIEWED`, `BAD_REQUEST`, `UNREACHABLE` or `INTERNAL`.
     */
    reason: string;
    /**
     * A sentence for the reader. A sentence of Arbiter is in the locale of `Accept-Language` if
     * possible.
     */
    message: string;
    /** The field at fault. Example: `fen`, `actions[0]`. */
    field?: string;
  };
}
