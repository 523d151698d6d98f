import { Refusal } from "../failure.mjs";
import { otherBidder } from "./bidding.mjs";
import { freshBiddingClocks, withBonus } from "./bidding_clocks.mjs";
import { printBidding } from "./bidding_text.mjs";
import { makeBid, readBid, withUndecidedDrawn } from "./bids.mjs";
import { freshBoardClocks } from "./board_clocks.mjs";
import { BoardState } from "./board_state.mjs";
import { stopped } from "./clocks.mjs";
import { playedRow } from "./home_row.mjs";
import { startPosition } from "./start_position.mjs";
import { TimedState } from "./timed_state.mjs";

/** A state of the bidding phase. */
export class BiddingState extends TimedState {
  players = { challenger: "challenger", opponent: "opponent" };

  /** `limits` are the limits of a raise (P4, P9). */
  constructor({ bidding, limits, drawPolicy, result = null }) {
    super();
    Object.assign(this, { bidding, limits, drawPolicy, result });
  }

  get turn() {
    return this.bidding.turn;
  }

  get clocks() {
    return this.bidding.clocks;
  }

  /** R1: returns the position of the next random draws in the stream. */
  get place() {
    return { turn: this.bidding.bidsMade, action: 0 };
  }

  print() {
    return printBidding(this.bidding);
  }

  act(text, draws, elapsedMs) {
    const bid = readBid(this.bidding, text, this.limits);
    return this.inTime(elapsedMs, (state) => state.#after(bid, draws));
  }

  #after(bid, draws) {
    const made = makeBid(this.bidding, bid, draws);
    if (made.isOver) {
      const position = boardAfter(withUndecidedDrawn(made, draws));
      return new BoardState({ position, drawPolicy: this.drawPolicy });
    }
    return this.#with({ bidding: withBonus(made, this.turn).withNextTurn() });
  }

  get isStart() {
    return this.bidding.bidsMade === 0;
  }

  /** P6: returns the state with clocks that have not run yet. */
  withFreshClocks() {
    return this.withClocks(freshBiddingClocks());
  }

  withClocks(clocks) {
    return this.#with({ bidding: this.bidding.with({ clocks }) });
  }

  /** P6: returns the state after a player has run out of time. */
  lostOnTimeBy(player) {
    return this.withClocks(stopped(this.clocks, player)).resignedBy(player);
  }

  resignedBy(player) {
    return this.#with({ result: `${otherBidder(player).toUpperCase()}_WINS` });
  }

  claimed() {
    throw new Refusal("nothing can be claimed in a bidding (P18)");
  }

  #with(changes) {
    return new BiddingState({ ...this, ...changes });
  }
}

/** P5, P8, P24: returns the board to which a finished bidding leads. */
function boardAfter({ targets, clocks, width }) {
  const position = startPosition({
    features: targets.xf.outcome,
    row: playedRow(targets.home.outcome, width),
    timeControl: targets.time.outcome,
  });
  return clocks === null ? position : position.with({ clocks: freshBoardClocks(position) });
}
