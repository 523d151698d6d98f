import type { ComponentChildren } from "preact";

import type { ApiError } from "../api/requests.js";
import { say } from "../words/words.js";

interface NoticeProps {
  problem: ApiError;
  onDismiss?: () => void;
  children?: ComponentChildren;
}

/** An error message that screen readers announce at once. */
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

/** Returns the sentence that explains a failed request to the reader. */
export function problemText({ reason, message }: ApiError): string {
  if (reason === "OFFLINE") return say("error.unreachable");
  if (reason === "OLD_REVISION") return say("error.oldRevision");
  if (reason === "UNKNOWN") return say("error.unknown", { message });
  return asSentence(message);
}

/** Gives a message of Arbiter a capital letter and, unless it already has one, a full stop. */
export function asSentence(message: string): string {
  const begun = message.charAt(0).toUpperCase() + message.slice(1);
  return /[\w)'"]$/.test(begun) ? `${begun}.` : begun;
}
