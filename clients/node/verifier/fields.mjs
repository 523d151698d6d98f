// Reads fields of proto JSON. In it, absent, null and empty values are equivalent, and names can
// also be written as in the .proto file. An invalid field is a Failure of the file.

import { Failure } from "./failure.mjs";

export const isObject = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const toSnakeCase = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Returns undefined if the field is absent. */
const valueAt = (parent, name) => parent[name] ?? parent[toSnakeCase(name)] ?? undefined;

/** Returns whether a field has a value other than its default. */
export function isGiven(parent, name) {
  const value = valueAt(parent, name);
  const isEmpty = isObject(value) && Object.keys(value).length === 0;
  return ![undefined, "", false].includes(value) && !isEmpty;
}

export function refuseField(name, reason) {
  throw new Failure("file", `${name}: ${reason}`);
}

export function objectAt(parent, name) {
  const value = valueAt(parent, name) ?? {};
  if (!isObject(value)) refuseField(name, "must be an object");
  return value;
}

export function textAt(parent, name) {
  const value = valueAt(parent, name) ?? "";
  if (typeof value !== "string") refuseField(name, "must be a string");
  return value;
}

export function flagAt(parent, name) {
  const value = valueAt(parent, name) ?? false;
  if (typeof value !== "boolean") refuseField(name, "must be true or false");
  return value;
}

/** Reads one of `values`, with or without the prefix. The first value is the default. */
export function enumAt(parent, name, prefix, values) {
  const text = textAt(parent, name);
  const value = text.replace(new RegExp(`^${prefix}`), "");
  if (value === "" || value === "UNSPECIFIED") return values[0];
  if (!values.includes(value)) refuseField(name, `unknown ${text}`);
  return value;
}

/** Reads an integer from `min` to `max`. Returns `initial` if the field is absent. */
export function numberAt(parent, name, { initial, min, max }) {
  const value = valueAt(parent, name);
  if (value === undefined) return initial;
  const number = parseInteger(value);
  if (number === null) refuseField(name, "must be an integer");
  if (number < min || number > max) refuseField(name, `must be from ${min} to ${max}`);
  return number;
}

export function listAt(parent, name) {
  const value = valueAt(parent, name) ?? [];
  if (!Array.isArray(value)) refuseField(name, "must be an array");
  return value;
}

/**
 * Parses an integer, which is a string in proto JSON if it has 64 bits. Returns null if the value
 * is not an integer.
 */
export function parseInteger(value) {
  const isText = typeof value === "string" && /^-?\d+$/.test(value);
  const number = isText ? Number(value) : value;
  return Number.isSafeInteger(number) ? number : null;
}
