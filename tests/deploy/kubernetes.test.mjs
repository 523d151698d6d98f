import assert from "node:assert/strict";
import { test } from "node:test";

import { readYaml, run } from "./files.mjs";

const { ARBITERD } = process.env;

const render = (folder) => readYaml(run("kubectl", "kustomize", `kubernetes/${folder}`));
const base = render("base");
const example = render("overlays/example");

const of = (kind, objects) => objects.find((object) => object.kind === kind);
const podOf = (objects) => of("Deployment", objects).spec.template;
const containerOf = (objects) => podOf(objects).spec.containers[0];
const portsOf = (objects) =>
  new Map(containerOf(objects).ports.map(({ name, containerPort }) => [name, containerPort]));
const flagOf = (objects, name) => containerOf(objects).args
  .find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
const flagNames = (objects) =>
  containerOf(objects).args.map((arg) => arg.match(/^--([a-z-]+)/)[1]);
// Defaults included.
const settingsOf = (objects) => new Map(
  run(ARBITERD, ...containerOf(objects).args, "--print-config").trimEnd().split("\n")
    .map((line) => line.match(/^([a-z-]+) = "?(.*?)"?$/).slice(1)));
const selects = (selector, labels) => Object.keys(selector).length > 0
  && Object.entries(selector).every(([name, value]) => labels[name] === value);

for (const [name, objects] of Object.entries({ base, example })) {
  test(`${name}: one object of each kind`, () => {
    assert.deepEqual(objects.map((object) => object.kind).sort(), ["Deployment",
      "HorizontalPodAutoscaler", "NetworkPolicy", "PodDisruptionBudget", "Service",
      "ServiceMonitor"]);
  });

  test(`${name}: every selector finds the pods, and the monitor the Service`, () => {
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
    assert.equal(of("Deployment", objects).spec.replicas, undefined, "the two would quarrel");
    assert.ok(minReplicas >= 3);
    assert.deepEqual(metrics.map((m) => m.resource?.name ?? m.pods.metric.name),
      ["cpu", "arbiter_in_flight_requests"]);
    assert.ok(containerOf(objects).resources.requests.cpu, "its share is of what is requested");
  });

  test(`${name}: ports are those that arbiterd listens on, everywhere`, () => {
    const ports = portsOf(objects);
    assert.equal(flagOf(objects, "listen"), `0.0.0.0:${ports.get("grpc")}`);
    assert.equal(flagOf(objects, "metrics-listen"), `0.0.0.0:${ports.get("metrics")}`);
    for (const { port, targetPort } of of("Service", objects).spec.ports) {
      assert.equal(port, ports.get(targetPort));
    }
    const named = of("Service", objects).spec.ports.map((port) => port.name);
    for (const { port } of of("ServiceMonitor", objects).spec.endpoints) {
      assert.ok(named.includes(port));
    }
    const allowed = of("NetworkPolicy", objects).spec.ingress.flatMap((rule) => rule.ports);
    assert.deepEqual(allowed.map(({ port }) => port), [...ports.values()]);
    const probes = [containerOf(objects).livenessProbe, containerOf(objects).readinessProbe];
    for (const { grpc, httpGet } of probes) {
      assert.ok(grpc ? grpc.port === ports.get("grpc") : ports.has(httpGet.port));
    }
  });

  test(`${name}: the Service is headless, so that clients see every replica`, () => {
    assert.equal(of("Service", objects).spec.clusterIP, "None");
  });

  test(`${name}: no root, no writing, no privilege`, () => {
    const pod = podOf(objects).spec;
    assert.equal(pod.securityContext.runAsNonRoot, true);
    assert.ok(pod.securityContext.runAsUser > 0);
    assert.equal(pod.securityContext.seccompProfile.type, "RuntimeDefault");
    assert.equal(pod.automountServiceAccountToken, false);
    assert.deepEqual(containerOf(objects).securityContext, { allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true, capabilities: { drop: ["ALL"] } });
    assert.ok(containerOf(objects).resources.limits.memory);
  });

  test(`${name}: the memory that arbiterd may take is within the limit`, () => {
    const settings = settingsOf(objects);
    const setting = (key) => {
      assert.match(settings.get(key) ?? "", /^\d+$/, key);
      return Number(settings.get(key));
    };
    const limit = containerOf(objects).resources.limits.memory;
    assert.match(limit, /^\d+Gi$/);
    const megabytes = Number.parseInt(limit, 10) * 1024;
    const running = setting("analysis-threads") * setting("max-hash-mb");
    const idle = setting("analysis-threads") * setting("hash-mb") + setting("max-hash-mb");
    assert.equal(settings.get("analysis-cache"), "memory");
    const heap = Math.min(512 + setting("max-connections") / 8, megabytes / 2);
    const program = 32;
    const sum = running + idle + setting("analysis-cache-mb") + heap + program;
    assert.ok(sum <= megabytes, `${sum} MiB`);
  });

  test(`${name}: a pod is granted the time that arbiterd takes to drain`, () => {
    const needed = Number(flagOf(objects, "drain-delay-ms"))
      + Number(flagOf(objects, "grace-period-ms"));
    assert.ok(needed > 0);
    assert.ok(podOf(objects).spec.terminationGracePeriodSeconds * 1000 > needed);
  });
}

test("base: gRPC probes, and liveness does not ask for readiness", () => {
  const { livenessProbe, readinessProbe } = containerOf(base);
  assert.equal(livenessProbe.grpc.service, "arbiter.v1.liveness");
  assert.equal(readinessProbe.grpc.service ?? "", "");
});

test("base: nobody but clients and scrapers is let in, and nothing goes out", () => {
  const { policyTypes, ingress, egress } = of("NetworkPolicy", base).spec;
  assert.deepEqual(policyTypes, ["Ingress", "Egress"]);
  assert.deepEqual(egress, []);
  for (const { from } of ingress) assert.equal(from.length, 1);
});

test("base: arbiterd takes its settings", () => {
  assert.match(run(ARBITERD, ...containerOf(base).args, "--validate"), /valid/);
});

test("example: every flag of the base is there, but for --insecure", () => {
  const names = flagNames(example);
  for (const name of flagNames(base)) assert.ok(name === "insecure" || names.includes(name), name);
  for (const name of ["drain-delay-ms", "grace-period-ms", "analysis-threads", "max-hash-mb"]) {
    assert.equal(flagOf(example, name), flagOf(base, name));
  }
});

test("example: arbiterd's user may read the key, nobody else", () => {
  const { securityContext, volumes: [{ secret }] } = podOf(example).spec;
  assert.equal(secret.defaultMode, 0o440);
  assert.equal(securityContext.fsGroup, securityContext.runAsGroup);
});

test("example: TLS by a mounted Secret, without --insecure, and probes that need no TLS", () => {
  assert.ok(!containerOf(example).args.includes("--insecure"));
  const [mount] = containerOf(example).volumeMounts;
  const [volume] = podOf(example).spec.volumes;
  assert.equal(mount.name, volume.name);
  for (const flag of ["tls-cert", "tls-key"]) {
    assert.ok(flagOf(example, flag).startsWith(`${mount.mountPath}/tls.`));
  }
  const { livenessProbe, readinessProbe } = containerOf(example);
  assert.equal(livenessProbe.httpGet.path, "/healthz");
  assert.equal(readinessProbe.httpGet.path, "/readyz");
  assert.equal(livenessProbe.grpc, undefined);
});

test("example: its namespace and image", () => {
  for (const { metadata } of example) assert.equal(metadata.namespace, "chess");
  assert.match(containerOf(example).image, /^registry\.example\/chess\/arbiter:\d/);
});
