// Access to the files of deploy/, shared by its tests.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const deployFolder = fileURLToPath(new URL("../../deploy", import.meta.url));

export const deployed = (name) => readFileSync(`${deployFolder}/${name}`, "utf8");

/** Runs a program in deploy/ and returns its output; throws with its error messages if it fails. */
export const run = (program, ...options) =>
  execFileSync(program, options, { cwd: deployFolder, encoding: "utf8", stdio: "pipe" });

/** Parses YAML into an array of documents. */
export const readYaml = (text) => JSON.parse(execFileSync("/usr/bin/python3", ["-c",
  "import json, sys, yaml; json.dump(list(yaml.safe_load_all(sys.stdin)), sys.stdout)"],
  { input: text, encoding: "utf8" }));

/** Returns the rules of all groups of rules.yml. */
export const readRules = () =>
  readYaml(deployed("prometheus/rules.yml"))[0].groups.flatMap((group) => group.rules);
