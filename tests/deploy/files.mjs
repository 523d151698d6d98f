// What the tests of deploy/ share: its files, and the programs that read them.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const deployFolder = fileURLToPath(new URL("../../deploy", import.meta.url));

export const deployed = (name) => readFileSync(`${deployFolder}/${name}`, "utf8");

/** What a program prints, in deploy/; throws with what it complains about. */
export const run = (program, ...options) =>
  execFileSync(program, options, { cwd: deployFolder, encoding: "utf8", stdio: "pipe" });

/** The documents of a text of YAML. */
export const readYaml = (text) => JSON.parse(execFileSync("/usr/bin/python3", ["-c",
  "import json, sys, yaml; json.dump(list(yaml.safe_load_all(sys.stdin)), sys.stdout)"],
  { input: text, encoding: "utf8" }));

/** The groups of rules.yml, as one list of rules. */
export const readRules = () =>
  readYaml(deployed("prometheus/rules.yml"))[0].groups.flatMap((group) => group.rules);
