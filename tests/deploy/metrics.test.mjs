import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import { deployFolder, deployed, readRules, readYaml, run } from "./files.mjs";

// tests/service/metrics_test.cc checks that the page lists exactly the exported metrics.
const page = readFileSync(new URL("../../docs/metrics.md", import.meta.url), "utf8");
const exported = new Set([...page.matchAll(/^\| `(\w+)` \| (\w+) \|/gm)].flatMap(([, name, type]) =>
  type === "histogram" ? ["_bucket", "_count", "_sum"].map((end) => name + end) : [name]));

// The labels of each metric: those in its row, those that a scrape adds, and `le` for the buckets
// of a histogram.
const labelsOf = new Map([...page.matchAll(/^\| `(\w+)` \| (\w+) \| ([^|]*)\|/gm)].flatMap(
  ([, name, type, column]) => {
    const labels = new Set(["job", "instance", ...[...column.matchAll(/`(\w+)`/g)].map((m) => m[1])]);
    return type === "histogram" ? [[`${name}_bucket`, new Set([...labels, "le"])],
      [`${name}_count`, labels], [`${name}_sum`, labels]] : [[name, labels]];
  }));
const reasons = new Set([...readFileSync(
  new URL("../../proto/arbiter/v1/errors.proto", import.meta.url), "utf8")
  .matchAll(/^ {2}ERROR_REASON_(\w+) = \d+;/gm)].map((match) => match[1]));

// The tables that statements in runbooks read.
const tables = new Set([...readFileSync(new URL("../../service/jobs/schema.cc", import.meta.url), "utf8")
  .matchAll(/CREATE TABLE (\w+) \(/g)].map((match) => match[1]));

const namesIn = (text) => text.match(/\b(grpc_server|arbiter)_[a-z0-9_]+/g) ?? [];
const recordsIn = (text) => text.match(/\barbiter:[a-z0-9_:]+/g) ?? [];

const dashboard = JSON.parse(deployed("grafana/arbiter.json"));
const panels = dashboard.panels.filter((panel) => panel.type !== "row");
const autoscaler = readYaml(run("kubectl", "kustomize", "kubernetes/base"))
  .find((object) => object.kind === "HorizontalPodAutoscaler");
const runbooks = readdirSync(`${deployFolder}/runbooks`).map((name) => `runbooks/${name}`);

const expressions = new Map([
  ...readRules().map((rule) => [rule.alert ?? rule.record, rule.expr]),
  ...panels.flatMap(({ title, targets }) => targets.map((t) => [`panel ${title}`, t.expr])),
  ...dashboard.templating.list.map((variable) => [variable.name, JSON.stringify(variable.query)])
    .filter(([, query]) => query.includes("label_values")),
]);

test("the service exports every metric that rules, dashboard, runbooks and autoscaler name", () => {
  const named = [...expressions.values(), ...runbooks.map(deployed),
    ...autoscaler.spec.metrics.flatMap((metric) => metric.pods?.metric.name ?? [])]
    .flatMap(namesIn).filter((name) => !tables.has(name));
  assert.ok(named.length > 30);
  for (const name of named) assert.ok(exported.has(name), `the service does not export ${name}`);
});

test("every label in a selector or an aggregation is a label of the metric", () => {
  let selectors = 0;
  for (const [where, text] of expressions) {
    const known = new Set();
    for (const name of namesIn(text)) for (const label of labelsOf.get(name)) known.add(label);
    for (const [, name, matchers] of text.matchAll(/\b((?:grpc_server|arbiter)_\w+)\{([^}]*)\}/g)) {
      for (const [, label] of matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*\\?"/g)) {
        assert.ok(labelsOf.get(name).has(label), `${where}: ${name} has no ${label}`);
        ++selectors;
      }
    }
    for (const [, list] of text.matchAll(/\bby \(([^)]*)\)/g)) {
      for (const label of list.split(/,\s*/)) assert.ok(known.has(label), `${where}: by ${label}`);
    }
  }
  assert.ok(selectors > 60);
});

// docs/metrics.md names the reasons in the last column.
const brokenOff = "arbiter_connections_broken_off_total";
const breakReasons = new Set(page.match(new RegExp(`^\\| \`${brokenOff}\`.*$`, "m"))[0].split("|")[4]
  .match(/(?<=`)\w+(?=` \()/g));

test("every reason is one of errors.proto or of broken connections", () => {
  const texts = [...expressions, ...[...runbooks, "prometheus/rules_test.yml"]
    .map((name) => [name, deployed(name)])];
  let named = 0;
  for (const [where, text] of texts) {
    for (const [, name, values] of
      text.matchAll(/\b(\w+)\{[^}]*\breason(?:=~|!~|!=|=)"([^"]*)"/g)) {
      const known = name === brokenOff ? breakReasons : reasons;
      for (const value of values.split("|")) {
        assert.ok(known.has(value), `${where}: unknown reason ${value} of ${name}`);
        ++named;
      }
    }
  }
  assert.ok(named > 5);
});

test("each expression uses metrics of Arbiter, and recording rules that exist", () => {
  const records = new Set(readRules().map((rule) => rule.record));
  for (const [where, text] of expressions) {
    const recorded = recordsIn(text);
    assert.ok(namesIn(text).length + recorded.length > 0 || text.includes("up{"), where);
    for (const name of recorded) assert.ok(records.has(name), `${where}: unknown ${name}`);
  }
});

test("panels of the dashboard do not overlap and have unique ids", () => {
  assert.equal(new Set(dashboard.panels.map(({ id }) => id)).size, dashboard.panels.length);
  const taken = new Set();
  for (const { title, gridPos: { x, y, w, h } } of dashboard.panels) {
    assert.ok(x + w <= 24, title);
    for (let cell = 0; cell < w * h; ++cell) {
      const place = `${x + (cell % w)},${y + Math.floor(cell / w)}`;
      assert.ok(!taken.has(place), `${title} overlaps another panel`);
      taken.add(place);
    }
  }
});
