// Checks of fields that have been read. A field that does not fit is a Failure of the file.

import { Failure } from "./failure.mjs";

/** Returns whether a field has a value other than its default. */
export function isGiven(parent, name) {
  const value = parent[name];
  const isEmpty = typeof value === "object" && Object.keys(value).length === 0;
  return ![undefined, "", false, "UNSPECIFIED"].includes(value) && !isEmpty;
}

export function refuseField(path, reason) {
  throw new Failure("file", `${path}: ${reason}`);
}

/** Returns the value of an enumeration, or `initial` if it is not given. */
export const enumAt = (parent, name, initial) => (isGiven(parent, name) ? parent[name] : initial);
