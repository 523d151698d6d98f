import type { StateJson } from "@arbiter-chess/client";

import { Panel } from "../ui/panel.js";
import { say } from "../words/words.js";

/** What the game says about the position shown. A bidding has a table of its own. */
export function NotesPanel({ state: { phase, notes = [] } }: { state: StateJson }) {
  if (phase === "PHASE_BIDDING" || notes.length === 0) return null;
  return (
    <Panel title={say("notes.heading")}>
      <ul class="notes">{notes.map(({ text }) => <li key={text}>{text}</li>)}</ul>
    </Panel>
  );
}
