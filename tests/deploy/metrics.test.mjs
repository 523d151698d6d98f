import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import { deployFolder, deployed, readRules, readYaml, run } from "./files.mjs";

// What the page lists is what the service exports: MetricsOfServer.ThePageListsWhatIsExported.
const page = readFileSync(new URL("../../docs/metrics.md", import.meta.url), "utf8");
const exported = new Set([...page.matchAll(/^\| `(\w+)` \| (\w+) \|/gm)].flatMap(([, name, type]) =>
  type === "histogram" ? ["_bucket", "_count", "_sum"].map((end) => name + end) : [name]));

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
    .flatMap(namesIn);
  assert.ok(named.length > 30);
  for (const name of named) assert.ok(exported.has(name), `nobody exports ${name}`);
});

test("each expression asks for something of Arbiter's, and for records that exist", () => {
  const records = new Set(readRules().map((rule) => rule.record));
  for (const [where, text] of expressions) {
    const recorded = recordsIn(text);
    assert.ok(namesIn(text).length + recorded.length > 0 || text.includes("up{"), where);
    for (const name of recorded) assert.ok(records.has(name), `${where}: no ${name}`);
  }
});

test("panels of the dashboard lie beside each other, each with an id of its own", () => {
  assert.equal(new Set(dashboard.panels.map(({ id }) => id)).size, dashboard.panels.length);
  const taken = new Set();
  for (const { title, gridPos: { x, y, w, h } } of dashboard.panels) {
    assert.ok(x + w <= 24, title);
    for (let cell = 0; cell < w * h; ++cell) {
      const place = `${x + (cell % w)},${y + Math.floor(cell / w)}`;
      assert.ok(!taken.has(place), `${title} lies on another panel`);
      taken.add(place);
    }
  }
});
