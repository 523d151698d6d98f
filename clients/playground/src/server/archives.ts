import {
  ArbiterError,
  JobReviewSchema,
  JobState,
  Result,
  ResultOrder,
  Theme,
  errorOf,
  toJson,
  type Job,
  type JobResult,
  type PlayerReview,
  type WatchJobResponse,
} from "@arbiter-chess/client";

import type {
  ArchiveEvents,
  ArchiveProgress,
  ArchiveState,
  ArchiveSummary,
  NewArchive,
  ReviewedGame,
  ReviewedPlayer,
} from "../shared/api.js";
import type { Games } from "./games.js";
import { Refusal, limitExceeded } from "./refusal.js";
import type { Archive, Store } from "./store.js";
import type { Visitor, Visitors } from "./visitors.js";

/** How many archives of a browser can be under way, and how many can be kept. */
const MAX_RUNNING = 2;
const MAX_KEPT = 20;
const KEPT_HOURS = 7 * 24;
/** The site waits no longer than this for what it shows about an archive. */
const DEADLINE_MS = 5_000;
const MAX_TAG_LENGTH = 100;

/** Sends one event about an archive. */
type Send = <Name extends keyof ArchiveEvents>(name: Name, data: ArchiveEvents[Name]) => void;

/**
 * The archives of all browsers. Each is a job of Arbiter, which reviews its games in the
 * background. The site only stores whose it is: everything that can be told about it comes from
 * Arbiter, so neither a restart of the site nor one of Arbiter changes anything.
 */
export class Archives {
  constructor(
    readonly store: Store,
    readonly games: Games,
    readonly visitors: Visitors,
  ) {}

  /** Returns the archives of a visitor, the newest first, without those that have expired. */
  async listOf(visitor: Visitor): Promise<ArchiveSummary[]> {
    return withJobs(async () => {
      // Fails if there are no jobs, even if the visitor has no archive.
      const arbiter = this.visitors.arbiterFor(this.visitors.jobOwnerOf(visitor.network));
      await arbiter.listJobs({ pageSize: 1 }, { deadlineMs: DEADLINE_MS });
      return visitor.browser === undefined ? [] : this.#summariesOf(visitor.browser);
    });
  }

  /** Submits an archive, all of whose games are then reviewed. */
  async submit(
    { title, pgn, variant, depth, theme }: NewArchive,
    { browser, network }: Visitor<string>,
    locale: string,
  ): Promise<ArchiveSummary> {
    return withJobs(async () => {
      this.store.dropArchivesBefore(Date.now() - KEPT_HOURS * 3_600_000);
      this.#admit(await this.#summariesOf(browser));
      const owner = this.visitors.jobOwnerOf(network);
      const review = {
        variant,
        limits: { depth },
        locale,
        theme: theme === "dark" ? Theme.DARK : Theme.LIGHT,
      };
      const job = await this.visitors
        .arbiterFor(owner)
        .submitJob(
          { pgn, request: { request: { case: "reviewGame", value: review } } },
          { ttlHours: KEPT_HOURS },
        );
      const archive = { job: job.id, browser, owner, title, submittedAt: Date.now() };
      this.store.addArchive(archive);
      return summaryOf(archive, job);
    });
  }

  /** Returns an archive of a visitor. Those of others do not exist for the visitor. */
  get(id: string, { browser }: Visitor): Archive {
    const archive = this.store.loadArchive(id);
    if (archive === undefined || archive.browser !== browser) throw notFound();
    return archive;
  }

  async summary(archive: Archive): Promise<ArchiveSummary> {
    return withJobs(async () => summaryOf(archive, await this.#jobOf(archive)));
  }

  /** Ends the review of an archive. Games that have been reviewed stay. */
  async cancel(archive: Archive): Promise<ArchiveSummary> {
    return withJobs(async () => {
      const arbiter = this.visitors.arbiterFor(archive.owner);
      const { job } = await arbiter.cancelJob({ jobId: archive.job });
      return summaryOf(archive, required(job));
    });
  }

  /**
   * Sends the progress of an archive, and its games as they are reviewed from the place `after` on,
   * until it has ended.
   */
  async follow(archive: Archive, after: string, signal: AbortSignal, send: Send): Promise<void> {
    const arbiter = this.visitors.arbiterFor(archive.owner);
    const jobId = archive.job;
    const sendProgress = async (): Promise<void> => {
      for await (const progress of arbiter.watchJob({ jobId }, { signal })) {
        send("progress", progressOf(archive, progress));
      }
    };
    const sendGames = async (): Promise<void> => {
      const request = { jobId, order: ResultOrder.COMPLETION, cursor: after };
      for await (const { results, cursor } of arbiter.streamJobResults(request, { signal })) {
        if (results.length === 0) continue;
        send("games", { after: request.cursor, next: cursor, games: results.map(reviewedGame) });
        request.cursor = cursor;
      }
    };
    await Promise.all([sendProgress(), sendGames()]);
  }

  /**
   * Opens a game of an archive, which comes after this place in the results, as a game of the site
   * with its review. Returns the id of that game, which is the same each time.
   */
  async open(
    archive: Archive,
    item: number,
    after: string,
    visitor: Visitor<string>,
    locale: string,
  ): Promise<string> {
    const opened = this.store.archivedGame(archive.job, item);
    if (opened !== undefined) return opened;
    const { game, result } = await withJobs(() => this.#resultOf(archive, item, after));
    if (game === undefined || result.case !== "reviewGame") {
      throw new Refusal(409, "NOT_REVIEWED", "This game could not be reviewed.");
    }
    const { pgn } = await visitor.arbiter.writePgn({ game });
    const { id } = await this.games.create({ variant: "", mode: "hotseat", pgn }, visitor, locale);
    const review = JSON.stringify(toJson(JobReviewSchema, result.value));
    this.store.addArchivedGame({ job: archive.job, item, game: id, review });
    return this.store.archivedGame(archive.job, item) ?? id;
  }

  #admit(archives: ArchiveSummary[]): void {
    if (archives.filter(({ state }) => state === "running").length >= MAX_RUNNING) {
      throw limitExceeded(
        `At most ${MAX_RUNNING} archives of one browser can be under way; wait, or cancel one.`,
      );
    }
    if (archives.length >= MAX_KEPT) {
      throw limitExceeded(
        `At most ${MAX_KEPT} archives of one browser are kept, each for a week; try again later.`,
      );
    }
  }

  async #summariesOf(browser: string): Promise<ArchiveSummary[]> {
    const summaries = this.store.archivesOf(browser).map(async (archive) => {
      try {
        return [summaryOf(archive, await this.#jobOf(archive))];
      } catch (error) {
        if (hasExpired(error)) return [];
        throw error;
      }
    });
    return (await Promise.all(summaries)).flat();
  }

  async #jobOf({ job: jobId, owner }: Archive): Promise<Job> {
    const arbiter = this.visitors.arbiterFor(owner);
    return required((await arbiter.getJob({ jobId }, { deadlineMs: DEADLINE_MS })).job);
  }

  async #resultOf({ job: jobId, owner }: Archive, item: number, after: string): Promise<JobResult> {
    const page = { jobId, order: ResultOrder.COMPLETION, pageToken: after };
    const { results } = await this.visitors.arbiterFor(owner).listJobResults(page);
    const result = results.find((one) => Number(one.item) === item);
    if (result === undefined) throw new Refusal(404, "NOT_FOUND", "There is no such result.");
    return result;
  }
}

const notFound = (): Refusal => new Refusal(404, "NOT_FOUND", "There is no such archive.");

function required(job: Job | undefined): Job {
  if (job === undefined) throw notFound();
  return job;
}

const hasExpired = (error: unknown): boolean =>
  error instanceof ArbiterError && error.reason === "JOB_NOT_FOUND";

/** Runs calls about jobs, and refuses with a word of the site if there are no jobs. */
async function withJobs<Answer>(calls: () => Promise<Answer>): Promise<Answer> {
  try {
    return await calls();
  } catch (error) {
    if (hasExpired(error)) throw notFound();
    const reason = error instanceof ArbiterError ? error.reason : undefined;
    if (reason === "UNIMPLEMENTED") {
      throw new Refusal(
        503,
        "NO_JOBS",
        "The service of this site keeps no jobs, so it cannot review archives. Start the site " +
          "with ./dev playground --jobs, or its service with arbiterd --jobs.",
      );
    }
    if (reason === "PERMISSION_DENIED") {
      throw new Refusal(
        503,
        "NO_JOBS",
        "The service of this site keeps jobs only for clients with a name. Start the site with " +
          "--token-key, or its service with --jobs-for-anyone.",
      );
    }
    throw error;
  }
}

const STATES: Partial<Record<JobState, ArchiveState>> = {
  [JobState.DONE]: "done",
  [JobState.CANCELLED]: "cancelled",
};

const summaryOf = ({ title, submittedAt }: Archive, job: Job): ArchiveSummary => ({
  id: job.id,
  title,
  submittedAt,
  state: STATES[job.state] ?? "running",
  games: Number(job.items),
  done: Number(job.done),
  failed: Number(job.failed),
  expiresAt: Number(job.expireTimeMs),
});

function progressOf(
  archive: Archive,
  { job, itemsPerSecond, expectedEndTimeMs }: WatchJobResponse,
): ArchiveProgress {
  const { lacksWorker } = required(job);
  const left = expectedEndTimeMs === 0n ? undefined : Number(expectedEndTimeMs) - Date.now();
  return {
    ...summaryOf(archive, required(job)),
    gamesPerSecond: itemsPerSecond,
    ...(left === undefined ? {} : { msLeft: Math.max(0, left) }),
    lacksWorker,
  };
}

const RESULTS: Partial<Record<Result, string>> = {
  [Result.WHITE_WINS]: "1-0",
  [Result.BLACK_WINS]: "0-1",
  [Result.CHALLENGER_WINS]: "1-0",
  [Result.OPPONENT_WINS]: "0-1",
  [Result.DRAW]: "½-½",
};

function reviewedGame({ item, game, result }: JobResult): ReviewedGame {
  const tag = (name: string): string => {
    const value = game?.tags.find((one) => one.name === name)?.value ?? "";
    return /^[?.]*$/.test(value) ? "" : value.slice(0, MAX_TAG_LENGTH);
  };
  const shown = {
    item: Number(item),
    variant: game?.variant.slice(0, MAX_TAG_LENGTH) ?? "",
    white: tag("White"),
    black: tag("Black"),
    event: tag("Event"),
    round: tag("Round"),
    date: tag("Date"),
    result: (game && RESULTS[game.result]) ?? "*",
  };
  if (result.case === "reviewGame") {
    return { ...shown, players: (result.value.summary?.players ?? []).map(reviewedPlayer) };
  }
  if (result.case !== "status") return { ...shown, problem: "the game has not been reviewed" };
  const error = errorOf(result.value);
  return { ...shown, problem: error.localizedMessage ?? error.message };
}

const reviewedPlayer = (review: PlayerReview): ReviewedPlayer => ({
  accuracy: review.accuracy,
  inaccuracies: review.inaccuracies,
  mistakes: review.mistakes,
  blunders: review.blunders,
});
