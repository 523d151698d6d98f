import { Refusal } from "../failure.mjs";
import { enumAt, flagAt, isGiven, numberAt, objectAt, refuseField, textAt } from "../fields.mjs";
import { DEFAULTS, readFeatures } from "./features.mjs";
import { defaultRow, readHomeRow } from "./home_row.mjs";
import { MOST_CHIPS } from "./possible_bidding.mjs";
import { MOST_BONUS, MOST_MINUTES } from "./time_control.mjs";

/** What only a bidding takes from the options of its game, and what only a game without one does. */
const BIDDING_FIELDS = ["chips", "minutesMax", "bonusMax", "moveLimitMin"];
const BOARD_FIELDS = ["white", "minutes", "bonus", "homeRow", "features"];

/** The options of a new game. `board` is where it starts if the bidding is skipped, or null. */
export function readOptions(fields) {
  const board = readBoard(fields);
  const tracksClocks = flagAt(fields, "trackClocks");
  if (tracksClocks && board !== null && board.timeControl === null) {
    refuseField("trackClocks", "needs minutes (P24)");
  }
  return {
    chips: numberAt(fields, "chips", { initial: 15, least: 0, most: MOST_CHIPS }),
    board,
    tracksClocks,
    limits: {
      minutesMax: numberAt(fields, "minutesMax", { initial: 180, least: 1, most: MOST_MINUTES }),
      bonusMax: numberAt(fields, "bonusMax", { initial: 60, least: 0, most: MOST_BONUS }),
      moveLimitMin: numberAt(fields, "moveLimitMin", { initial: 10, least: 10, most: 888 }),
    },
  };
}

function readBoard(fields) {
  const skipsBidding = flagAt(fields, "skipBidding");
  const stray = (skipsBidding ? BIDDING_FIELDS : BOARD_FIELDS)
    .find((name) => isGiven(fields, name));
  if (stray !== undefined) {
    refuseField(stray, skipsBidding ? "skipBidding leaves the bidding out" : "needs skipBidding");
  }
  if (!skipsBidding) return null;
  enumAt(fields, "white", "BIDDER_", ["UNKNOWN", "CHALLENGER", "OPPONENT"]);
  const features = featuresAt(fields);
  return { features, row: rowAt(fields, features.width), timeControl: timeControlAt(fields) };
}

/** P7. */
function rowAt(fields, width) {
  const text = textAt(fields, "homeRow");
  if (text === "") return defaultRow(width);
  const row = inField("homeRow", () => readHomeRow(text));
  if (row.length !== width) refuseField("homeRow", `the width is ${width} (P8)`);
  return row;
}

/** Null where it is not known. */
function timeControlAt(fields) {
  const minutes = numberAt(fields, "minutes", { initial: null, least: 1, most: MOST_MINUTES });
  const bonus = numberAt(fields, "bonus", { initial: null, least: 0, most: MOST_BONUS });
  if (minutes === null && bonus !== null) refuseField("bonus", "needs minutes");
  return minutes === null ? null : { minutes, bonus: bonus ?? 0 };
}

/** P9: an object with a field for each feature, as the text that names the same. */
function featuresAt(fields) {
  const given = objectAt(fields, "features");
  const parts = Object.keys(DEFAULTS)
    .filter((name) => isGiven(given, name))
    .map((name) => (given[name] === true ? name : `${name}=${given[name]}`));
  return inField("features", () => readFeatures(parts.join(",") || "-"));
}

/** What is refused there is a failure of the file. */
function inField(name, read) {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refusal) refuseField(name, error.message);
    throw error;
  }
}
