import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { deployFolder, deployed, run } from "./files.mjs";

// The unit of HAProxy can bind ports below 1024.
for (const [name, exposure] of [["arbiterd", 15], ["arbiter-front", 20]]) {
  test(`systemd knows every setting of ${name} and rates its exposure as low`, () => {
    const file = `systemd/${name}.service`;
    const verify = spawnSync("systemd-analyze", ["verify", `${deployFolder}/${file}`],
      { encoding: "utf8" });
    assert.doesNotMatch(verify.stderr, /Unknown|Failed to parse|Invalid|ignoring/i);
    run("systemd-analyze", "security", "--offline=yes", `--threshold=${exposure}`, "--no-pager",
      file);
  });
}

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
  assert.doesNotMatch(settings, /^(trust-network|proxy-protocol-from)/m);
});

test("the package recommends what jobs need, and shows valid settings for them", (context) => {
  assert.match(deployed("debian/package.cmake"), /^set\(CPACK_DEBIAN_PACKAGE_RECOMMENDS ".*\blibpq5\b/m);
  const folder = mkdtempSync(join(tmpdir(), "arbiter_settings_"));
  context.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "jobs-password"), "secret");
  const shown = deployed("debian/arbiterd.toml");
  const settings = shown.replace(/^#(jobs.* = )/gm, "$1").replace("/etc/arbiter/jobs-password", join(folder, "jobs-password"));
  assert.notEqual(settings, shown);
  writeFileSync(join(folder, "arbiterd.toml"), settings);
  const printed = run(process.env.ARBITERD, "--config", join(folder, "arbiterd.toml"), "--print-config");
  assert.match(printed, /^jobs = "postgresql:.*sslmode=verify-full"$/m);
});

test("front.env shows every variable of haproxy.cfg, with its default", () => {
  const used = new Map();
  for (const [, name, , value] of deployed("haproxy/haproxy.cfg")
    .matchAll(/"\$\{(ARBITER_\w+)(-([^}]*))?\}"/g)) used.set(name, value);
  assert.ok(used.size > 10);
  const shown = new Map([...deployed("debian/front.env").matchAll(/^#(ARBITER_\w+)=(.+)$/gm)]
    .map(([, name, value]) => [name, value]));
  assert.deepEqual([...shown.keys()].sort(), [...used.keys()].sort());
  for (const [name, value] of used) if (value) assert.equal(shown.get(name), value);
  assert.doesNotMatch(deployed("debian/front.env"), /^[^#\n]/m, "nothing is set");
});

test("behind the front, arbiterd listens where HAProxy calls it, and serves nobody else", () => {
  const environment = Object.fromEntries(deployed("systemd/arbiterd.service.d/front.conf")
    .match(/^Environment=(.*)$/m)[1].split(" ").map((setting) => setting.split("=")));
  const [, replica] = deployed("haproxy/haproxy.cfg").match(/\$\{ARBITER_REPLICA_1-([^}]*)\}/);
  assert.deepEqual(environment,
    { ARBITER_LISTEN: replica, ARBITER_PROXY_PROTOCOL_FROM: "127.0.0.1/32" });
});
