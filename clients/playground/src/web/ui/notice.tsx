import type { ComponentChildren } from "preact";

import type { ApiError } from "../api/requests.js";
import { say } from "../words/words.js";
import { problemText } from "./problem_text.js";

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
