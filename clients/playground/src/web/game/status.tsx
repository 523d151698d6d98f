import { useEffect, useState } from "preact/hooks";

import type { LogEntry } from "../../shared/api.js";
import { say } from "../words/words.js";
import { verbOf } from "./control_text.js";
import { shownState, type GameProps } from "./game_props.js";
import { isFinished, sideName, sideOf } from "./sides.js";

/** A description of who is to act or how the game ended, and of what the last action did. */
export function Status({ session, view, variant }: GameProps) {
  const state = shownState({ session, view });
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

/** Announces new actions to screen readers once, but not steps through the game. */
export function Announcer({ session, view }: GameProps) {
  const [announcement, setAnnouncement] = useState("");
  const news = session.news.value;
  useEffect(() => {
    if (news.length > 0) setAnnouncement(newsText(news, isFinished(view.state), view));
  }, [news]);
  return <p class="visually-hidden" role="status" aria-atomic="true">{announcement}</p>;
}

function newsText(
  news: readonly LogEntry[], isOver: boolean, { state }: GameProps["view"],
): string {
  const sentences = news.flatMap(({ events }) => events.map(({ text = "" }) => text));
  const end = state.adjudication?.message ?? "";
  if (isOver && !sentences.includes(end)) sentences.push(end);
  return sentences.join(" ");
}
