import { CHAKART } from "./chakart/variant.mjs";
import { CHPOK } from "./chpok/variant.mjs";
import { Failure } from "./failure.mjs";
import { NOT_REPORTED } from "./game.mjs";
import {
  enumAt, isObject, listAt, objectAt, refuseField, textAt, parseInteger,
} from "./fields.mjs";

const VARIANTS = [CHAKART, CHPOK];

/**
 * Parses the games of a file: one JSON object, or JSON Lines. A game that cannot be parsed is
 * replaced by a Failure, so that the others are still verified.
 */
export function gamesOf(text) {
  const whole = parseObject(text);
  if (!(whole instanceof Failure)) return [whole];
  const lines = text.split("\n").filter((line) => line.trim() !== "").map(parseObject);
  const isJsonLines = lines.some((line) => !(line instanceof Failure));
  return isJsonLines ? lines : [whole];
}

function parseObject(text) {
  try {
    const value = JSON.parse(text);
    return isObject(value) ? value : new Failure("file", "not a JSON object");
  } catch (error) {
    return new Failure("file", `not JSON: ${error.message}`);
  }
}

/** Reads the parts of a game in proto JSON. */
export function readGame(game) {
  const variant = VARIANTS.find(({ id }) => id === game.variant);
  if (variant === undefined) {
    const known = VARIANTS.map(({ id }) => id).join(" or ");
    throw new Failure("file", `variant ${JSON.stringify(game.variant)} is not ${known}`);
  }
  const record = objectAt(game, "record");
  const actions = actionsAt(record);
  return {
    variant,
    options: optionsAt(game, variant),
    startFen: textAt(record, "startFen"),
    actions,
    elapsedMs: elapsedAt(record, actions.length),
    seed: textAt(record, "seed"),
    commitment: textAt(game, "commitment"),
    claimedResult: textAt(game, "claimedResult"),
    committedStartFen: textAt(game, "committedStartFen"),
  };
}

function optionsAt(game, variant) {
  const options = objectAt(game, "options");
  return {
    drawPolicy: enumAt(options, "drawPolicy", "DRAW_POLICY_", ["CLAIM", "AUTOMATIC"]),
    ...variant.readOptions(objectAt(options, variant.id)),
  };
}

function actionsAt(record) {
  const actions = listAt(record, "actions");
  if (actions.some((action) => typeof action !== "string")) {
    refuseField("actions", "must be an array of strings");
  }
  return actions;
}

/** Returns one time per action, or an empty list if times were not reported. */
function elapsedAt(record, actionCount) {
  const times = listAt(record, "elapsedMs").map(parseInteger);
  if (times.some((time) => time === null || time < NOT_REPORTED)) {
    refuseField("elapsedMs", "must be integers of at least -1");
  }
  if (times.length > 0 && times.length !== actionCount) {
    refuseField("elapsedMs", `has ${times.length} times for ${actionCount} actions`);
  }
  return times;
}
