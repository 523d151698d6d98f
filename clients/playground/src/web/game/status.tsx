import { say } from "../words/words.js";
import { verbOf } from "./control_text.js";
import type { GameProps } from "./game_props.js";
import { isFinished, sideName, sideOf } from "./sides.js";

/** Who is to act or how the game ended, and what the last action did, in words. */
export function Status({ session, view, variant }: GameProps) {
  const state = session.shownState.value ?? view.state;
  const { adjudication = {} } = state;
  const offeredBy = sideOf(adjudication.drawOfferedBy);
  const entry = view.log[session.shownActions.value - 1];
  const isOffer = entry !== undefined && verbOf(entry.action) === "draw?";
  const sentences = (entry?.events ?? []).map(({ text = "" }) => text);
  return (
    <section class="panel status" aria-label={say("game.status")}>
      <p class={isFinished(state) ? "status__end" : "status__turn"}>
        {adjudication.message}
      </p>
      {adjudication.rule && (
        <p class="hint">
          {say("game.rule", { rule: adjudication.rule })}: {ruleText(variant, adjudication.rule)}
        </p>
      )}
      {offeredBy && !isOffer && (
        <p>{say("game.drawOffered", { player: sideName(variant, offeredBy) })}</p>
      )}
      {view.trouble && <p class="status__trouble" role="alert">{view.trouble}</p>}
      {sentences.length > 0 && (
        <ol class="effects" aria-label={say("game.effects")}>
          {sentences.map((sentence, index) => <li key={index}>{sentence}</li>)}
        </ol>
      )}
      <PastNote session={session} view={view} variant={variant} />
    </section>
  );
}

const ruleText = (variant: GameProps["variant"], rule: string): string =>
  variant.rulings?.find(({ id }) => id === rule)?.text ?? "";

function PastNote({ session, view }: GameProps) {
  if (session.past.value === undefined) return null;
  return (
    <p class="status__past">
      {say("game.past", { done: session.shownActions.value, all: view.log.length })}{" "}
      <button type="button" onClick={() => void session.showNewest()}>
        {say("game.backToLive")}
      </button>
    </p>
  );
}
