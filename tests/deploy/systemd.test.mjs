import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";

import { deployFolder, deployed, run } from "./files.mjs";

test("the unit of systemd: nothing in it is unknown, and little is left open", () => {
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
