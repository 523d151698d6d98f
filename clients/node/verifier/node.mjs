// What `@arbiter-chess/client/verify` is in Node.js, which before version 19 has no global crypto.

import { webcrypto } from "node:crypto";

import { verifyGame as verifyWith } from "./verify_game.mjs";

export { Failure } from "./failure.mjs";

export const verifyGame = (json, { crypto = webcrypto } = {}) => verifyWith(json, { crypto });
