import { SERVICE_CONFIG } from "./gen/constants.js";

// Like gRPC, this counts thousandths of tokens, whose sums are exact.
const TOKEN = 1000;
const MAX_TOKENS = SERVICE_CONFIG.retryThrottling.maxTokens * TOKEN;
const REFILL = Math.round(SERVICE_CONFIG.retryThrottling.tokenRatio * TOKEN);

/**
 * Limits the retries of all calls of a client, so that a service in trouble does not receive many
 * times as many calls. It begins with the `maxTokens` of the service config; a retry takes one
 * token, and a call that succeeds adds `tokenRatio`.
 */
export class RetryBudget {
  #tokens = MAX_TOKENS;

  /** Takes a token for a retry. Returns false if there is no whole token. */
  take(): boolean {
    if (this.#tokens < TOKEN) return false;
    this.#tokens -= TOKEN;
    return true;
  }

  /** Adds a part of a token for a call that succeeded. */
  refill(): void {
    this.#tokens = Math.min(MAX_TOKENS, this.#tokens + REFILL);
  }
}
