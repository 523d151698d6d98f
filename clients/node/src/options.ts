export interface TlsOptions {
  /** Authorities to trust, PEM; those that Node.js trusts where there are none. */
  ca?: string | Buffer | undefined;
  /** The client's own certificate chain and key, PEM, where the service asks for them. */
  cert?: string | Buffer | undefined;
  key?: string | Buffer | undefined;
}

export interface ArbiterOptions {
  /** `true`: TLS with the authorities that Node.js trusts. Without it nothing is encrypted. */
  tls?: TlsOptions | true | undefined;
  /** An API key or token, sent with every call. */
  apiKey?: string | undefined;
  /** Lets `apiKey` travel to another machine without TLS, where anyone on the way can read it. */
  insecure?: boolean | undefined;
  /** How long a call with one answer may take, retries and all; 10,000 by default. */
  deadlineMs?: number | undefined;
  /** The program that uses this client, for logs. Example: `my-site/1.0`. */
  userAgent?: string | undefined;
  /** Language of names and messages (BCP 47) of requests that name none. */
  locale?: string | undefined;
}

export interface CallOptions {
  /** Ends the call: it then fails with `signal.reason`. */
  signal?: AbortSignal | undefined;
  /**
   * How long the call may take, retries and all; then it fails with `DeadlineExceededError`.
   * Without it, a call with one answer may take `ArbiterOptions.deadlineMs`, a stream any time.
   */
  deadlineMs?: number | undefined;
  /** Sent along, in place of what the client itself sends. Example: `{"x-request-id": "7"}`. */
  metadata?: Record<string, string> | undefined;
}
