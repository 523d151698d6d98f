import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";

import { deployFolder, deployed, readRules, readYaml, run } from "./files.mjs";

const alerts = readRules().filter((rule) => rule.alert);
const testFiles = ["budgets_test.yml", "jobs_test.yml", "rules_test.yml", "slow_burn_test.yml"];

test("promtool accepts prometheus.yml and the rules", () => {
  run("promtool", "check", "config", "prometheus/prometheus.yml");
});

test("the tests of the rules pass", () => {
  run("promtool", "test", "rules", ...testFiles.map((name) => `prometheus/${name}`));
});

test("every alert fires in a test", () => {
  const fired = new Set(testFiles.flatMap((name) => readYaml(deployed(`prometheus/${name}`)))
    .flatMap(({ tests }) => tests).flatMap((one) => one.alert_rule_test ?? [])
    .filter((check) => check.exp_alerts.length > 0).map((check) => check.alertname));
  assert.deepEqual([...fired].sort(), alerts.map((rule) => rule.alert).sort());
});

test("every alert has a severity, and a runbook that names it", () => {
  for (const { alert, labels, annotations } of alerts) {
    assert.match(labels.severity, /^(page|ticket)$/, alert);
    assert.match(annotations.runbook, /^deploy\/runbooks\/[a-z-]+\.md$/, alert);
    const page = annotations.runbook.replace(/^deploy\//, "");
    assert.ok(existsSync(`${deployFolder}/${page}`), `${alert}: ${annotations.runbook} does not exist`);
    assert.match(deployed(page).split("\n")[0], new RegExp(`\\b${alert}\\b`));
  }
});
