// The module `@arbiter-chess/client/verify` for Node.js, which has no global crypto before version
// 19.

import { webcrypto } from "node:crypto";

import { verifyGame as verifyWith } from "./verify_game.mjs";

export { Failure } from "./failure.mjs";

export const verifyGame = (json, { crypto = webcrypto } = {}) => verifyWith(json, { crypto });
