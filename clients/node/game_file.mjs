import { Failure } from "./failure.mjs";

/**
 * The games of a file's text: one JSON object, or JSON Lines. A game that cannot be read is a
 * Failure in its place, so that the others are still verified.
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

/** The parts of a game in proto JSON, where absent, null and empty mean the same. */
export function readGame(game) {
  if (game.variant !== "chakart") {
    throw new Failure("file", `variant ${JSON.stringify(game.variant)} is not chakart`);
  }
  const record = objectAt(game, "record");
  return {
    setup: readSetup(objectAt(objectAt(game, "options"), "chakart").setup),
    startFen: textAt(record, "startFen", "start_fen"),
    actions: actionsAt(record),
    seed: textAt(record, "seed"),
    commitment: textAt(game, "commitment"),
    claimedResult: textAt(game, "claimedResult", "claimed_result"),
  };
}

const SETUPS = ["STANDARD", "SYMMETRIC", "ASYMMETRIC"];

function readSetup(value) {
  const setup = String(value || "SETUP_STANDARD").replace(/^SETUP_/, "");
  if (setup === "UNSPECIFIED") return "STANDARD";
  if (!SETUPS.includes(setup)) throw new Failure("file", `setup: unknown ${value}`);
  return setup;
}

const isObject = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function objectAt(parent, name) {
  const value = parent[name] ?? {};
  if (!isObject(value)) throw new Failure("file", `${name}: needs an object`);
  return value;
}

function textAt(parent, ...names) {
  const name = names.find((candidate) => candidate in parent) ?? names[0];
  const value = parent[name] ?? "";
  if (typeof value !== "string") throw new Failure("file", `${name}: needs a text`);
  return value;
}

function actionsAt(record) {
  const actions = record.actions ?? [];
  if (!Array.isArray(actions) || actions.some((action) => typeof action !== "string")) {
    throw new Failure("file", "actions: needs a list of texts");
  }
  return actions;
}
