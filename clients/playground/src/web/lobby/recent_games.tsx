import { useEffect, useState } from "preact/hooks";

import type { GameSummary } from "../../shared/api.js";
import { listGames } from "../api/requests.js";
import { variantById } from "../catalogue.js";
import { locale } from "../preferences.js";
import { say } from "../words/words.js";

/** The games in which this browser has a place. */
export function RecentGames() {
  const [games, setGames] = useState<GameSummary[]>([]);
  useEffect(() => {
    let isShown = true;
    listGames().then((found) => { if (isShown) setGames(found.games); }, () => {});
    return () => { isShown = false; };
  }, [locale.value]);
  if (games.length === 0) return null;
  return (
    <section class="panel lobby__recent" aria-labelledby="recent">
      <h2 id="recent">{say("lobby.recent")}</h2>
      <ul class="recent">
        {games.map((game) => (
          <li key={game.id}>
            <a href={`/game/${game.id}`}>{variantById(game.variant)?.name ?? game.variant}</a>{" "}
            <span class="hint">
              {say(`mode.${game.mode}`)},{" "}
              {say("lobby.recent.actions", { count: game.actions })},{" "}
              {new Date(game.changedAt).toLocaleString(locale.value)}
            </span>
            {game.over && <strong> {say("lobby.recent.over")}</strong>}
            {game.yourTurn && <strong> {say("lobby.recent.yourTurn")}</strong>}
          </li>
        ))}
      </ul>
    </section>
  );
}
