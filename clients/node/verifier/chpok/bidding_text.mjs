import { Refusal } from "../failure.mjs";
import { quoted } from "../printable.mjs";
import { BIDDERS, Bidding } from "./bidding.mjs";
import { MAX_MS } from "./bidding_clocks.mjs";
import { printFeatures, readFeatures } from "./features.mjs";
import { readHomeRow } from "./home_row.mjs";
import { printPair, readNumber, readPair } from "./numbers.mjs";
import { MAX_CHIPS, refuseImpossible } from "./possible_bidding.mjs";
import { printTimeControl, readTimeControl } from "./time_control.mjs";

const FORM = new RegExp(
  "^bidding turn=(challenger|opponent) chips=(\\S+) white=(\\S+) time=(\\S+) home=(\\S+) xf=(\\S+)"
  + " ply=(\\S+)(?: \\{clock=([^}]*)\\})?$");

export const isBiddingText = (text) => text.startsWith("bidding ");

/**
 * P27: reads the one-line form of a bidding. Throws a Refusal that names the wrong field (F2).
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
      ? null : readPair(clocks, BIDDERS, [0, MAX_MS], "clock (P27)"),
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

/** P27: formats the one-line form of a bidding. */
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
