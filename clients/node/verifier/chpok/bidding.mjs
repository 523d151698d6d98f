import { Refusal } from "../failure.mjs";
import {
  DEFAULTS, DRAWN_TIME_CONTROLS, defaultRow, readFeatures, readHomeRow, readNumber,
  readTimeControl,
} from "./terms.mjs";

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

const MATCH = /^match (white|time|home|xf)$/;
const RAISE = /^raise (?:(white) \+(\d+)|(time|home|xf) \+(\d+) (\S+))$/;

/**
 * P2: parses a legal bid into its target, the chips that it adds, and the outcome of a raise.
 * `limits` are the limits of a raise.
 */
export function readBid(bidding, text, limits) {
  const [, matched] = MATCH.exec(text) ?? [];
  if (matched) return readMatch(bidding, matched);
  const raise = RAISE.exec(text)?.slice(1).filter((part) => part !== undefined);
  if (raise) return readRaise(bidding, raise, limits);
  throw new Refusal("not a bid (P2)");
}

function readMatch(bidding, target) {
  const gap = bidding.gapOn(target);
  const left = bidding.chips[bidding.turn];
  if (gap <= 0) throw new Refusal(`there is nothing to match; the gap is ${gap} (P2)`);
  if (gap > left) throw new Refusal(`a match costs ${gap} chips, but only ${left} are left (P2)`);
  return { target, added: gap };
}

function readRaise(bidding, [target, chipText, outcomeText], limits) {
  const min = Math.max(1, bidding.gapOn(target) + 1);
  const left = bidding.chips[bidding.turn];
  if (min > left) throw new Refusal(`a raise costs ${min} chips, but only ${left} are left (P2)`);
  return {
    target,
    added: readNumber(chipText, [min, left], "chips of a raise (P2)"),
    outcome: readOutcome(bidding, target, outcomeText, limits),
  };
}

/** P3: applies a legal bid without passing the turn. */
export function makeBid(bidding, { target, added, outcome }, draws) {
  const after = bidding.withDeposit(target, added);
  return outcome === undefined
    ? withMatchedOutcome(after, target, draws) : after.withOutcome(target, outcome);
}

/** P3, P8: returns the bidding with the outcome of a match. */
function withMatchedOutcome(bidding, target, draws) {
  switch (target) {
    case "home": return bidding.withOutcome("home", defaultRow(bidding.width));
    case "xf": return bidding.withOutcome("xf", DEFAULTS);
    default: return withDrawnOutcome(bidding, target, draws);
  }
}

/** P4: returns the bidding with an outcome that is drawn at random. */
function withDrawnOutcome(bidding, target, draws) {
  const outcome = target === "white" ? drawWhite(draws) : drawTimeControl(draws);
  return bidding.withOutcome(target, outcome);
}

export const drawWhite = (draws) => draws.pickNamed("white", BIDDERS);

export const drawTimeControl = (draws) =>
  readTimeControl(draws.pickNamed("time", DRAWN_TIME_CONTROLS));

/** P5: draws the outcomes of targets without bids at the end of the bidding. */
export const withUndecidedDrawn = (bidding, draws) => ["white", "time"]
  .filter((target) => !bidding.hasBidOn(target))
  .reduce((before, target) => withDrawnOutcome(before, target, draws), bidding);

/** P3: reads the outcome of a raise. */
function readOutcome(bidding, target, text, limits) {
  switch (target) {
    case "white": return bidding.turn;
    case "time": return readTimeControl(text, limits);
    case "home": return readFittingRow(text, bidding.width);
    case "xf": return readFeaturesOfRaise(text, limits);
  }
}

/** P8: reads a home row, which must have the width in force. */
function readFittingRow(text, width) {
  const row = readHomeRow(text);
  if (row.length !== width) throw new Refusal(`home row ${row}: the width is ${width} (P8)`);
  return row;
}

/** P9: reads features, whose move limit must not be too low. */
function readFeaturesOfRaise(text, { moveLimitMin }) {
  const features = readFeatures(text);
  if (features.moves < moveLimitMin) {
    throw new Refusal(`moves: must be at least ${moveLimitMin} (P9)`);
  }
  return features;
}
