import { DEFAULTS } from "./features.mjs";
import { defaultRow } from "./home_row.mjs";

/** P1: the Challenger bids first. */
export const BIDDERS = ["challenger", "opponent"];

export const otherBidder = (player) => (player === "challenger" ? "opponent" : "challenger");

/** P1: the targets in their order. */
export const TARGETS = ["white", "time", "home", "xf"];

/**
 * The bids so far: the chips, and the deposits and the outcome of each target. The outcome of
 * `white` is a bidder, of `time` a time control, of `home` a row, and of `xf` features. An outcome
 * that is not decided yet is null.
 */
export class Bidding {
  constructor({ turn, chips, targets, bidsMade, clocks }) {
    Object.assign(this, { turn, chips, targets, bidsMade, clocks });
  }

  static fresh(chips) {
    const target = (outcome) => ({ deposits: { challenger: 0, opponent: 0 }, outcome });
    return new Bidding({
      turn: "challenger",
      chips: { challenger: chips, opponent: chips },
      targets: {
        white: target(null),
        time: target(null),
        home: target(defaultRow(DEFAULTS.width)),
        xf: target(DEFAULTS),
      },
      bidsMade: 0,
      clocks: null,
    });
  }

  with(changes) {
    return new Bidding({ ...this, ...changes });
  }

  /** P8: the width in force. */
  get width() {
    return this.targets.xf.outcome.width;
  }

  /** P1: returns the amount by which the other player has deposited more. */
  gapOn(target) {
    const { deposits } = this.targets[target];
    return deposits[otherBidder(this.turn)] - deposits[this.turn];
  }

  hasBidOn(target) {
    return BIDDERS.some((player) => this.targets[target].deposits[player] > 0);
  }

  withOutcome(target, outcome) {
    const { deposits } = this.targets[target];
    return this.with({ targets: { ...this.targets, [target]: { deposits, outcome } } });
  }

  /** P2: the player to move adds chips to a target. */
  withDeposit(target, added) {
    const { turn, chips, targets } = this;
    const { deposits, outcome } = targets[target];
    return this.with({
      chips: { ...chips, [turn]: chips[turn] - added },
      targets: {
        ...targets,
        [target]: { deposits: { ...deposits, [turn]: deposits[turn] + added }, outcome },
      },
      bidsMade: this.bidsMade + 1,
    });
  }

  /** P5: the bidding ends when no player has chips left. */
  get isOver() {
    return BIDDERS.every((player) => this.chips[player] === 0);
  }

  /** P5: gives the turn to the other player unless that player has no chips. */
  withNextTurn() {
    const other = otherBidder(this.turn);
    return this.with({ turn: this.chips[other] > 0 ? other : this.turn });
  }
}
