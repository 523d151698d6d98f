import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";

import { deployFolder, deployed, run } from "./files.mjs";

test("systemd knows every setting of the unit and rates its exposure as low", () => {
  const verify = spawnSync("systemd-analyze", ["verify", `${deployFolder}/systemd/arbiterd.service`],
    { encoding: "utf8" });
  assert.doesNotMatch(verify.stderr, /Unknown|Failed to parse|Invalid|ignoring/i);
  run("systemd-analyze", "security", "--offline=yes", "--threshold=15", "--no-pager",
    "systemd/arbiterd.service");
});

test("systemd waits longer than arbiterd takes to drain", () => {
  const stop = Number(deployed("systemd/arbiterd.service").match(/^TimeoutStopSec=(\d+)$/m)[1]);
  const setting = (name) =>
    Number(deployed("debian/arbiterd.toml").match(new RegExp(`^#? ?${name} = (\\d+)$`, "m"))[1]);
  assert.ok(stop * 1000 > setting("drain-delay-ms") + setting("grace-period-ms"));
});

const unit = Object.fromEntries([...deployed("systemd/arbiterd.service").matchAll(/^(\w+)=(.*)$/gm)]
  .map(([, name, value]) => [name, value]));

test("systemd learns of readiness and liveness, and restarts arbiterd after every failure", () => {
  assert.equal(unit.Type, "notify");
  assert.equal(unit.NotifyAccess, "main");
  assert.ok(Number(unit.WatchdogSec) >= 30, "a busy machine must not look like a dead process");
  assert.equal(unit.Restart, "on-failure");
  assert.equal(unit.StartLimitIntervalSec, "0");
  assert.match(unit.RestrictAddressFamilies, /\bAF_UNIX\b/);
});

test("systemd limits memory and threads", () => {
  assert.match(unit.MemoryMax, /^\d+%$/);
  assert.ok(Number.parseInt(unit.MemoryMax, 10) < 100);
  assert.equal(unit.MemorySwapMax, "0");
  assert.ok(Number(unit.TasksMax) > 0);
});

test("the settings of the package serve the local machine only", () => {
  const settings = deployed("debian/arbiterd.toml");
  for (const name of ["listen", "metrics-listen"]) {
    assert.match(settings, new RegExp(`^${name} = "127\\.0\\.0\\.1:\\d+"$`, "m"));
  }
  assert.doesNotMatch(settings, /^insecure/m);
});
