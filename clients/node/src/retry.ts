import { setTimeout as sleep } from "node:timers/promises";

import { ArbiterError } from "./arbiter_error.js";
import { SERVICE_CONFIG } from "./gen/constants.js";

// Spreads out the retries of clients that were refused at the same time.
const MAX_JITTER = 0.25;
const MAX_ATTEMPTS = Math.max(
  ...SERVICE_CONFIG.methodConfig.map(({ retryPolicy }) => retryPolicy.maxAttempts));

/** The caller's limits of a call; `deadline` is in milliseconds since 1970. */
export interface CallLimits {
  signal: AbortSignal | undefined;
  deadline: number;
}

/**
 * Waits for the delay that the service requested before another attempt. Throws `error` if the
 * service requested no delay, if this was the last attempt, or if the deadline comes first. Calls
 * that end with UNAVAILABLE are not retried here, because gRPC has already retried them according
 * to the service config.
 */
export async function waitToRetry(
  error: unknown, attempt: number, { signal, deadline }: CallLimits,
): Promise<void> {
  if (!(error instanceof ArbiterError) || error.code === "UNAVAILABLE") throw error;
  if (error.retryAfterMs === undefined) throw error;
  const delayMs = error.retryAfterMs * (1 + Math.random() * MAX_JITTER);
  if (attempt >= MAX_ATTEMPTS || Date.now() + delayMs >= deadline) throw error;
  await sleep(delayMs, undefined, signal === undefined ? {} : { signal }).catch(() => {});
  signal?.throwIfAborted();
}
