import { isIPv4, isIPv6 } from "node:net";

/** The address of a service. */
export interface Address {
  /** The name that gRPC resolves. Example: `dns:localhost:50051`. */
  target: string;
  /** The address in errors, with all ports. Example: `localhost:50051`. */
  name: string;
  /** Whether all hosts are this machine. */
  isLocal: boolean;
  /** Whether connections use TLS. */
  usesTls: boolean;
}

/** One host; IPv6 addresses are in brackets. */
interface Endpoint {
  host: string;
  port: number;
}

const DEFAULT_HOST = "localhost";
const DEFAULT_PORT = 50051;
const MAX_PORT = 65535;
const SCHEMES = ["http", "https", "dns", "ipv4", "ipv6", "unix", "unix-abstract"];
/** Matches the scheme at the beginning of an address, with the resolver of `dns:`, or nothing. */
const SCHEME = /^(?:unix(?:-abstract)?:|ipv[46]:|dns:(?:\/\/[^/]*\/)?|https?:\/\/|)/i;
const EXPECTED = "an address is host:port, for example localhost:50051";

/**
 * Parses the address of a service, and adds the port 50051 where it is missing. Throws a TypeError
 * that quotes the address if it is invalid, or if its scheme contradicts `usesTls`.
 */
export function parseAddress(address: unknown, usesTls: boolean): Address {
  if (typeof address !== "string") {
    throw new TypeError(
      "new Arbiter() needs the address of the service, for example new Arbiter('localhost:50051')");
  }
  const text = address.trim();
  if (text === "") throw new TypeError(`the address '${address}' is empty; ${EXPECTED}`);
  const [prefix] = SCHEME.exec(text)!;
  const scheme = prefix.toLowerCase();
  const rest = text.slice(prefix.length);
  switch (scheme) {
    case "unix:":
    case "unix-abstract:":
      return parseSocket(scheme, rest, text, usesTls);
    case "ipv4:":
    case "ipv6:":
      return parseList(rest, text, usesTls);
    case "http://":
      if (!usesTls) return parseHost(rest.replace(/\/$/, ""), text, usesTls);
      throw new TypeError(
        `the address '${text}' means a connection without TLS, but the option tls is set; `
          + "write https:// instead");
    case "https://":
      if (usesTls) return parseHost(rest.replace(/\/$/, ""), text, usesTls);
      throw new TypeError(`the address '${text}' needs TLS: set the option tls`);
    case "":
      checkScheme(text);
      if (rest.includes(",")) return parseList(rest, text, usesTls);
      return parseHost(rest, text, usesTls);
    default:
      return parseHost(rest, text, usesTls, scheme);
  }
}

/** Parses the path of a Unix socket, or its abstract name. `text` is the whole address. */
function parseSocket(scheme: string, socket: string, text: string, usesTls: boolean): Address {
  if (socket === "") {
    throw new TypeError(
      `the address '${text}' does not name a socket; write unix:path or unix-abstract:name`);
  }
  // gRPC has no resolver for abstract names, which Node.js writes as paths with a leading NUL.
  const target = scheme === "unix:" ? `unix:${socket}` : `unix:\0${socket}`;
  return { target, name: text, isLocal: true, usesTls };
}

/** Throws a TypeError if the address begins like a URL. Known schemes must have been removed. */
function checkScheme(text: string): void {
  const [, unknown] = /^([a-z][a-z\d+.-]*):\/\//i.exec(text) ?? [];
  if (unknown === undefined) return;
  throw new TypeError(
    `the address '${text}' has the unknown scheme '${unknown}' (known: ${SCHEMES.join(", ")})`);
}

/** Parses one host. `text` is the whole address, for errors, and `resolver` its form of `dns:`. */
function parseHost(host: string, text: string, usesTls: boolean, resolver = "dns:"): Address {
  const endpoint = parseEndpoint(host, text);
  const name = format(endpoint);
  return { target: resolver + name, name, isLocal: isLoopback(endpoint), usesTls };
}

function parseList(list: string, text: string, usesTls: boolean): Address {
  const endpoints = list.split(",").map((one) => parseEndpoint(one.trim(), text));
  const isV4 = endpoints.every(({ host }) => isIPv4(host));
  if (!isV4 && !endpoints.every(({ host }) => host.startsWith("["))) {
    throw new TypeError(
      `'${text}' is not a list of IPv4 addresses or of bracketed IPv6 addresses; `
        + "for several hosts, use one DNS name that resolves to all of them");
  }
  const name = endpoints.map(format).join();
  const scheme = isV4 ? "ipv4:" : "ipv6:";
  return { target: scheme + name, name, isLocal: endpoints.every(isLoopback), usesTls };
}

/** Parses `host:port` or a part of it. */
function parseEndpoint(endpoint: string, text: string): Endpoint {
  const fail = (fault: string): never => {
    throw new TypeError(`the address '${text}' ${fault}`);
  };
  if (/\s/.test(endpoint)) fail(`contains a blank; ${EXPECTED}`);
  if (endpoint.includes("://")) fail("contains a URL; write host:port in its place");
  if (/^[^/]*[^/:]\//.test(endpoint)) fail(`has a path; ${EXPECTED}`);
  if (isIPv6(endpoint)) return { host: `[${endpoint}]`, port: DEFAULT_PORT };
  const [, ipv6 = "", ipv6Port] = /^(.*):(\d+)$/.exec(endpoint) ?? [];
  if (isIPv6(ipv6)) fail(`is invalid; write an IPv6 address with a port as [${ipv6}]:${ipv6Port}`);
  const parts = /^(?=.)(\[.*\]|[^:/?#@,[\]]*)(?::([^:/]*))?$/.exec(endpoint);
  const [, host = "", port = `${DEFAULT_PORT}`] = parts ?? fail(`is invalid; ${EXPECTED}`);
  if (host.startsWith("[") && !isIPv6(host.slice(1, -1))) fail(`is invalid; ${EXPECTED}`);
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > MAX_PORT) {
    fail(`has the port '${port}'; a port is a number from 1 to ${MAX_PORT}`);
  }
  return { host: host || DEFAULT_HOST, port: Number(port) };
}

const format = ({ host, port }: Endpoint): string => `${host}:${port}`;

const isLoopback = ({ host }: Endpoint): boolean =>
  host === "localhost" || host === "[::1]" || (isIPv4(host) && host.startsWith("127."));
