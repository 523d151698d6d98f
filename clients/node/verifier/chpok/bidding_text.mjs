import { Refusal, quoted } from "../failure.mjs";
import { BIDDERS, TARGETS, Bidding, otherBidder } from "./bidding.mjs";
import { BIDDING_START_MS, MAX_BIDDING_MS } from "./clocks.mjs";
import {
  DEFAULTS, DRAWN_TIME_CONTROLS, defaultRow, isDefaultRow, printFeatures, printPair,
  printTimeControl, readFeatures, readHomeRow, readNumber, readPair, readTimeControl,
} from "./terms.mjs";

const FORM = new RegExp(
  "^bidding turn=(challenger|opponent) chips=(\\S+) white=(\\S+) time=(\\S+) home=(\\S+) xf=(\\S+)"
  + " ply=(\\S+)(?: \\{clock=([^}]*)\\})?$");

export const isBiddingText = (text) => text.startsWith("bidding ");

/**
 * P27: reads the one-line form of a state of the bidding phase. Throws a Refusal that names the wrong field (F2).
 * `limits` are the limits of a raise.
 */
export function readBidding(text, limits) {
  const fields = FORM.exec(text);
  if (fields === null) throw new Refusal("expected the form: bidding turn= chips= … ply= (P27)");
  const [, turn, chips, white, time, home, xf, bidsMade, clocks] = fields;
  const bidding = new Bidding({
    turn,
    chips: readPair(chips, BIDDERS, [0, MAX_CHIPS], "chips (P27)"),
    targets: {
      white: readTarget("white", white, readPlayer),
      time: readTarget("time", time, (outcome) => readTimeControl(outcome)),
      home: readTarget("home", home, readHomeRow),
      xf: readTarget("xf", xf, readFeatures),
    },
    bidsMade: readNumber(bidsMade, [0, 2 * MAX_CHIPS], "ply (P27)"),
    clocks: clocks === undefined
      ? null : readPair(clocks, BIDDERS, [0, MAX_BIDDING_MS], "clock (P27)"),
  });
  refuseImpossible(bidding, limits);
  return bidding;
}

function readTarget(target, text, readOutcome) {
  const [, deposits, outcome] = /^([^:]*):(.*)$/.exec(text) ?? [];
  if (deposits === undefined) throw new Refusal(`${target}: must be deposits:outcome (P27)`);
  const isUnknown = outcome === "-" && (target === "white" || target === "time");
  return {
    deposits: readPair(deposits, BIDDERS, [0, MAX_CHIPS], `${target} (P27)`),
    outcome: isUnknown ? null : readOutcome(outcome),
  };
}

function readPlayer(text) {
  if (!BIDDERS.includes(text)) throw new Refusal(`white: unknown player ${quoted(text)} (P27)`);
  return text;
}

/** P27: formats the one-line form of a state of the bidding phase. */
export function printBidding({ turn, chips, targets, bidsMade, clocks }) {
  const { white, time, home, xf } = targets;
  const target = ({ deposits }, outcome) => `${printPair(deposits, BIDDERS)}:${outcome}`;
  return [
    `bidding turn=${turn}`,
    `chips=${printPair(chips, BIDDERS)}`,
    `white=${target(white, white.outcome ?? "-")}`,
    `time=${target(time, time.outcome === null ? "-" : printTimeControl(time.outcome))}`,
    `home=${target(home, home.outcome)}`,
    `xf=${target(xf, printFeatures(xf.outcome))}`,
    `ply=${bidsMade}`,
    ...(clocks === null ? [] : [`{clock=${printPair(clocks, BIDDERS)}}`]),
  ].join(" ");
}

export const MAX_CHIPS = 99;

/** F2: refuses a state that is impossible under these limits of a raise. */
function refuseImpossible(bidding, limits) {
  refuseImpossibleChips(bidding);
  if (!canTakeTurns(bidding)) {
    throw new Refusal("ply: this many bids cannot lead to these deposits and this turn (P2, P5)");
  }
  const { clocks } = bidding;
  if (BIDDERS.some((player) => !hasBid(bidding, player) && clocks?.[player] > BIDDING_START_MS)) {
    throw new Refusal(
      `clock: must be at most ${BIDDING_START_MS} before the player's first bid (P6)`);
  }
  if (!bidding.hasBidOn("xf") && bidding.targets.home.outcome.length !== DEFAULTS.width) {
    throw new Refusal(`home: without a bid on xf, the width is ${DEFAULTS.width} (P8)`);
  }
  for (const target of TARGETS) refuseImpossibleOutcome(bidding, target, limits);
}

/** P27: refuses numbers of chips that cannot occur. */
function refuseImpossibleChips({ turn, chips, targets }) {
  const deposited = (player) =>
    TARGETS.reduce((sum, target) => sum + targets[target].deposits[player], 0);
  const [challenger, opponent] = BIDDERS.map((player) => chips[player] + deposited(player));
  if (challenger !== opponent) throw new Refusal("chips: the totals are not equal (P27)");
  if (challenger > MAX_CHIPS) throw new Refusal(`chips: the total is above ${MAX_CHIPS} (P27)`);
  if (chips[turn] === 0) throw new Refusal("chips: the player to move has none (P27)");
}

/** P2: each bid leaves a deposit. */
const hasBid = ({ targets }, player) =>
  TARGETS.some((target) => targets[target].deposits[player] > 0);

/** P5: the players take turns until one has no chips; each bid adds at least one chip (P2). */
function canTakeTurns(bidding) {
  const { turn, chips, bidsMade } = bidding;
  const other = otherBidder(turn);
  const hasBegun = turn === "challenger";
  if (chips[other] > 0) {
    const isOwnTurn = (bidsMade % 2 === 0) === hasBegun;
    const own = Math.floor(bidsMade / 2);
    return isOwnTurn && canMake(bidding, turn, own) && canMake(bidding, other, bidsMade - own);
  }
  for (let others = 1; others <= bidsMade; others++) {
    const own = bidsMade - others;
    const isInTurn = own >= (hasBegun ? others : others - 1);
    if (isInTurn && canMake(bidding, other, others) && canMake(bidding, turn, own)) return true;
  }
  return false;
}

/** Returns whether a player's deposits can come from this many bids. */
function canMake({ targets }, player, bids) {
  const deposits = TARGETS.map((target) => targets[target].deposits[player]);
  const total = deposits.reduce((sum, deposit) => sum + deposit, 0);
  return bids >= deposits.filter((deposit) => deposit > 0).length && bids <= total;
}

function refuseImpossibleOutcome(bidding, target, limits) {
  const { deposits, outcome } = bidding.targets[target];
  const leader = BIDDERS.find((player) => deposits[player] > deposits[otherBidder(player)]);
  const isPossible = leader !== undefined
    ? IS_RAISED[target](outcome, { ...limits, leader })
    : IS_LEVEL[target](outcome, bidding.hasBidOn(target));
  if (!isPossible) {
    throw new Refusal(`${target}: the last bid on it cannot have led to this outcome (P3)`);
  }
}

/** P3, P4, P9: whether the outcome of a target can come from a raise. */
const IS_RAISED = {
  white: (player, { leader }) => player === leader,
  time: (time, { minutesMax, bonusMax }) =>
    time !== null && time.minutes <= minutesMax && time.bonus <= bonusMax,
  home: () => true,
  xf: ({ moves }, { moveLimitMin }) => moves >= moveLimitMin,
};

/** P3, P4, P8: whether the outcome of a target can come from a match, or from no bid at all. */
const IS_LEVEL = {
  white: (player, hasBid) => (player !== null) === hasBid,
  time: (time, hasBid) => (hasBid
    ? time !== null && DRAWN_TIME_CONTROLS.includes(printTimeControl(time)) : time === null),
  home: (row, hasBid) => (hasBid ? isDefaultRow(row) : row === defaultRow(DEFAULTS.width)),
  xf: (features) => printFeatures(features) === "-",
};
