import { useEffect, useState } from "preact/hooks";

import type { LogEntry } from "../../shared/api.js";
import type { GameProps } from "./game_props.js";
import { isFinished } from "./sides.js";

/** What happened, told once to screen readers; silent while one steps through the game. */
export function Announcer({ session, view }: GameProps) {
  const [told, setTold] = useState("");
  const news = session.news.value;
  useEffect(() => {
    if (news.length > 0) setTold(newsText(news, isFinished(view.state), view));
  }, [news]);
  return <p class="visually-hidden" role="status" aria-atomic="true">{told}</p>;
}

function newsText(
  news: readonly LogEntry[], isOver: boolean, { state }: GameProps["view"],
): string {
  const sentences = news.flatMap(({ events }) => events.map(({ text = "" }) => text));
  const end = state.adjudication?.message ?? "";
  if (isOver && !sentences.includes(end)) sentences.push(end);
  return sentences.join(" ");
}
