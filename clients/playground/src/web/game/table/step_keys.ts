import { useEffect } from "preact/hooks";

import type { GameSession } from "../session.js";

/** Where these keys already have a meaning. */
const BUSY = "input, select, textarea, dialog, [role=grid], [role=slider], [contenteditable]";

/** Left, Right, Home and End step through the game. */
export function useStepKeys(session: GameSession): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isBusy = event.target instanceof Element && event.target.closest(BUSY) !== null;
      const hasModifier = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
      if (isBusy || hasModifier || event.defaultPrevented) return;
      const step = stepOf(event.key, session);
      if (step === undefined) return;
      event.preventDefault();
      void step();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [session]);
}

function stepOf(key: string, session: GameSession): (() => Promise<void>) | undefined {
  switch (key) {
    case "ArrowLeft": return () => session.step(-1);
    case "ArrowRight": return () => session.step(1);
    case "Home": return () => session.show(0);
    case "End": return () => session.showNewest();
    default: return undefined;
  }
}
