// The licenses of packages that do not state them in a form that programs can read: Debian's source packages,
// under the names that deploy/debian/copyright uses, and those of Python's index.

import { readFileSync } from "node:fs";

export const LICENSES = JSON.parse(readFileSync(new URL("licenses.json", import.meta.url), "utf8"));

/** Returns the license of a package as an SPDX expression. */
export function licenseOf(registry, name) {
  const license = LICENSES[registry][name]?.license;
  if (!license) throw new Error(`licenses.json does not state the license of ${name} (${registry})`);
  return license;
}
