import type { ApiError } from "../api/requests.js";
import { say } from "../words/words.js";

/** What to tell a person about a request that failed. */
export function problemText({ reason, message }: ApiError): string {
  if (reason === "OFFLINE") return say("error.unreachable");
  if (reason === "OLD_REVISION") return say("error.oldRevision");
  if (reason === "UNKNOWN") return say("error.unknown", { message });
  return asSentence(message);
}

/** Arbiter's messages begin small and end open; those in Chinese end with their own stop. */
export function asSentence(message: string): string {
  const begun = message.charAt(0).toUpperCase() + message.slice(1);
  return /[\w)'"]$/.test(begun) ? `${begun}.` : begun;
}
