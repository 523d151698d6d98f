// What `@arbiter-chess/client/verify` is in browsers, and wherever Web Crypto is a global.

export { Failure } from "./failure.mjs";
export { verifyGame } from "./verify_game.mjs";
