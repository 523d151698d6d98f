import type { VariantJson } from "@arbiter-chess/client";

import type { GameView } from "../../shared/api.js";
import type { GameSession } from "./session.js";

/** What every part of a game's page gets. */
export interface GameProps {
  session: GameSession;
  view: GameView;
  variant: VariantJson;
}
