// What the client libraries need at run time. Each requirement has the names of those that need it in
// `needed`, where null stands for the client itself.

import { readFileSync } from "node:fs";

import { licenseOf } from "./licenses.mjs";

/** Returns the packages of npm that the client for Node needs, in the versions of package-lock.json. */
export function requirementsOfNode() {
  const locked = JSON.parse(readFileSync("clients/package-lock.json", "utf8")).packages;
  const found = new Map();
  /** Returns where Node finds a package that one in `folder` requires. */
  const resolve = (folder, name) => {
    const path = `${folder === "" ? "" : `${folder}/`}node_modules/${name}`;
    if (path in locked) return path;
    if (folder === "") throw new Error(`package-lock.json does not contain ${name}`);
    return resolve(folder.replace(/\/?(node_modules\/)?[^/]+$/, ""), name);
  };
  const visit = (folder, by) => {
    for (const name of Object.keys(locked[folder].dependencies ?? {})) {
      const path = resolve(folder, name);
      const { version, license } = locked[path];
      const known = found.get(path);
      if (known) {
        known.needed.push(by);
        continue;
      }
      if (!license) throw new Error(`package-lock.json does not state the license of ${name}`);
      found.set(path, {
        name, registry: "npm", versionInfo: version, license, needed: [by],
        locator: `pkg:npm/${name.replace("@", "%40")}@${version}`,
      });
      visit(path, name);
    }
  };
  visit("node", null);
  return [...found.values()];
}

/** Returns the packages that the client for Python needs, with the versions that it accepts. */
export function requirementsOfPython() {
  const [, list] = readFileSync("clients/python/pyproject.toml", "utf8").match(/^dependencies = \[(.*)\]$/m);
  return [...list.matchAll(/"([\w.-]+)([^"]*)"/g)].map(([, name, versionInfo]) => ({
    name, registry: "pypi", versionInfo, license: licenseOf("pypi", name), needed: [null],
    locator: `pkg:pypi/${name}`,
  }));
}
