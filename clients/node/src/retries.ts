import { ArbiterError } from "./arbiter_error.js";
import type { RetryBudget } from "./retry_budget.js";

const MIN_DELAY_MS = 50;
const MAX_DELAY_MS = 1_000;
// Spreads out the retries of clients that were refused at the same time.
const MAX_JITTER = 0.25;

/** The caller's limits of a call; `deadline` is in milliseconds since 1970, or infinite. */
export interface CallLimits {
  signal: AbortSignal | undefined;
  deadline: number;
}

/** The retries of one call, which last until its deadline. */
export class Retries {
  readonly #budget: RetryBudget;
  readonly #limits: CallLimits;
  readonly #patienceMs: number;
  readonly #sleep: (ms: number) => Promise<void>;
  #giveUpAt: number | undefined;
  #count = 0;

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
   * Throws `signal.reason` if the signal is aborted.
   */
  async waitAfter(error: unknown): Promise<boolean> {
    const minDelayMs = this.#minDelayAfter(error);
    if (minDelayMs === undefined) return false;
    const delayMs = minDelayMs * (1 + Math.random() * MAX_JITTER);
    this.#giveUpAt ??= this.#nextGiveUpAt();
    if (Date.now() + delayMs >= this.#giveUpAt || !this.#budget.take()) return false;
    this.#count += 1;
    await this.#sleep(delayMs);
    this.#limits.signal?.throwIfAborted();
    return true;
  }

  /** Returns the delay without jitter, or undefined if the error is not temporary. */
  #minDelayAfter(error: unknown): number | undefined {
    if (!(error instanceof ArbiterError)) return undefined;
    if (error.retryAfterMs !== undefined) return error.retryAfterMs;
    if (error.code !== "UNAVAILABLE") return undefined;
    return Math.min(MIN_DELAY_MS * 2 ** this.#count, MAX_DELAY_MS);
  }

  #nextGiveUpAt(): number {
    const { deadline } = this.#limits;
    return Number.isFinite(deadline) ? deadline : Date.now() + this.#patienceMs;
  }
}
