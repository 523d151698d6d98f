import { Bidder, Color, Phase, Viewer, type State } from "@arbiter-chess/client";

import type { SeatView, Side } from "../../shared/api.js";
import type { Game, GameHead, Holder, Seat, Standing } from "./game.js";

const SEATS: readonly Seat[] = [0, 1];

/** Returns the side to act. In a finished game, this is the side that would be to act. */
export function sideToAct({ turn, detail }: State): Side {
  if (detail.case === "chpok" && detail.value.phase.case === "bidding") {
    return detail.value.phase.value.turn === Bidder.OPPONENT ? "opponent" : "challenger";
  }
  return turn === Color.BLACK ? "black" : "white";
}

export function standingOf(state: State, byBidder: boolean): Standing {
  return {
    snapshot: state.snapshot,
    toAct: sideToAct(state),
    moveNumber: state.moveNumber,
    whiteSeat: whiteSeatOf(state, byBidder),
    over: state.phase === Phase.FINISHED,
    hides: state.detail.case === "chakart" && state.detail.value.hidden !== Color.UNSPECIFIED,
    clockMs: state.phase === Phase.FINISHED ? undefined : clockOf(state),
  };
}

function clockOf(state: State): number | undefined {
  const { clocks } = state;
  const side = sideToAct(state);
  const first = side === "challenger" || side === "white";
  return clocks && Number(first ? clocks.firstMs : clocks.secondMs);
}

function whiteSeatOf({ detail }: State, byBidder: boolean): Seat | undefined {
  if (!byBidder || detail.case !== "chpok") return 0;
  const { phase } = detail.value;
  if (phase.case !== "board") return undefined;
  return phase.value.white === Bidder.OPPONENT ? 1 : 0;
}

/** Returns the side that a seat plays now. */
export function sideOf({ whiteSeat }: Standing, seat: Seat): Side {
  if (whiteSeat === undefined) return seat === 0 ? "challenger" : "opponent";
  return seat === whiteSeat ? "white" : "black";
}

export function seatOf(standing: Standing, side: Side): Seat {
  return sideOf(standing, 0) === side ? 0 : 1;
}

export const heldBy = (holder: Holder, browser: string | undefined): boolean =>
  typeof holder === "object" && holder.browser === browser;

/** Returns the sides that a browser plays; empty for a spectator. */
export function sidesOf(game: GameHead, browser: string | undefined): Side[] {
  return SEATS.filter((seat) => heldBy(game.holders[seat], browser)).map((seat) =>
    sideOf(game.standing, seat),
  );
}

export function seatViews(game: Game, browser: string | undefined): [SeatView, SeatView] {
  const view = (seat: Seat): SeatView => {
    const holder = game.holders[seat];
    const person = heldBy(holder, browser) ? "you" : "other";
    return {
      side: sideOf(game.standing, seat),
      holder: typeof holder === "object" ? person : holder,
    };
  };
  return [view(0), view(1)];
}

/** Returns the viewer for a side. Bidders are spectators: nothing is hidden from them. */
export function viewerOf(side: Side): Viewer {
  if (side === "white") return Viewer.WHITE;
  return side === "black" ? Viewer.BLACK : Viewer.SPECTATOR;
}

/**
 * Returns the viewers whose views a browser gets: of its own seat or, in `hotseat`, of the player to
 * act and then of the other one. Once the game is over, its record is public, and everybody sees
 * everything.
 */
export function viewersOf({ standing, ...game }: GameHead, browser: string | undefined): Viewer[] {
  if (standing.over) return [Viewer.ALL];
  const sides = sidesOf({ standing, ...game }, browser);
  sides.sort((one, other) => Number(other === standing.toAct) - Number(one === standing.toAct));
  const viewers = new Set(sides.length === 0 ? [Viewer.SPECTATOR] : sides.map(viewerOf));
  return [...viewers];
}

/** Whether something is hidden in a state that was made for a viewer (ruling H23). */
export function hidesSomething({ detail }: State): boolean {
  if (detail.case !== "chakart") return false;
  return detail.value.hidden !== Color.UNSPECIFIED && detail.value.hiddenSquare === "";
}

/** Whether the game may be analysed. Nobody gets help in a game against somebody else. */
export const mayAnalyze = ({ mode, standing }: Game): boolean =>
  mode === "hotseat" || standing.over;
