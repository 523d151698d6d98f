import { Failure } from "../failure.mjs";
import { verifyGame } from "../node.mjs";

/** What is wrong with a proto JSON game, as the last line has it; null where nothing is. */
export async function failureOf(json) {
  try {
    await verifyGame(json);
    return null;
  } catch (error) {
    if (error instanceof Failure) return `${error.what}: ${error.message}`;
    throw error;
  }
}
