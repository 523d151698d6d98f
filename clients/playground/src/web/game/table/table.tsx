import type { EventJson, StateJson } from "@arbiter-chess/client";
import { useState } from "preact/hooks";

import type { GameView, LogEntry, Side } from "../../../shared/api.js";
import { Board } from "../../board/board.js";
import type { Orientation } from "../../board/squares.js";
import { lastMoveSquares, lineArrows } from "../../inferred/marks.js";
import { locale } from "../../preferences.js";
import { say } from "../../words/words.js";
import type { Analyst } from "../analysis/analyst.js";
import { EvalBar } from "../analysis/eval_bar.js";
import { BiddingTable } from "../bidding/bidding_table.js";
import { shownState, type GameProps } from "../game_props.js";
import { homeOrientation, isBidding, ownSides } from "../sides.js";
import { PlayerStrip } from "./player_strip.js";
import { StepBar } from "./step_bar.js";

interface TableProps extends GameProps {
  analyst: Analyst;
  onSelect(square: string | undefined): void;
}

/** The board or the bidding, between a strip for each player. */
export function Table(props: TableProps) {
  const { session, view, variant, analyst, onSelect } = props;
  const [isFlipped, setIsFlipped] = useState(false);
  const state = shownState(props);
  const home = homeOrientation(view);
  const orientation = isFlipped === (home === "black") ? "white" : "black";
  const [below, above] = sidesAround(view, state, isFlipped, orientation);
  return (
    <section class="table" aria-label={say("game.board")}>
      <PlayerStrip session={session} view={view} variant={variant} state={state} side={above} />
      {isBidding(state)
        ? <BiddingTable session={session} view={view} state={state} />
        : (
          <div class="table__board">
            <EvalBar variant={variant} analyst={analyst} orientation={orientation} />
            <ShownBoard {...props} orientation={orientation} onSelect={onSelect} />
          </div>
        )}
      <PlayerStrip session={session} view={view} variant={variant} state={state} side={below} />
      <StepBar session={session} view={view} onFlip={() => setIsFlipped(!isFlipped)} />
    </section>
  );
}

/** Returns the side below and the side above. */
function sidesAround(
  view: GameView, state: StateJson, isFlipped: boolean, orientation: Orientation,
): [Side, Side] {
  if (!isBidding(state)) {
    return orientation === "white" ? ["white", "black"] : ["black", "white"];
  }
  const isOpponentHere = ownSides(view).join() === "opponent";
  return isOpponentHere !== isFlipped ? ["opponent", "challenger"] : ["challenger", "opponent"];
}

interface ShownBoardProps extends TableProps {
  orientation: Orientation;
}

function ShownBoard({ session, view, variant, analyst, orientation, onSelect }: ShownBoardProps) {
  const isLive = session.past.value === undefined;
  const state = shownState({ session, view });
  const actions = session.shownActions.value;
  const { pending } = state;
  const effects = isLive ? newestEffects(session.news.value) : undefined;
  return (
    <Board variant={variant} state={state} orientation={orientation}
      moves={isLive && !session.isSending.value ? view.legal.moves ?? [] : []}
      lastMove={lastMoveSquares(view.log, actions)}
      arrows={lineArrows(analyst.lines.value)} locale={locale.value}
      {...(pending && isLive && { pending })}
      {...(effects && { effects })}
      onAction={(action) => void session.act(action)} onSelect={onSelect} />
  );
}

/** Returns the events of the newest move, which the board animates. */
function newestEffects(
  news: readonly LogEntry[],
): { key: number; events: EventJson[] } | undefined {
  const entry = news.filter(({ control }) => !control).at(-1);
  return entry && { key: entry.index, events: entry.events };
}
