import type { StateJson } from "@arbiter-chess/client";

import type { Side } from "../../../shared/api.js";
import { say } from "../../words/words.js";
import { Clock } from "./clock.js";
import type { GameProps } from "../game_props.js";
import { sideName, sideToAct } from "../sides.js";

interface PlayerStripProps extends GameProps {
  /** The position shown. */
  state: StateJson;
  side: Side;
}

/** A player's name, holder, clock, and points or chips. */
export function PlayerStrip({ session, view, variant, state, side }: PlayerStripProps) {
  const holder = view.seats.find((seat) => seat.side === side)?.holder;
  const isToAct = sideToAct(state) === side;
  const isLive = session.past.value === undefined;
  const isThinking = isLive && view.thinking && isToAct;
  const isWaiting = view.seats.some((seat) => seat.holder === "open");
  const clockMs = clockOf(state, side);
  const score = scoreOf(state, side);
  return (
    <div class={`strip ${isToAct ? "strip--to-act" : ""}`}>
      <span class={`strip__mark strip__mark--${side}`} aria-hidden="true" />
      <span class="strip__name">{sideName(variant, side)}</span>
      {holder && view.mode !== "hotseat" && <span class="hint">{say(`game.${holder}`)}</span>}
      {isToAct && (
        <span class="strip__turn">{say(isThinking ? "game.thinking" : "game.toMove")}</span>
      )}
      <span class="strip__facts">
        {score}
        {clockMs !== undefined && (
          <Clock label={say("game.clock", { player: sideName(variant, side) })} leftMs={clockMs}
            isRunning={isToAct && isLive && !isWaiting} since={session.runningSince.value} />
        )}
      </span>
    </div>
  );
}

const isFirst = (side: Side) => side === "white" || side === "challenger";

/** Returns the time left to a side. Proto JSON writes 64-bit numbers as strings. */
function clockOf({ clocks }: StateJson, side: Side): number | undefined {
  return clocks && Number((isFirst(side) ? clocks.firstMs : clocks.secondMs) ?? 0);
}

/** Describes a player's points on the board of Chpok, or chips in its bidding. */
function scoreOf({ adjudication, chpok }: StateJson, side: Side): string {
  const { bidding } = chpok ?? {};
  if (bidding !== undefined) {
    const chips = isFirst(side) ? bidding.challengerChips : bidding.opponentChips;
    return `${say("bidding.chips")}: ${chips ?? 0}`;
  }
  const points = adjudication?.points;
  if (points === undefined) return "";
  return `${say("points.heading")}: ${(isFirst(side) ? points.white : points.black) ?? 0}`;
}
