import { useState } from "preact/hooks";

import { variants } from "../catalogue.js";
import { say } from "../words/words.js";
import { NewGameForm } from "./new_game_form.js";
import { RecentGames } from "./recent_games.js";
import { VariantCards } from "./variant_cards.js";

/** Where games begin. The address may name a game and a position: `/?variant=chak&fen=…`. */
export function Lobby() {
  const asked = new URLSearchParams(location.search);
  const [chosenId, setChosenId] = useState(asked.get("variant") ?? "");
  const known = variants.value ?? [];
  const chosen = known.find(({ id }) => id === chosenId) ?? known[0];
  return (
    <div class="lobby">
      <div class="lobby__intro">
        <h1>{say("lobby.heading")}</h1>
        <p>{say("lobby.intro")}</p>
      </div>
      <VariantCards variants={known} chosenId={chosen?.id} onChoose={setChosenId} />
      {chosen && (
        <NewGameForm key={chosen.id} variant={chosen}
          fen={chosen.id === asked.get("variant") ? asked.get("fen") ?? "" : ""} />
      )}
      <RecentGames />
    </div>
  );
}
