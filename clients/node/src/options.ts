export interface TlsOptions {
  /** Certificate authorities to trust, in PEM format; by default those that Node.js trusts. */
  ca?: string | Buffer | undefined;
  /** The client's certificate chain and key in PEM format, for services that require them. */
  cert?: string | Buffer | undefined;
  key?: string | Buffer | undefined;
}

export interface ArbiterOptions {
  /** Enables TLS; `true` uses the authorities that Node.js trusts. Default: `false`. */
  tls?: TlsOptions | boolean | undefined;
  /** An API key or token, sent with every call. */
  apiKey?: string | undefined;
  /** Allows sending `apiKey` to another machine without TLS, where others can read it. */
  insecure?: boolean | undefined;
  /**
   * The timeout of a unary call in milliseconds, above 0, including retries; 10,000 by default. A
   * stream without a deadline gives up when it has been failing for this time without receiving
   * anything.
   */
  deadlineMs?: number | undefined;
  /** The name of the program that uses this client, for logs. Example: `my-site/1.0`. */
  userAgent?: string | undefined;
  /** The language (BCP 47) of names and messages, for requests without a locale. */
  locale?: string | undefined;
}

export interface CallOptions {
  /** Cancels the call, which then rejects with `signal.reason`. */
  signal?: AbortSignal | undefined;
  /**
   * The timeout of the call in milliseconds, above 0, including retries, after which the call
   * rejects with `DeadlineExceededError`. The default is `ArbiterOptions.deadlineMs` for unary
   * calls; streams have no timeout by default.
   */
  deadlineMs?: number | undefined;
  /** Header fields, which override those of the client. Example: `{"x-request-id": "7"}`. */
  metadata?: Record<string, string> | undefined;
}
