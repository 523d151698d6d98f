import type { ComponentChildren } from "preact";

import type { ApiError } from "../api/requests.js";
import { say } from "../words/words.js";

interface NoticeProps {
  problem: ApiError;
  onDismiss?: () => void;
  children?: ComponentChildren;
}

/** Something went wrong; read out at once. */
export function Notice({ problem, onDismiss, children }: NoticeProps) {
  return (
    <div class="notice" role="alert">
      <p>{problemText(problem)}</p>
      {children}
      {onDismiss && (
        <button type="button" class="quiet" onClick={onDismiss}>{say("page.dismiss")}</button>
      )}
    </div>
  );
}

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
