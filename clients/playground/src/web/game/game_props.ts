import type { StateJson, VariantJson } from "@arbiter-chess/client";

import type { GameView } from "../../shared/api.js";
import type { GameSession } from "./session.js";

/** What every part of a game's page gets. */
export interface GameProps {
  session: GameSession;
  view: GameView;
  variant: VariantJson;
}

/** The position that is looked at: the newest, or one of the past. */
export const shownState = ({ session, view }: Pick<GameProps, "session" | "view">): StateJson =>
  session.shownState.value ?? view.state;
