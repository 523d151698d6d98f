import { isIPv4, isIPv6 } from "node:net";

import { credentials, type ChannelCredentials, type ClientOptions } from "@grpc/grpc-js";

import { SERVICE_CONFIG, VERSION } from "./gen/constants.js";
import type { ArbiterOptions } from "./options.js";

const SCHEME = /^(?:dns|ipv4|ipv6|unix):/;
// The service allows a ping every 10 s.
const KEEPALIVE_TIME_MS = 30_000;
const KEEPALIVE_TIMEOUT_MS = 10_000;
const FIRST_RECONNECT_MS = 100;
const LAST_RECONNECT_MS = 5_000;

/**
 * The name that gRPC resolves: `host:port` and names with a scheme as they are, a list such as
 * `10.0.0.1:50051,10.0.0.2:50051` with the scheme of its addresses. Throws a TypeError where a list
 * has other than IP addresses of one kind.
 */
export function targetOf(address: string): string {
  if (address.trim() === "") throw new TypeError("the address of the service is empty");
  const list = address.split(",").map((one) => one.trim());
  if (list.length === 1 || SCHEME.test(address)) return address;
  const hosts = list.map((one) => one.replace(/:\d+$/, ""));
  if (hosts.every(isIPv4)) return `ipv4:${list.join()}`;
  if (hosts.every((host) => isIPv6(host.replace(/^\[(.*)\]$/, "$1")))) return `ipv6:${list.join()}`;
  throw new TypeError(
    `${address}: a list needs IP addresses of one kind; dns:///NAME finds all of a name`);
}

/** The header that says who calls. Throws a TypeError, without the key, where it can be none. */
export function authorizationOf({ apiKey = "" }: ArbiterOptions): string | undefined {
  const key = apiKey.trim();
  if (!/^[!-~]*$/.test(key)) throw new TypeError("apiKey has characters that no key has");
  return key === "" ? undefined : `Bearer ${key}`;
}

/** Throws a TypeError where a key would be sent to another machine in the clear. */
export function credentialsOf(
  address: string, { tls, apiKey, insecure }: ArbiterOptions,
): ChannelCredentials {
  if (tls === undefined) {
    if (apiKey && !insecure && !isLocal(address)) {
      throw new TypeError(`${address}: an API key needs \`tls\`, or \`insecure: true\``);
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
    "grpc.initial_reconnect_backoff_ms": FIRST_RECONNECT_MS,
    "grpc.max_reconnect_backoff_ms": LAST_RECONNECT_MS,
    // The service bounds its answers.
    "grpc.max_receive_message_length": -1,
    ...(isLocal(address) ? { "grpc.enable_http_proxy": 0 } : {}),
  };
}

/** Whether all addresses are of this machine. */
function isLocal(address: string): boolean {
  if (address.startsWith("unix:")) return true;
  const hosts = address.replace(/^(?:dns|ipv4|ipv6):(?:\/\/[^/]*\/)?/, "").split(",");
  return hosts.every((host) => /^\s*(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?\s*$/.test(host));
}

const bufferOf = (text: string | Buffer | undefined): Buffer | null =>
  text === undefined ? null : Buffer.from(text);
