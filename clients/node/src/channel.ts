import { credentials, type ChannelCredentials, type ClientOptions } from "@grpc/grpc-js";

import type { Address } from "./address.js";
import { SERVICE_CONFIG, VERSION } from "./gen/constants.js";
import type { ArbiterOptions } from "./options.js";

// The service allows one ping per 10 s.
const KEEPALIVE_TIME_MS = 30_000;
const KEEPALIVE_TIMEOUT_MS = 10_000;
const INITIAL_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 1_000;

/**
 * Returns the value of the `authorization` header, or undefined if there is no key. If the key has
 * invalid characters, throws a TypeError, which does not quote the key.
 */
export function authorizationOf({ apiKey = "" }: ArbiterOptions): string | undefined {
  const key = apiKey.trim();
  if (!/^[!-~]*$/.test(key)) {
    throw new TypeError(
      "the API key has invalid characters; a key is printable ASCII without spaces");
  }
  return key === "" ? undefined : `Bearer ${key}`;
}

/**
 * Returns the credentials of the channel. Throws a TypeError if the API key would be sent to
 * another machine in the clear.
 */
export function credentialsOf(
  { name, isLocal }: Address, { tls, apiKey, insecure }: ArbiterOptions,
): ChannelCredentials {
  if (!tls) {
    if (apiKey && !insecure && !isLocal) {
      throw new TypeError(
        `the API key would be sent to ${name} in the clear; set tls, or insecure to allow it`);
    }
    return credentials.createInsecure();
  }
  const { ca, cert, key } = tls === true ? {} : tls;
  return credentials.createSsl(bufferOf(ca), bufferOf(key), bufferOf(cert));
}

export function channelOptionsOf(
  { isLocal }: Address, { userAgent }: ArbiterOptions,
): ClientOptions {
  return {
    "grpc.service_config": JSON.stringify(SERVICE_CONFIG),
    "grpc.service_config_disable_resolution": 1,
    // The client retries calls itself.
    "grpc.enable_retries": 0,
    "grpc.primary_user_agent": `${userAgent ?? ""} arbiter-client-node/${VERSION}`.trim(),
    "grpc.keepalive_time_ms": KEEPALIVE_TIME_MS,
    "grpc.keepalive_timeout_ms": KEEPALIVE_TIMEOUT_MS,
    "grpc.initial_reconnect_backoff_ms": INITIAL_BACKOFF_MS,
    "grpc.max_reconnect_backoff_ms": MAX_BACKOFF_MS,
    // The service limits the size of its answers.
    "grpc.max_receive_message_length": -1,
    ...(isLocal ? { "grpc.enable_http_proxy": 0 } : {}),
  };
}

const bufferOf = (text: string | Buffer | undefined): Buffer | null =>
  text === undefined ? null : Buffer.from(text);
