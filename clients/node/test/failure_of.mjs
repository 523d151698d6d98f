import { Failure } from "../failure.mjs";
import { verifyGame } from "../verify_game.mjs";

/** What is wrong with a proto JSON game, as the last line has it; null where nothing is. */
export function failureOf(json) {
  try {
    verifyGame(json);
    return null;
  } catch (error) {
    if (error instanceof Failure) return `${error.what}: ${error.message}`;
    throw error;
  }
}
