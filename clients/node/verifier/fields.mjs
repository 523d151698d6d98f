// Fields of proto JSON, where absent, null and empty mean the same, and a name may be written as in
// the .proto file too. What is wrong is a Failure of the file.

import { Failure } from "./failure.mjs";

export const isObject = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const inSnakeCase = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Undefined where there is none. */
const valueAt = (parent, name) => parent[name] ?? parent[inSnakeCase(name)] ?? undefined;

/** Whether a field says something. */
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
  if (!isObject(value)) refuseField(name, "needs an object");
  return value;
}

export function textAt(parent, name) {
  const value = valueAt(parent, name) ?? "";
  if (typeof value !== "string") refuseField(name, "needs a text");
  return value;
}

export function flagAt(parent, name) {
  const value = valueAt(parent, name) ?? false;
  if (typeof value !== "boolean") refuseField(name, "needs true or false");
  return value;
}

/** The bare names of `values` are also read with the prefix; the first is the default. */
export function enumAt(parent, name, prefix, values) {
  const text = textAt(parent, name);
  const value = text.replace(new RegExp(`^${prefix}`), "");
  if (value === "" || value === "UNSPECIFIED") return values[0];
  if (!values.includes(value)) refuseField(name, `unknown ${text}`);
  return value;
}

/** A whole number in its range; `initial` where there is none. */
export function numberAt(parent, name, { initial, least, most }) {
  const value = valueAt(parent, name);
  if (value === undefined) return initial;
  const number = wholeNumber(value);
  if (number === null) refuseField(name, "needs a whole number");
  if (number < least || number > most) refuseField(name, `needs ${least} to ${most}`);
  return number;
}

export function listAt(parent, name) {
  const value = valueAt(parent, name) ?? [];
  if (!Array.isArray(value)) refuseField(name, "needs a list");
  return value;
}

/** Proto JSON has numbers of 64 bits as texts. */
export function wholeNumber(value) {
  const isText = typeof value === "string" && /^-?\d+$/.test(value);
  const number = isText ? Number(value) : value;
  return Number.isSafeInteger(number) ? number : null;
}
