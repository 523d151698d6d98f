// Finds the Debian packages that a program of build/release is made of.

import { spawnSync } from "node:child_process";
import { realpathSync } from "node:fs";

const BUILD = "build/release";

/** Runs a program and returns the lines of its output. */
export function linesOf(program, ...options) {
  const { status, stdout, stderr, error } = spawnSync(program, options,
    { encoding: "utf8", maxBuffer: 2 ** 28, env: { ...process.env, LC_ALL: "C" } });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
  return stdout.split("\n").filter((line) => line !== "");
}

/** Returns the names of the packages that contain these files. */
function packagesOf(files) {
  // dpkg knows a path either with or without /usr.
  const paths = files.map((file) => realpathSync(file).replace(/^\/usr\//, "/"));
  const { stdout } = spawnSync("dpkg-query",
    ["--search", ...paths.flatMap((path) => [path, `/usr${path}`])], { encoding: "utf8", maxBuffer: 2 ** 28 });
  const owners = new Map([...stdout.matchAll(/^([^\s:,]+)(?:[:,].*)?: (?:\/usr)?(\/.*)$/gm)]
    .map(([, owner, path]) => [path, owner]));
  const unowned = paths.filter((path) => !owners.has(path));
  if (unowned.length > 0) throw new Error(`no Debian package contains ${unowned.join(", ")}`);
  return new Set(owners.values());
}

/** Returns the source packages of binary packages, as a map from names to versions. */
export const sourcesOf = (packages) => new Map(
  linesOf("dpkg-query", "--show", "--showformat", "${source:Package}\\t${source:Version}\\n", ...packages)
    .map((line) => line.split("\t")));

/** Returns the headers outside of the checkout that object files and precompiled headers include. */
function headersOf(objects) {
  const headers = new Set();
  let used = false;
  for (const line of linesOf("ninja", "-C", BUILD, "-t", "deps")) {
    if (!line.startsWith("    ")) used = objects.has(line.slice(0, line.indexOf(": ")));
    else if (used && line.startsWith("    /usr/")) headers.add(line.trim());
  }
  return headers;
}

/**
 * Returns the source packages of a program with the way in which they are part of it: STATIC_LINK,
 * DYNAMIC_LINK, or CONTAINS for those of which it only uses headers.
 */
export function linkedSources(program) {
  const path = `${BUILD}/bin/${program}`;
  const target = `bin/${program}`;
  const inputs = linesOf("ninja", "-C", BUILD, "-t", "inputs", target);
  const objects = new Set(inputs.filter((input) => /\.(o|pch)$/.test(input)));
  const archives = linesOf("ninja", "-C", BUILD, "-t", "commands", "-s", target)
    .flatMap((line) => line.match(/(?<= )\/usr\/\S+\.a(?=\s)/g) ?? []);
  const libraries = linesOf("ldd", path).flatMap((line) => line.match(/\/\S+(?= \(0x)/) ?? []);
  const found = new Map();
  for (const [relationship, files] of [
    ["STATIC_LINK", archives], ["DYNAMIC_LINK", libraries], ["CONTAINS", [...headersOf(objects)]]]) {
    if (files.length === 0) throw new Error(`${path} has nothing for ${relationship}`);
    for (const [name, version] of sourcesOf(packagesOf(files))) {
      if (!found.has(name)) found.set(name, { name, version, relationship });
    }
  }
  return [...found.values()];
}
