import { status } from "@grpc/grpc-js";

import type { Address } from "./address.js";

const FOREIGN_PROTOCOL = "what listens there does not speak gRPC";
const BAD_HANDSHAKE = "the TLS handshake failed";

/** The texts of @grpc/grpc-js for reasons why there is no connection. */
const REASONS: readonly [RegExp, string][] = [
  [/Name resolution failed/, "the host is unknown"],
  [/ECONNREFUSED|ENOENT/, "nothing listens there"],
  [/ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN/, "it does not answer"],
  [/Protocol error/, FOREIGN_PROTOCOL],
  // OpenSSL's own texts can be about a certificate of the client.
  [/SSL routines/, BAD_HANDSHAKE],
  [/certificate/, "its certificate is not trusted"],
];

/** The texts of @grpc/grpc-js for a connection that broke and a code other than UNAVAILABLE. */
const LOSS = /Failed to start HTTP\/2 stream|triggered by internal client error/;

interface Fault {
  code: status;
  message: string;
}

/** Describes a status that came from @grpc/grpc-js and not from the service. */
export function describeFault(code: status, details: string, address: Address): Fault {
  if (code === status.DEADLINE_EXCEEDED) {
    const wasSent = !details.startsWith("Deadline exceeded") || details.includes("remote_addr=");
    return { code, message: wasSent ? details : unreachable(address, "it does not answer") };
  }
  const isLoss = code === status.INTERNAL && LOSS.test(details);
  if (code !== status.UNAVAILABLE && !isLoss) return { code, message: details };
  return { code: status.UNAVAILABLE, message: describeLoss(details, address) };
}

function describeLoss(details: string, address: Address): string {
  if (!/No connection established|Name resolution failed/.test(details)) {
    return `the connection to the server at ${address.name} was lost`;
  }
  // A server that ends a connection before HTTP/2 begins expects another protocol.
  const unknownReason = address.usesTls ? BAD_HANDSHAKE : FOREIGN_PROTOCOL;
  const reason = REASONS.find(([text]) => text.test(details))?.[1] ?? unknownReason;
  return unreachable(address, reason);
}

export const unreachable = ({ name }: Address, reason: string): string =>
  `cannot reach the server at ${name}: ${reason}`;
