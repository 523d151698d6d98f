// The types of fields in proto JSON. A type has
//   required     what an error says about a value of another type
//   fromText(text), fromNumber(number), fromBoolean(value)
//                convert a string, the text of a number or a boolean to a value of the type, or
//                return null if it is none; absent if the type has no such values
//   describe(value)
//                what an error says about a value that cannot be converted; by default `required`
//   fields, names, oneof
//                of an object: the types of its fields, their names by each of their two spellings,
//                and the fields of which only one may be given
//   element      of an array: the type of its elements

import { decodeBase64 } from "./base64.mjs";
import { quoted } from "./printable.mjs";

/** The maximum length of an integer, which is more than any that is in range. */
const MAX_DIGITS = 40;
const PLAIN_INTEGER = /^-?(?:0|[1-9][0-9]*)$/;

export const toSnakeCase = (name) =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Returns the text that an error adds after an unknown name. */
export const knownNames = (names) => (names.length === 0 ? "" : ` (known: ${names.join(", ")})`);

export const TEXT = { required: "must be a string", fromText: (text) => text };

/** Bytes in base64, which become a Uint8Array. */
export const BYTES = { required: "must be a string in base64", fromText: decodeBase64 };

export const FLAG = { required: "must be true or false", fromBoolean: (value) => value };

/** An integer from `min` to `max`, which are BigInts. It may also be a string. */
function integers(min, max) {
  const fromNumber = (number) => {
    const value = parseInteger(number);
    return value !== null && value >= min && value <= max ? Number(value) : null;
  };
  return {
    required: `must be an integer from ${min} to ${max}`,
    fromNumber,
    fromText: (text) => (PLAIN_INTEGER.test(text) ? fromNumber(text) : null),
  };
}

/** Returns a BigInt; null if the JSON number is not an integer. */
function parseInteger(number) {
  if (PLAIN_INTEGER.test(number)) return number.length > MAX_DIGITS ? null : BigInt(number);
  const real = Number(number);
  return Number.isSafeInteger(real) ? BigInt(real) : null;
}

export const UINT32 = integers(0n, 2n ** 32n - 1n);
export const INT64 = integers(-(2n ** 63n), 2n ** 63n - 1n);

/**
 * One of several values, in the order of their numbers from 0, given by name or number. The result
 * is the name without the prefix.
 */
export function enumeration(prefix, values) {
  const known = knownNames(values.map((value) => `${prefix}${value}`));
  return {
    required: "must be the name or the number of a value",
    describe: (value) => `unknown value ${quoted(value)}${known}`,
    fromText: (text) => values.find((value) => text === `${prefix}${value}`) ?? null,
    fromNumber: (number) => values[Number(parseInteger(number) ?? -1n)] ?? null,
  };
}

export function object(fields, { oneof = [] } = {}) {
  const names = Object.keys(fields).flatMap((name) => [[name, name], [toSnakeCase(name), name]]);
  return { required: "must be an object", fields, oneof, names: new Map(names) };
}

export const list = (element) => ({ required: "must be an array", element });
