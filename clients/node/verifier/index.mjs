// The module `@arbiter-chess/client/verify` for browsers and other platforms with global Web
// Crypto.

export { Failure } from "./failure.mjs";
export { verifyGame } from "./verify_game.mjs";
