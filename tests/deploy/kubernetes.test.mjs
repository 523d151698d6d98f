import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";

import { makeCertificates } from "./certificates.mjs";
import { environmentOf, selects, settingsOf } from "./exposure.mjs";
import { deployFolder, deployed, readRules, readYaml, run } from "./files.mjs";
import { haproxy } from "./haproxy.mjs";

const { ARBITERD } = process.env;

const render = (folder) => readYaml(run("kubectl", "kustomize", `kubernetes/${folder}`));
const named = (name, objects) =>
  objects.filter(({ metadata }) => metadata.labels?.["app.kubernetes.io/name"] === name);
const base = render("base");
const example = render("overlays/example");
const site = render("overlays/open");
const open = named("arbiter", site);
const front = site.filter((object) => !open.includes(object));
const jobs = render("overlays/jobs");
const service = named("arbiter", jobs);
const workers = jobs.filter((object) => !service.includes(object));
const oldWorkers = render("overlays/old-workers");

const of = (kind, objects) => objects.find((object) => object.kind === kind);
const podOf = (objects) => of("Deployment", objects).spec.template;
const containerOf = (objects) => podOf(objects).spec.containers[0];
const portsOf = (objects) =>
  new Map(containerOf(objects).ports.map(({ name, containerPort }) => [name, containerPort]));
const flagOf = (objects, name) => containerOf(objects).args
  .find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
const flagNames = (objects) =>
  containerOf(objects).args.map((arg) => arg.match(/^--([a-z-]+)/)[1]);
const variableOf = (objects, name) =>
  containerOf(objects).env.find((variable) => variable.name === name)?.value;
// The flags or settings that say why others than this pod can reach arbiterd.
const reasons = ["trust-network", "tls-client-ca", "proxy-protocol-from"];

for (const [name, objects] of Object.entries({ base, example, open, front, service, workers, oldWorkers })) {
  test(`${name}: a pod runs without root, privileges or a writable root file system`, () => {
    const pod = podOf(objects).spec;
    assert.equal(pod.securityContext.runAsNonRoot, true);
    assert.ok(pod.securityContext.runAsUser > 0);
    assert.equal(pod.securityContext.seccompProfile.type, "RuntimeDefault");
    assert.equal(pod.automountServiceAccountToken, false);
    assert.equal(pod.enableServiceLinks, false, "variables named after Services are not settings");
    assert.deepEqual(containerOf(objects).securityContext, { allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true, capabilities: { drop: ["ALL"] } });
    assert.ok(containerOf(objects).resources.limits.memory);
  });

  test(`${name}: at most one pod is removed at a time`, () => {
    assert.equal(of("PodDisruptionBudget", objects).spec.maxUnavailable, 1);
    const { rollingUpdate } = of("Deployment", objects).spec.strategy;
    assert.deepEqual(rollingUpdate, { maxUnavailable: 0, maxSurge: 1 });
  });

  test(`${name}: every selector matches the pods`, () => {
    const { labels } = podOf(objects).metadata;
    const deployment = of("Deployment", objects).spec;
    const selectors = [deployment.selector.matchLabels,
      ...objects.filter(({ kind }) => kind === "Service").map(({ spec }) => spec.selector),
      of("PodDisruptionBudget", objects).spec.selector.matchLabels,
      ...objects.filter(({ kind }) => kind === "PodMonitor").map(({ spec }) => spec.selector.matchLabels),
      of("NetworkPolicy", objects).spec.podSelector.matchLabels,
      ...podOf(objects).spec.topologySpreadConstraints.map((c) => c.labelSelector.matchLabels)];
    for (const selector of selectors) assert.ok(selects(selector, labels), selector);
  });

  test(`${name}: only the group of the pod's user can read Secrets`, () => {
    const { securityContext, volumes = [] } = podOf(objects).spec;
    for (const { name: volume, secret } of volumes.filter((one) => one.secret)) {
      assert.equal(secret.defaultMode, 0o440);
      assert.equal(securityContext.fsGroup, securityContext.runAsGroup);
      const mount = containerOf(objects).volumeMounts.find((one) => one.name === volume);
      assert.equal(mount.readOnly, true);
    }
  });
}

for (const [name, objects] of Object.entries({ base, example, open, service })) {
  test(`${name}: there is one object of each kind`, () => {
    assert.deepEqual(objects.map((object) => object.kind).sort(), ["Deployment",
      "HorizontalPodAutoscaler", "NetworkPolicy", "PodDisruptionBudget", "Service",
      "ServiceMonitor"]);
  });

  test(`${name}: the monitor's selector matches the Service`, () => {
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
    assert.equal(flagOf(objects, "http-listen"), `[::]:${ports.get("http")}`);
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

  test(`${name}: the memory that arbiterd is allowed to use is within the limit`, () => {
    const settings = settingsOf(containerOf(objects).args, environmentOf(containerOf(objects)));
    const setting = (key) => {
      assert.match(settings[key] ?? "", /^\d+$/, key);
      return Number(settings[key]);
    };
    const limit = containerOf(objects).resources.limits.memory;
    assert.match(limit, /^\d+Gi$/);
    const megabytes = Number.parseInt(limit, 10) * 1024;
    // The sum of docs/operations.md.
    const tables = Math.min(megabytes / 2 - 288, megabytes / 8 * 3);
    assert.ok(setting("max-hash-mb") <= tables / 4);
    assert.equal(settings["analysis-cache"], "memory");
    const heap = Math.min(160 + setting("max-connections") / 16, megabytes / 2) + 128 + 64;
    const program = 32;
    const sum = tables + setting("analysis-cache-mb") + heap + program;
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

  test(`${name}: a pod has enough time to drain`, () => {
    const needed = Number(flagOf(objects, "drain-delay-ms"))
      + Number(flagOf(objects, "grace-period-ms"));
    assert.ok(needed > 0);
    assert.ok(podOf(objects).spec.terminationGracePeriodSeconds * 1000 > needed);
  });
}

for (const [name, objects] of Object.entries({ base, example, open, service, workers, oldWorkers })) {
  test(`${name}: arbiterd accepts its settings`, (context) => {
    const { folder } = makeCertificates(context);
    writeFileSync(`${folder}/keys.json`, '{"clients": []}');
    writeFileSync(`${folder}/password`, "secret");
    const files = new Map([["/etc/arbiter/tls/tls.crt", "server.crt"],
      ["/etc/arbiter/tls/tls.key", "server.key"], ["/etc/arbiter/tls/ca.crt", "authority.pem"],
      ["/etc/arbiter/access/keys.json", "keys.json"], ["/etc/arbiter/jobs/password", "password"]]);
    const args = containerOf(objects).args.map((arg) => {
      const [flag, value] = arg.split("=");
      return value?.startsWith("/") ? `${flag}=${folder}/${files.get(value)}` : arg;
    });
    assert.match(execFileSync(ARBITERD, [...args, "--validate"],
      { env: environmentOf(containerOf(objects)), encoding: "utf8" }), /valid/);
  });
}

test("base: only clients and scrapers may connect, and no connection goes out", () => {
  const { policyTypes, ingress, egress } = of("NetworkPolicy", base).spec;
  assert.deepEqual(policyTypes, ["Ingress", "Egress"]);
  assert.deepEqual(egress, []);
  for (const { from } of ingress) assert.equal(from.length, 1);
});

for (const [name, objects, reason] of [["base", base, "trust-network"],
  ["example", example, "tls-client-ca"], ["open", open, "proxy-protocol-from"], ["service", service, "tls-client-ca"]]) {
  test(`${name}: others reach arbiterd because of --${reason} alone`, () => {
    assert.deepEqual(flagNames(objects).filter((flag) => reasons.includes(flag)), [reason]);
  });

  test(`${name}: every other flag of the base is present, with the same value`, () => {
    for (const flag of flagNames(base).filter((one) => !reasons.includes(one))) {
      assert.equal(flagOf(objects, flag), flagOf(base, flag));
    }
  });
}

test("example: uses TLS with a mounted Secret", () => {
  const [mount] = containerOf(example).volumeMounts;
  const [volume] = podOf(example).spec.volumes;
  assert.equal(mount.name, volume.name);
  for (const flag of ["tls-cert", "tls-key", "tls-client-ca"]) {
    assert.ok(flagOf(example, flag).startsWith(`${mount.mountPath}/`));
  }
});

for (const [name, objects] of Object.entries({ example, site, jobs, oldWorkers })) {
  test(`${name}: sets a namespace and the images`, () => {
    for (const { metadata } of objects) assert.equal(metadata.namespace, "chess");
    for (const { spec } of objects.filter(({ kind }) => kind === "Deployment")) {
      assert.match(spec.template.spec.containers[0].image, /^registry\.example\/chess\//);
    }
  });
}

test("jobs: the replicas serve as those of the example, answer calls about jobs, and leave them to workers", () => {
  const added = ["role", "jobs-password-file"];
  assert.deepEqual(containerOf(service).args.filter((arg) => !added.some((flag) => arg.startsWith(`--${flag}=`))),
    containerOf(example).args);
  assert.equal(flagOf(service, "role"), "service");
  assert.equal(flagOf(workers, "role"), "worker");
});

for (const [name, objects] of Object.entries({ service, workers })) {
  test(`jobs: ${name} has the database and its password from a Secret, and reaches it`, () => {
    const [{ name: variable, valueFrom }] = containerOf(objects).env;
    assert.equal(variable, "ARBITER_JOBS");
    const mount = containerOf(objects).volumeMounts.find(({ name: volume }) => volume === "jobs");
    assert.equal(flagOf(objects, "jobs-password-file"), `${mount.mountPath}/password`);
    const { secret } = podOf(objects).spec.volumes.find((volume) => volume.name === "jobs");
    assert.equal(secret.secretName, valueFrom.secretKeyRef.name);
    const { policyTypes, egress: [database, names, ...others] } = of("NetworkPolicy", objects).spec;
    assert.deepEqual(policyTypes, ["Ingress", "Egress"]);
    assert.deepEqual(database, { ports: [{ protocol: "TCP", port: 5432 }] });
    assert.ok(names.ports.every(({ port }) => port === 53));
    assert.deepEqual(others, []);
  });
}

test("jobs: nobody calls a worker, and its metrics are read", () => {
  assert.deepEqual(workers.map((object) => object.kind).sort(),
    ["Deployment", "HorizontalPodAutoscaler", "NetworkPolicy", "PodDisruptionBudget", "PodMonitor"]);
  const metrics = portsOf(workers).get("metrics");
  assert.equal(flagOf(workers, "metrics-listen"), `[::]:${metrics}`);
  assert.deepEqual(of("NetworkPolicy", workers).spec.ingress.flatMap(({ ports }) => ports.map(({ port }) => port)),
    [metrics]);
  for (const flag of ["analysis-threads", "max-hash-mb"]) assert.equal(flagOf(workers, flag), flagOf(service, flag));
  assert.deepEqual(containerOf(workers).resources.limits, containerOf(service).resources.limits);
});

test("jobs: workers are scaled by a rule of prometheus-adapter, so that each has ten minutes of work", () => {
  const { scaleTargetRef, metrics: [metric, ...others] } = of("HorizontalPodAutoscaler", workers).spec;
  assert.equal(scaleTargetRef.name, of("Deployment", workers).metadata.name);
  assert.equal(of("Deployment", workers).spec.replicas, undefined, "only the autoscaler sets it");
  assert.deepEqual(others, []);
  const [{ externalRules: [rule] }] = readYaml(deployed("prometheus/adapter.yml"));
  assert.equal(metric.external.metric.name, rule.name.as);
  const [, series] = rule.seriesQuery.match(/^\{__name__="([a-z:_]+)"\}$/);
  assert.ok(readRules().some(({ record }) => record === series), series);
  assert.equal(metric.external.target.averageValue, String(600 * Number(flagOf(workers, "analysis-threads"))));
});

test("old workers: they are two, do the same, and are selected only by their own objects", () => {
  const { scaleTargetRef, minReplicas, maxReplicas } = of("HorizontalPodAutoscaler", oldWorkers).spec;
  assert.equal(scaleTargetRef.name, of("Deployment", oldWorkers).metadata.name);
  assert.deepEqual([minReplicas, maxReplicas], [2, 2]);
  assert.deepEqual(containerOf(oldWorkers), containerOf(workers));
  assert.deepEqual(of("NetworkPolicy", oldWorkers).spec.egress, of("NetworkPolicy", workers).spec.egress);
  for (const [ours, theirs] of [[workers, oldWorkers], [oldWorkers, workers], [service, oldWorkers]]) {
    assert.ok(!selects(of("Deployment", ours).spec.selector.matchLabels, podOf(theirs).metadata.labels));
    assert.notEqual(of("Deployment", ours).metadata.name, of("Deployment", theirs).metadata.name);
  }
});

test("jobs: the metrics of workers have the job name of the rules, and not that of replicas", () => {
  const [name, oldName] = [workers, oldWorkers].map((objects) =>
    podOf(objects).metadata.labels[of("PodMonitor", objects).spec.jobLabel]);
  const [{ scrape_configs: configs }] = readYaml(deployed("prometheus/prometheus.yml"));
  assert.deepEqual(configs.map((config) => config.job_name), ["arbiter", name]);
  const matchers = readRules().flatMap(({ expr }) => [...expr.matchAll(/arbiter_jobs_\w+\{job=~"([^"]+)"/g)]);
  assert.ok(matchers.length > 15);
  for (const [, pattern] of matchers) {
    for (const job of ["arbiter", name, oldName]) assert.match(job, new RegExp(`^(${pattern})$`));
  }
});

test("an image can be set only by its digest", (context) => {
  const folder = mkdtempSync(join(tmpdir(), "arbiter_kubernetes_"));
  context.after(() => rmSync(folder, { recursive: true }));
  for (const name of ["kubernetes", "haproxy"]) {
    cpSync(`${deployFolder}/${name}`, `${folder}/${name}`, { recursive: true });
  }
  const overlay = `${folder}/kubernetes/overlays/open`;
  const setImage = (...options) => run("kubernetes/set-image.sh", overlay, ...options);
  const imageOf = (name) =>
    containerOf(named(name, readYaml(run("kubectl", "kustomize", overlay)))).image;
  for (const image of ["registry.example/arbiter:0.1.0", "registry.example/arbiter",
    "registry.example/arbiter@sha256:12"]) {
    assert.throws(() => setImage(image), /IMAGE@sha256:DIGEST/);
  }
  const digest = (digit) => `sha256:${digit.repeat(64)}`;
  assert.throws(() => setImage(`arbiter@${digest("a")}`, "arb"), /no image named 'arb'/);
  for (const digit of ["a", "b"]) {
    const image = `registry.example:5000/chess/arbiter@${digest(digit)}`;
    setImage(image);
    assert.equal(imageOf("arbiter"), image);
  }
  const jobsOverlay = `${folder}/kubernetes/overlays/jobs`;
  run("kubernetes/set-image.sh", jobsOverlay, `arbiter@${digest("a")}`);
  const deployments = readYaml(run("kubectl", "kustomize", jobsOverlay))
    .filter(({ kind }) => kind === "Deployment");
  assert.ok(deployments.length > 1);
  for (const deployment of deployments) {
    assert.equal(containerOf([deployment]).image, `arbiter@${digest("a")}`);
  }
  setImage(`haproxy@${digest("c")}`, "haproxy");
  assert.equal(imageOf("arbiter-front"), `haproxy@${digest("c")}`);
  assert.equal(imageOf("arbiter"), `registry.example:5000/chess/arbiter@${digest("b")}`);
});

test("open: API keys come from a mounted Secret", () => {
  const [mount] = containerOf(open).volumeMounts;
  assert.ok(flagOf(open, "api-keys").startsWith(`${mount.mountPath}/`));
  const volume = podOf(open).spec.volumes.find(({ name }) => name === mount.name);
  assert.equal(volume.secret.secretName, "arbiter-access");
});

test("open: only HAProxy reaches the replicas, and it names the clients' addresses", () => {
  const { policyTypes, ingress: [calls, metrics], egress } = of("NetworkPolicy", open).spec;
  assert.deepEqual(policyTypes, ["Ingress", "Egress"]);
  assert.deepEqual(egress, []);
  assert.equal(calls.from.length, 1);
  assert.ok(selects(calls.from[0].podSelector.matchLabels, podOf(front).metadata.labels));
  assert.deepEqual(calls.ports.map(({ port }) => port), [50051, 50080]);
  assert.deepEqual(metrics.ports.map(({ port }) => port), [9464]);
  assert.match(flagOf(open, "proxy-protocol-from"), /^[0-9.]+\/\d+$/);
});

test("open: the replicas admit the calls of a client through all pods of HAProxy", () => {
  const { replicas, strategy } = of("Deployment", front).spec;
  const [, calls] = deployed("haproxy/haproxy.cfg").match(/\$\{ARBITER_CALLS_AT_ONCE-(\d+)\}/);
  const needed = (replicas + strategy.rollingUpdate.maxSurge) * Number(calls);
  assert.ok(Number(flagOf(open, "max-connections-per-address")) >= needed);
});

test("front: there are two pods of HAProxy, and one object of each other kind", () => {
  assert.deepEqual(front.map((object) => object.kind).sort(), ["ConfigMap", "Deployment",
    "NetworkPolicy", "PodDisruptionBudget", "PodMonitor", "Service"]);
  assert.ok(of("Deployment", front).spec.replicas >= 2);
});

test("front: the ConfigMap is haproxy.cfg, and HAProxy accepts it with its variables", (context) => {
  const { name, data } = { ...of("ConfigMap", front).metadata, ...of("ConfigMap", front) };
  assert.equal(podOf(front).spec.volumes.find((volume) => volume.configMap).configMap.name, name);
  assert.equal(data["haproxy.cfg"], deployed("haproxy/haproxy.cfg"));
  const { folder } = makeCertificates(context);
  const { command, env, volumeMounts } = containerOf(front);
  for (const file of [command.at(-1), variableOf(front, "ARBITER_FRONT_CERTIFICATE")]) {
    assert.ok(volumeMounts.some(({ mountPath }) => dirname(file) === mountPath), file);
  }
  for (const address of ["10.244.0.7", "fd00::7"]) {
    const fields = { POD_ADDRESS: address, NAMESPACE: "chess" };
    const environment = Object.fromEntries(env.filter(({ value }) => value).map(
      ({ name: variable, value }) => [variable,
        value.replace(/\$\((\w+)\)/g, (_, field) => fields[field])
          .replace("/etc/arbiter/tls/tls.", `${folder}/server.`)]));
    assert.equal(environment.ARBITER_REPLICAS, "arbiter.chess.svc.cluster.local:50051");
    assert.equal(environment.ARBITER_HTTP_REPLICAS, "arbiter.chess.svc.cluster.local:50080");
    execFileSync(haproxy, ["-c", "-f", `${deployFolder}/haproxy/haproxy.cfg`],
      { env: environment, stdio: "pipe" });
  }
});

test("front: all objects use the ports that HAProxy listens on", () => {
  const ports = portsOf(front);
  for (const [variable, port] of [["ARBITER_FRONT", "grpc"], ["ARBITER_STATS", "stats"]]) {
    assert.equal(variableOf(front, variable), `$(POD_ADDRESS):${ports.get(port)}`);
    assert.ok(ports.get(port) > 1024, "the user has no privileges");
  }
  assert.deepEqual(of("Service", front).spec.ports.map(({ targetPort }) => targetPort), ["grpc"]);
  const allowed = of("NetworkPolicy", front).spec.ingress.flatMap((rule) => rule.ports);
  assert.deepEqual(allowed.map(({ port }) => port), [...ports.values()]);
  for (const probe of ["livenessProbe", "readinessProbe"]) {
    assert.equal(containerOf(front)[probe].httpGet.port, "stats");
  }
  assert.deepEqual(of("PodMonitor", front).spec.podMetricsEndpoints.map(({ port }) => port),
    ["stats"]);
});

test("front: HAProxy reaches only the replicas and the name servers", () => {
  const { policyTypes, egress: [calls, names, ...others] } = of("NetworkPolicy", front).spec;
  assert.deepEqual(policyTypes, ["Ingress", "Egress"]);
  assert.deepEqual(others, []);
  assert.ok(selects(calls.to[0].podSelector.matchLabels, podOf(open).metadata.labels));
  assert.equal(calls.to.length, 1);
  assert.deepEqual(calls.ports, [50051, 50080].map((port) => ({ protocol: "TCP", port })));
  assert.ok(names.to.every((peer) => peer.namespaceSelector && peer.podSelector));
  assert.ok(names.ports.every(({ port }) => port === 53));
});

test("front: HAProxy has a server for every replica", () => {
  const slots = deployed("haproxy/haproxy.cfg").match(/server-template replica (\d+)/)[1];
  const { strategy } = of("Deployment", open).spec;
  const { maxReplicas } = of("HorizontalPodAutoscaler", open).spec;
  assert.ok(Number(slots) >= maxReplicas + strategy.rollingUpdate.maxSurge);
});

test("front: HAProxy keeps the calls of a pod that ends and has no name any more", () => {
  const [, seconds] = deployed("haproxy/haproxy.cfg").match(/hold obsolete (\d+)s/);
  assert.ok(Number(seconds) > podOf(open).spec.terminationGracePeriodSeconds);
});

test("front: the limits apply to the clients' own addresses", () => {
  assert.equal(of("Service", front).spec.externalTrafficPolicy, "Local");
});

test("front: a pod has enough time to drain", () => {
  const [, seconds] = containerOf(front).lifecycle.preStop.exec.command;
  assert.ok(podOf(front).spec.terminationGracePeriodSeconds > Number(seconds) + 30);
});
