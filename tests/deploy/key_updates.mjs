// A flood of TLS 1.3 key updates. Node.js cannot send them, so their records are made here, with
// the secret that it reports for debugging.
import { createCipheriv, createHmac } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { Duplex } from "node:stream";
import { connect as connectTls } from "node:tls";

import { emptySettings, headersFrame, preface } from "./haproxy.mjs";

const applicationData = 23;
const handshake = 22;
const keyUpdate = Buffer.from([24, 0, 0, 1, 0]);
const keyBytes = 16;
const tagBytes = 16;

// HKDF-Expand-Label of RFC 8446, section 7.1, for lengths up to that of the hash.
const expandLabel = (secret, label, length) => {
  const name = Buffer.from(`tls13 ${label}`);
  const info = Buffer.concat([Buffer.from([0, length, name.length]), name, Buffer.from([0, 1])]);
  return createHmac("sha256", secret).update(info).digest().subarray(0, length);
};

/**
 * Opens a TLS connection from a loopback address, and makes one call so that it stays open. Returns
 * `flood(count)`, which sends this many key updates at once and resolves when they have been sent,
 * and `closed()`, whether the connection has ended.
 */
export const openFloodingConnection = async (context, port, from) => {
  // TLS runs over a stream that forwards to the socket, so that records can be written past it.
  const socket = connect({ port, host: "127.0.0.1", localAddress: from });
  context.after(() => socket.destroy());
  const below =
    new Duplex({ read() {}, write: (bytes, _, done) => { socket.write(bytes, done); } });
  socket.on("error", () => {}).on("data", (bytes) => below.push(bytes));
  const tls = connectTls({ socket: below, rejectUnauthorized: false, ALPNProtocols: ["h2"],
    minVersion: "TLSv1.3", ciphers: "TLS_AES_128_GCM_SHA256" });
  let secret;
  tls.on("error", () => {}).resume().on("keylog", (line) => {
    const [label, , value] = line.toString().trim().split(" ");
    if (label === "CLIENT_TRAFFIC_SECRET_0") secret = Buffer.from(value, "hex");
  });
  await once(tls, "secureConnect");
  // The first record with this secret, so the next one has sequence number 1.
  const begin = Buffer.concat([preface, emptySettings, headersFrame(1, { endStream: true })]);
  await new Promise((written) => { tls.write(begin, written); });
  let sequence = 1;

  const makeRecord = () => {
    const inner = Buffer.concat([keyUpdate, Buffer.from([handshake])]);
    const header = Buffer.from([applicationData, 3, 3, 0, inner.length + tagBytes]);
    const nonce = expandLabel(secret, "iv", 12);
    nonce[11] ^= sequence;
    const cipher = createCipheriv("aes-128-gcm", expandLabel(secret, "key", keyBytes), nonce)
      .setAAD(header);
    const record =
      Buffer.concat([header, cipher.update(inner), cipher.final(), cipher.getAuthTag()]);
    secret = expandLabel(secret, "traffic upd", 32);
    sequence = 0;
    return record;
  };
  return {
    flood: (count) => new Promise((sent) => {
      socket.write(Buffer.concat(Array.from({ length: count }, makeRecord)), sent);
    }),
    closed: () => socket.destroyed,
  };
};
