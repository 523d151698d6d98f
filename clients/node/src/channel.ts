import { isIPv4, isIPv6 } from "node:net";

import { credentials, type ChannelCredentials, type ClientOptions } from "@grpc/grpc-js";

import { SERVICE_CONFIG, VERSION } from "./gen/constants.js";
import type { ArbiterOptions } from "./options.js";

const SCHEME = /^(?:dns|ipv4|ipv6|unix):/;
// The service allows one ping per 10 s.
const KEEPALIVE_TIME_MS = 30_000;
const KEEPALIVE_TIMEOUT_MS = 10_000;
const INITIAL_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 5_000;

/**
 * Converts an address to the name that gRPC resolves. `host:port` and names with a scheme remain
 * unchanged; a list such as `10.0.0.1:50051,10.0.0.2:50051` gets the scheme of its addresses.
 * Throws a TypeError unless all addresses of a list are IPv4 or all are IPv6.
 */
export function targetOf(address: string): string {
  if (address.trim() === "") throw new TypeError("the address of the service is empty");
  const list = address.split(",").map((one) => one.trim());
  if (list.length === 1 || SCHEME.test(address)) return address;
  const hosts = list.map((one) => one.replace(/:\d+$/, ""));
  if (hosts.every(isIPv4)) return `ipv4:${list.join()}`;
  if (hosts.every((host) => isIPv6(host.replace(/^\[(.*)\]$/, "$1")))) return `ipv6:${list.join()}`;
  throw new TypeError(
    `'${address}' is not a list of IPv4 addresses or of bracketed IPv6 addresses; `
      + "for several hosts, use one DNS name that resolves to all of them");
}

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
  address: string, { tls, apiKey, insecure }: ArbiterOptions,
): ChannelCredentials {
  if (tls === undefined) {
    if (apiKey && !insecure && !isLocal(address)) {
      throw new TypeError(
        `the API key would be sent to ${address} in the clear; set tls, or insecure to allow it`);
    }
    return credentials.createInsecure();
  }
  const { ca, cert, key } = tls === true ? {} : tls;
  return credentials.createSsl(bufferOf(ca), bufferOf(key), bufferOf(cert));
}

export function channelOptionsOf(address: string, { userAgent }: ArbiterOptions): ClientOptions {
  return {
    "grpc.service_config": JSON.stringify(SERVICE_CONFIG),
    "grpc.service_config_disable_resolution": 1,
    "grpc.primary_user_agent": `${userAgent ?? ""} arbiter-client-node/${VERSION}`.trim(),
    "grpc.keepalive_time_ms": KEEPALIVE_TIME_MS,
    "grpc.keepalive_timeout_ms": KEEPALIVE_TIMEOUT_MS,
    "grpc.initial_reconnect_backoff_ms": INITIAL_BACKOFF_MS,
    "grpc.max_reconnect_backoff_ms": MAX_BACKOFF_MS,
    // The service limits the size of its answers.
    "grpc.max_receive_message_length": -1,
    ...(isLocal(address) ? { "grpc.enable_http_proxy": 0 } : {}),
  };
}

/** Returns whether all addresses refer to this machine. */
function isLocal(address: string): boolean {
  if (address.startsWith("unix:")) return true;
  const hosts = address.replace(/^(?:dns|ipv4|ipv6):(?:\/\/[^/]*\/)?/, "").split(",");
  return hosts.every((host) => /^\s*(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?\s*$/.test(host));
}

const bufferOf = (text: string | Buffer | undefined): Buffer | null =>
  text === undefined ? null : Buffer.from(text);
