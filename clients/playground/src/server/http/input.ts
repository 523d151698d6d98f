import type { Request } from "express";

import type {
  EngineSettings,
  Mode,
  NewAction,
  NewArchive,
  NewGame,
  Side,
} from "../../shared/api.js";
import type { Game } from "../game/game.js";
import { Refusal, badRequest } from "../refusal.js";

const MODES: readonly Mode[] = ["hotseat", "online", "engine"];
const SIDES: readonly Side[] = ["white", "black", "challenger", "opponent"];
const MAX_FEN_LENGTH = 1_000;
const MAX_PGN_LENGTH = 256 * 1024;
const MAX_ARCHIVE_LENGTH = 2 * 1024 * 1024;
const MAX_CURSOR_LENGTH = 256;
const MAX_ACTION_LENGTH = 1_000;

type Fields = Record<string, unknown>;

export function readNewGame(body: unknown): NewGame {
  const fields = fieldsOf(body);
  const side = optional(fields, "side", (value) => oneOf(SIDES, "side", value));
  const options = optional(fields, "options", (value) => objectOf("options", value));
  const engine = optional(fields, "engine", readEngine);
  const fen = optional(fields, "fen", (value) => text("fen", value, MAX_FEN_LENGTH));
  const pgn = optional(fields, "pgn", (value) => text("pgn", value, MAX_PGN_LENGTH));
  if (fen !== undefined && pgn !== undefined)
    throw badRequest("pgn", "give either a FEN or a PGN, not both");
  return {
    variant: pgn === undefined ? text("variant", fields["variant"]) : textOrNone("variant", fields),
    mode: oneOf(MODES, "mode", fields["mode"]),
    ...(side === undefined ? {} : { side }),
    ...(options === undefined ? {} : { options }),
    ...(engine === undefined ? {} : { engine }),
    ...(fen === undefined ? {} : { fen }),
    ...(pgn === undefined ? {} : { pgn }),
  };
}

export function readNewAction(body: unknown): NewAction {
  const fields = fieldsOf(body);
  return {
    action: text("action", fields["action"], MAX_ACTION_LENGTH),
    revision: whole("revision", fields["revision"], 0, Number.MAX_SAFE_INTEGER),
  };
}

export function readNewArchive(body: unknown): NewArchive {
  const fields = fieldsOf(body);
  const pgn = text("pgn", fields["pgn"], MAX_ARCHIVE_LENGTH);
  if (pgn.trim() === "") throw badRequest("pgn", "the text has no game");
  return {
    title: text("title", fields["title"]),
    pgn,
    variant: text("variant", fields["variant"]),
    depth: whole("depth", fields["depth"], 1, 12),
    theme: oneOf(["light", "dark"] as const, "theme", fields["theme"]),
  };
}

/** Returns the place in the results of a job after which to go on, or "" for their beginning. */
export function queryCursor(request: Request): string {
  const { after } = request.query;
  return after === undefined || after === "" ? "" : text("after", after, MAX_CURSOR_LENGTH);
}

/** Returns a whole number from `min` to `max` in the query, or `fallback` if it is missing. */
export function queryNumber(
  request: Request,
  name: string,
  min: number,
  max: number,
  fallback: number,
): number {
  const value = request.query[name];
  if (value === undefined) return fallback;
  return whole(name, /^\d{1,9}$/.test(String(value)) ? Number(value) : NaN, min, max);
}

/** Reads a number of actions of the game. The default is the number of all actions. */
export function countIn(game: Game, text: unknown): number {
  const max = game.actions.length;
  if (text === undefined) return max;
  const count = /^\d{1,9}$/.test(String(text)) ? Number(text) : NaN;
  if (count <= max) return count;
  throw badRequest("actions", `must be a whole number from 0 to ${max}`);
}

export const queryText = (request: Request, name: string): string =>
  text(name, request.query[name], MAX_ACTION_LENGTH);

/** Returns the language of the answer: `?locale=`, or the browser's preferred language. */
export function localeOf(request: Request): string {
  const { locale } = request.query;
  if (typeof locale === "string" && /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/.test(locale))
    return locale;
  const [best] = request.acceptsLanguages();
  return best === undefined || best === "*" ? "en" : best;
}

function readEngine(value: unknown): EngineSettings {
  const { movetimeMs, strength } = objectOf("engine", value) as Fields;
  return {
    movetimeMs: whole("engine.movetimeMs", movetimeMs, 50, 10_000),
    ...(strength !== undefined && { strength: whole("engine.strength", strength, 1, 10) }),
  };
}

function fieldsOf(body: unknown): Fields {
  if (typeof body === "object" && body !== null && !Array.isArray(body)) return body as Fields;
  throw new Refusal(
    400,
    "BAD_REQUEST",
    "The body must be a JSON object, with Content-Type: application/json.",
  );
}

function optional<Value>(
  fields: Fields,
  name: string,
  read: (value: unknown) => Value,
): Value | undefined {
  const value = fields[name];
  return value === undefined || value === null ? undefined : read(value);
}

function objectOf(name: string, value: unknown): object {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw badRequest(name, "must be an object");
}

function text(name: string, value: unknown, maxLength = 100): string {
  if (typeof value !== "string" || value === "") {
    throw badRequest(name, "must be a non-empty string");
  }
  if (value.length > maxLength) {
    throw badRequest(name, `must have at most ${maxLength} characters`);
  }
  return value;
}

const textOrNone = (name: string, fields: Fields): string =>
  fields[name] === undefined || fields[name] === "" ? "" : text(name, fields[name]);

function whole(name: string, value: unknown, min: number, max: number): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= min && value <= max) {
    return value;
  }
  throw badRequest(name, `must be a whole number from ${min} to ${max}`);
}

function oneOf<Word extends string>(words: readonly Word[], name: string, value: unknown): Word {
  const word = words.find((one) => one === value);
  if (word === undefined) throw badRequest(name, `must be one of ${words.join(", ")}`);
  return word;
}
