import type { StateJson, VariantJson } from "@arbiter-chess/client";

import type { GameView } from "../../shared/api.js";
import type { GameSession } from "./session.js";

/** The properties of every part of a game's page. */
export interface GameProps {
  session: GameSession;
  view: GameView;
  variant: VariantJson;
}

/** Returns the position shown: the newest or a past one. */
export const shownState = ({ session, view }: Pick<GameProps, "session" | "view">): StateJson =>
  session.shownState.value ?? view.state;
