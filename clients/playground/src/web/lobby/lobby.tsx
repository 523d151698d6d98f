import { useEffect, useState } from "preact/hooks";

import type { GameSummary } from "../../shared/api.js";
import { listGames } from "../api/requests.js";
import { starts, variantById, variants } from "../catalogue.js";
import { locale } from "../preferences.js";
import { say } from "../words/words.js";
import { NewGameForm } from "./new_game_form.js";
import { VariantCards } from "./variant_cards.js";

/** The page on which games begin. The address can name a position: `/?variant=chak&fen=…`. */
export function Lobby() {
  const query = new URLSearchParams(location.search);
  const [chosenId, setChosenId] = useState(query.get("variant") ?? "");
  const known = variants.value ?? [];
  const chosen = known.find(({ id }) => id === chosenId) ?? known[0];
  return (
    <div class="lobby">
      <div class="lobby__intro">
        <h1>{say("lobby.heading")}</h1>
        <p>{say("lobby.intro")}</p>
      </div>
      <VariantCards variants={known} starts={starts.value} chosenId={chosen?.id}
        onChoose={setChosenId} />
      {chosen && (
        <NewGameForm key={chosen.id} variant={chosen}
          fen={chosen.id === query.get("variant") ? query.get("fen") ?? "" : ""} />
      )}
      <section class="panel lobby__archives" aria-labelledby="archives">
        <h2 id="archives">{say("archives.heading")}</h2>
        <p>{say("archives.lobby")} <a href="/archives">{say("archives.open")}</a></p>
      </section>
      <RecentGames />
    </div>
  );
}

/** The games in which this browser has a seat. */
function RecentGames() {
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
