import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { deployFolder, readYaml, run } from "./files.mjs";

const { ARBITERD } = process.env;

const render = (folder) => readYaml(run("kubectl", "kustomize", `kubernetes/${folder}`));
const base = render("base");
const example = render("overlays/example");
const open = render("overlays/open");

const of = (kind, objects) => objects.find((object) => object.kind === kind);
const podOf = (objects) => of("Deployment", objects).spec.template;
const containerOf = (objects) => podOf(objects).spec.containers[0];
const portsOf = (objects) =>
  new Map(containerOf(objects).ports.map(({ name, containerPort }) => [name, containerPort]));
const flagOf = (objects, name) => containerOf(objects).args
  .find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
const flagNames = (objects) =>
  containerOf(objects).args.map((arg) => arg.match(/^--([a-z-]+)/)[1]);
// The settings in effect, including defaults.
const settingsOf = (objects) => new Map(
  run(ARBITERD, ...containerOf(objects).args, "--print-config").trimEnd().split("\n")
    .map((line) => line.match(/^([a-z-]+) = "?(.*?)"?$/).slice(1)));
const selects = (selector, labels) => Object.keys(selector).length > 0
  && Object.entries(selector).every(([name, value]) => labels[name] === value);

for (const [name, objects] of Object.entries({ base, example, open })) {
  test(`${name}: there is one object of each kind`, () => {
    assert.deepEqual(objects.map((object) => object.kind).sort(), ["Deployment",
      "HorizontalPodAutoscaler", "NetworkPolicy", "PodDisruptionBudget", "Service",
      "ServiceMonitor"]);
  });

  test(`${name}: every selector matches the pods, and the monitor's matches the Service`, () => {
    const { labels } = podOf(objects).metadata;
    const deployment = of("Deployment", objects).spec;
    const selectors = [deployment.selector.matchLabels, of("Service", objects).spec.selector,
      of("PodDisruptionBudget", objects).spec.selector.matchLabels,
      of("NetworkPolicy", objects).spec.podSelector.matchLabels,
      ...podOf(objects).spec.topologySpreadConstraints.map((c) => c.labelSelector.matchLabels)];
    for (const selector of selectors) assert.ok(selects(selector, labels), selector);
    assert.ok(selects(of("ServiceMonitor", objects).spec.selector.matchLabels,
      of("Service", objects).metadata.labels));
  });

  test(`${name}: the autoscaler scales the Deployment, by processor and by calls`, () => {
    const { scaleTargetRef, metrics, minReplicas } = of("HorizontalPodAutoscaler", objects).spec;
    assert.equal(scaleTargetRef.kind, "Deployment");
    assert.equal(scaleTargetRef.name, of("Deployment", objects).metadata.name);
    assert.equal(of("Deployment", objects).spec.replicas, undefined, "only the autoscaler sets it");
    assert.ok(minReplicas >= 3);
    assert.deepEqual(metrics.map((m) => m.resource?.name ?? m.pods.metric.name),
      ["cpu", "arbiter_in_flight_requests"]);
    assert.ok(containerOf(objects).resources.requests.cpu, "utilisation is relative to the request");
  });

  test(`${name}: all objects use the ports that arbiterd listens on`, () => {
    const ports = portsOf(objects);
    assert.equal(flagOf(objects, "listen"), `[::]:${ports.get("grpc")}`);
    assert.equal(flagOf(objects, "metrics-listen"), `[::]:${ports.get("metrics")}`);
    for (const { port, targetPort } of of("Service", objects).spec.ports) {
      assert.equal(port, ports.get(targetPort));
    }
    const named = of("Service", objects).spec.ports.map((port) => port.name);
    for (const { port } of of("ServiceMonitor", objects).spec.endpoints) {
      assert.ok(named.includes(port));
    }
    const allowed = of("NetworkPolicy", objects).spec.ingress.flatMap((rule) => rule.ports);
    assert.deepEqual(allowed.map(({ port }) => port), [...ports.values()]);
  });

  test(`${name}: the Service is headless, so that clients reach every replica`, () => {
    assert.equal(of("Service", objects).spec.clusterIP, "None");
  });

  test(`${name}: arbiterd runs without root, privileges or a writable root file system`, () => {
    const pod = podOf(objects).spec;
    assert.equal(pod.securityContext.runAsNonRoot, true);
    assert.ok(pod.securityContext.runAsUser > 0);
    assert.equal(pod.securityContext.seccompProfile.type, "RuntimeDefault");
    assert.equal(pod.automountServiceAccountToken, false);
    assert.deepEqual(containerOf(objects).securityContext, { allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true, capabilities: { drop: ["ALL"] } });
    assert.ok(containerOf(objects).resources.limits.memory);
  });

  test(`${name}: the memory that arbiterd is allowed to use is within the limit`, () => {
    const settings = settingsOf(objects);
    const setting = (key) => {
      assert.match(settings.get(key) ?? "", /^\d+$/, key);
      return Number(settings.get(key));
    };
    const limit = containerOf(objects).resources.limits.memory;
    assert.match(limit, /^\d+Gi$/);
    const megabytes = Number.parseInt(limit, 10) * 1024;
    // The sum of docs/operations.md. As many interrupted analyses as running ones hold tables.
    const running = 2 * setting("analysis-threads") * setting("max-hash-mb");
    const idle = setting("analysis-threads") * setting("hash-mb") + setting("max-hash-mb");
    assert.equal(settings.get("analysis-cache"), "memory");
    const heap = Math.min(160 + setting("max-connections") / 16, megabytes / 2) + 128 + 64;
    const program = 32;
    const sum = running + idle + setting("analysis-cache-mb") + heap + program;
    assert.ok(sum <= megabytes, `${sum} MiB`);
  });

  test(`${name}: probes use the metrics port and tolerate several failures`, () => {
    const { startupProbe, livenessProbe, readinessProbe } = containerOf(objects);
    const { metrics } = Object.fromEntries(portsOf(objects));
    assert.ok(metrics);
    for (const [probe, path] of [[startupProbe, "/healthz"], [livenessProbe, "/healthz"],
      [readinessProbe, "/readyz"]]) {
      assert.deepEqual(probe.httpGet, { path, port: "metrics" });
      assert.equal(probe.grpc, undefined);
    }
    const patience = ({ periodSeconds, failureThreshold }) => periodSeconds * failureThreshold;
    assert.ok(patience(livenessProbe) >= 60);
    assert.ok(patience(startupProbe) >= 60);
    assert.ok(patience(readinessProbe) >= 10);
    for (const probe of [livenessProbe, readinessProbe]) assert.ok(probe.failureThreshold >= 3);
  });

  test(`${name}: at most one replica is removed at a time`, () => {
    assert.equal(of("PodDisruptionBudget", objects).spec.maxUnavailable, 1);
    const { rollingUpdate } = of("Deployment", objects).spec.strategy;
    assert.deepEqual(rollingUpdate, { maxUnavailable: 0, maxSurge: 1 });
    assert.ok(of("HorizontalPodAutoscaler", objects).spec.minReplicas >= 3);
  });

  test(`${name}: a pod has enough time to drain`, () => {
    const needed = Number(flagOf(objects, "drain-delay-ms"))
      + Number(flagOf(objects, "grace-period-ms"));
    assert.ok(needed > 0);
    assert.ok(podOf(objects).spec.terminationGracePeriodSeconds * 1000 > needed);
  });
}

test("base: only clients and scrapers may connect, and no connection goes out", () => {
  const { policyTypes, ingress, egress } = of("NetworkPolicy", base).spec;
  assert.deepEqual(policyTypes, ["Ingress", "Egress"]);
  assert.deepEqual(egress, []);
  for (const { from } of ingress) assert.equal(from.length, 1);
});

test("base: arbiterd accepts its settings", () => {
  assert.match(run(ARBITERD, ...containerOf(base).args, "--validate"), /valid/);
});

test("example: every flag of the base is present, except for --insecure", () => {
  const names = flagNames(example);
  for (const name of flagNames(base)) assert.ok(name === "insecure" || names.includes(name), name);
  for (const name of ["drain-delay-ms", "grace-period-ms", "analysis-threads", "max-hash-mb"]) {
    assert.equal(flagOf(example, name), flagOf(base, name));
  }
});

test("example: only arbiterd's user and group can read the key", () => {
  const { securityContext, volumes: [{ secret }] } = podOf(example).spec;
  assert.equal(secret.defaultMode, 0o440);
  assert.equal(securityContext.fsGroup, securityContext.runAsGroup);
});

test("example: uses TLS with a mounted Secret, and not --insecure", () => {
  assert.ok(!containerOf(example).args.includes("--insecure"));
  const [mount] = containerOf(example).volumeMounts;
  const [volume] = podOf(example).spec.volumes;
  assert.equal(mount.name, volume.name);
  for (const flag of ["tls-cert", "tls-key"]) {
    assert.ok(flagOf(example, flag).startsWith(`${mount.mountPath}/tls.`));
  }
});

test("example: sets a namespace and an image", () => {
  for (const { metadata } of example) assert.equal(metadata.namespace, "chess");
  assert.equal(containerOf(example).image, "registry.example/chess/arbiter");
});

test("an image can be set only by its digest", (context) => {
  const folder = mkdtempSync(join(tmpdir(), "arbiter_kubernetes_"));
  context.after(() => rmSync(folder, { recursive: true }));
  cpSync(`${deployFolder}/kubernetes`, folder, { recursive: true });
  const overlay = `${folder}/overlays/example`;
  const setImage = (image) => run("kubernetes/set-image.sh", overlay, image);
  const imageOf = (name) => containerOf(readYaml(run("kubectl", "kustomize",
    `${folder}/overlays/${name}`))).image;
  for (const image of ["registry.example/arbiter:0.1.0", "registry.example/arbiter",
    "registry.example/arbiter@sha256:12"]) {
    assert.throws(() => setImage(image), /IMAGE@sha256:DIGEST/);
  }
  for (const digit of ["a", "b"]) {
    const image = `registry.example:5000/chess/arbiter@sha256:${digit.repeat(64)}`;
    setImage(image);
    for (const name of ["example", "open"]) assert.equal(imageOf(name), image);
  }
});

test("open: every flag of the example is present, with the same value", () => {
  for (const name of flagNames(example)) assert.equal(flagOf(open, name), flagOf(example, name));
});

test("open: API keys and certificate authorities come from a mounted Secret", () => {
  const mounts = containerOf(open).volumeMounts;
  const { volumes } = podOf(open).spec;
  for (const [flag, secret] of [["tls-cert", "arbiter-tls"], ["tls-key", "arbiter-tls"],
    ["api-keys", "arbiter-access"], ["tls-client-ca", "arbiter-access"]]) {
    const mount = mounts.find(({ mountPath }) => flagOf(open, flag).startsWith(`${mountPath}/`));
    assert.equal(mount.readOnly, true);
    const volume = volumes.find(({ name }) => name === mount.name);
    assert.deepEqual(volume.secret, { secretName: secret, defaultMode: 0o440 });
  }
});

test("open: only HAProxy reaches the replicas, and it names the clients' addresses", () => {
  const { policyTypes, ingress: [calls, metrics], egress } = of("NetworkPolicy", open).spec;
  assert.deepEqual(policyTypes, ["Ingress", "Egress"]);
  assert.deepEqual(egress, []);
  const haproxy = { "app.kubernetes.io/name": "arbiter-haproxy" };
  assert.deepEqual(calls.from, [{ podSelector: { matchLabels: haproxy } }]);
  assert.deepEqual(calls.ports.map(({ port }) => port), [50051]);
  assert.deepEqual(metrics.ports.map(({ port }) => port), [9464]);
  assert.match(flagOf(open, "proxy-protocol-from"), /^[0-9.]+\/\d+$/);
});
