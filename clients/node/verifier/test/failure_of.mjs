import { Failure } from "../failure.mjs";
import { verifyGame } from "../node.mjs";

/** Returns the failure of a proto JSON game in the form of the output, or null if it is valid. */
export async function failureOf(json) {
  try {
    await verifyGame(json);
    return null;
  } catch (error) {
    if (error instanceof Failure) return `${error.what}: ${error.message}`;
    throw error;
  }
}
