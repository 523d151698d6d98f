import { ArbiterError } from "./arbiter_error.js";
import type { RetryBudget } from "./retry_budget.js";

const MIN_DELAY_MS = 50;
const MAX_DELAY_MS = 1_000;
// Spreads out the retries of clients that were refused at the same time.
const MAX_JITTER = 0.25;

/** Returns a delay that is longer by a random part. */
export const withJitter = (delayMs: number): number => delayMs * (1 + Math.random() * MAX_JITTER);

/** The caller's limits of a call; `deadline` is in milliseconds since 1970, or infinite. */
export interface CallLimits {
  signal: AbortSignal | undefined;
  deadline: number;
}

/** How far the answer to a call with a stream of messages has come. */
export interface StreamProgress {
  /** Whether the service has begun to answer. */
  hasBegun: boolean;
  /** Whether the answer then broke off, without an error of the service. */
  isBroken: boolean;
}

/** The retries of one call, which last until its deadline. */
export class Retries {
  readonly #budget: RetryBudget;
  readonly #limits: CallLimits;
  readonly #patienceMs: number;
  readonly #sleep: (ms: number) => Promise<void>;
  #giveUpAt: number | undefined;
  #count = 0;
  // When the present attempt began.
  #attemptAt = Date.now();

  /**
   * A call without a deadline gives up when it has been failing for `patienceMs` without making
   * progress. `sleep` waits for a time in milliseconds; it returns early if the call must end.
   */
  constructor(
    budget: RetryBudget, limits: CallLimits, patienceMs: number,
    sleep: (ms: number) => Promise<void>,
  ) {
    this.#budget = budget;
    this.#limits = limits;
    this.#patienceMs = patienceMs;
    this.#sleep = sleep;
  }

  /** Records that the call has made progress, such as an answer on a stream. */
  recordProgress(): void {
    this.#count = 0;
    this.#giveUpAt = undefined;
  }

  /** Records that the call has succeeded. */
  recordSuccess(): void {
    this.#budget.refill();
  }

  /**
   * Waits before another attempt, and returns true. Returns false at once if there must be none:
   * `error` is not temporary, the wait would end after the deadline, or the budget is used up.
   * Throws `signal.reason` if the signal is aborted. `progress` says how far the answer to an attempt
   * had come that can be resumed: one that had begun did not fail until it broke.
   */
  async waitAfter(error: unknown, progress?: StreamProgress): Promise<boolean> {
    const minDelayMs = this.#minDelayAfter(error, progress?.isBroken ?? false);
    if (minDelayMs === undefined) return false;
    const delayMs = withJitter(minDelayMs);
    const hasLasted = Date.now() - this.#attemptAt >= this.#patienceMs;
    if (progress?.isBroken || (progress?.hasBegun && hasLasted)) this.#giveUpAt = undefined;
    this.#giveUpAt ??= this.#nextGiveUpAt();
    if (Date.now() + delayMs >= this.#giveUpAt || !this.#budget.take()) return false;
    this.#count += 1;
    await this.#sleep(delayMs);
    this.#limits.signal?.throwIfAborted();
    this.#attemptAt = Date.now();
    return true;
  }

  /** Returns the delay without jitter, or undefined if the error is not temporary. */
  #minDelayAfter(error: unknown, isBroken: boolean): number | undefined {
    if (!(error instanceof ArbiterError)) return undefined;
    if (error.retryAfterMs !== undefined) return error.retryAfterMs;
    if (error.code !== "UNAVAILABLE" && !isBroken) return undefined;
    return Math.min(MIN_DELAY_MS * 2 ** this.#count, MAX_DELAY_MS);
  }

  #nextGiveUpAt(): number {
    const { deadline } = this.#limits;
    return Number.isFinite(deadline) ? deadline : Date.now() + this.#patienceMs;
  }
}
