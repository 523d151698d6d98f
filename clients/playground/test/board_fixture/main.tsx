// A page with only the board, for its tests. The query names a scenario of scenarios.json,
// `?s=NAME`, and can have `flip`, `theme`, `locale`, `picture` and `once`, which allows only one
// action. `continueScenario()` makes the scenario's action.
import type {
  EventJson,
  MoveJson,
  PendingJson,
  StateJson,
  VariantJson,
} from "@arbiter-chess/client";
import { render } from "preact";
import { useState } from "preact/hooks";

import { Board } from "../../src/web/board/board.js";
import data from "./scenarios.json";

interface Scenario {
  name: string;
  variant: string;
  state: StateJson;
  moves: MoveJson[];
  pending?: PendingJson;
  after?: StateJson;
  events?: EventJson[];
}

const VARIANTS = data.variants as unknown as Record<string, VariantJson>;
const SCENARIOS = data.scenarios as unknown as Scenario[];

declare global {
  interface Window {
    continueScenario(): void;
  }
}

const query = new URLSearchParams(location.search);
const scenario = SCENARIOS.find(({ name }) => name === query.get("s"));
document.documentElement.dataset["theme"] = query.get("theme") ?? "light";

function Page({ variant, state, moves, pending, after, events }: Scenario) {
  const [actions, setActions] = useState<string[]>([]);
  const [selected, setSelected] = useState<string>();
  const [done, setDone] = useState(false);
  window.continueScenario = () => setDone(true);
  const picture = query.get("picture");
  const over = done || (query.has("once") && actions.length > 0);
  return (
    <main style={{ maxWidth: "640px" }}>
      <h1>Board</h1>
      <Board
        variant={VARIANTS[variant] ?? {}}
        state={done && after ? after : state}
        orientation={query.has("flip") ? "black" : "white"}
        moves={over ? [] : moves}
        {...(pending && !over ? { pending } : {})}
        lastMove={[]}
        arrows={[]}
        {...(done && events ? { effects: { key: 1, events } } : {})}
        {...(picture === null ? {} : { picture })}
        locale={query.get("locale") ?? "en"}
        onAction={(action) => setActions([...actions, action])}
        onSelect={setSelected}
      />
      <output id="actions">{actions.join(" ")}</output> <output id="selected">{selected}</output>
    </main>
  );
}

const app = document.getElementById("app");
if (app && scenario) render(<Page {...scenario} />, app);
