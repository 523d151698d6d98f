import { setTimeout as sleep } from "node:timers/promises";

import { ArbiterError } from "./arbiter_error.js";
import { SERVICE_CONFIG } from "./gen/constants.js";

// So that those refused together do not come back together.
const LARGEST_JITTER = 0.25;
const MAX_ATTEMPTS = Math.max(
  ...SERVICE_CONFIG.methodConfig.map(({ retryPolicy }) => retryPolicy.maxAttempts));

/** What ends a call from the caller's side; `deadline` is in milliseconds since 1970. */
export interface CallLimits {
  signal: AbortSignal | undefined;
  deadline: number;
}

/**
 * Waits before another attempt at a call that the service refused for its load, as long as it asked
 * for; throws `error` where it did not ask, where this was the last attempt, and where the deadline
 * comes first. What ends UNAVAILABLE has been repeated by gRPC, as the service config says.
 */
export async function waitToRetry(
  error: unknown, attempt: number, { signal, deadline }: CallLimits,
): Promise<void> {
  if (!(error instanceof ArbiterError) || error.code === "UNAVAILABLE") throw error;
  if (error.retryAfterMs === undefined) throw error;
  const delayMs = error.retryAfterMs * (1 + Math.random() * LARGEST_JITTER);
  if (attempt >= MAX_ATTEMPTS || Date.now() + delayMs >= deadline) throw error;
  await sleep(delayMs, undefined, signal === undefined ? {} : { signal }).catch(() => {});
  signal?.throwIfAborted();
}
