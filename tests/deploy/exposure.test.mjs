// Nothing in deploy/ lets callers reach a replica past its front. Each check also runs on changed
// files, in which it has to find what is wrong.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";

import { findForwards, findInCluster, findInCommands, isLocal, scriptsIn, settingsOf }
  from "./exposure.mjs";
import { deployFolder, deployed, readYaml, run } from "./files.mjs";

const filesIn = (folder) => readdirSync(folder).flatMap((name) => {
  const path = join(folder, name);
  return statSync(path).isDirectory() ? filesIn(path) : [path];
});
const files = filesIn(deployFolder).map((path) => relative(deployFolder, path));
const folders = files.filter((file) => file.endsWith("/kustomization.yaml")).map(dirname);
const render = (folder) => readYaml(run("kubectl", "kustomize", folder)).filter((object) => object);

test("every folder of Kubernetes is checked", () => {
  for (const name of ["base", "front", "overlays/example", "overlays/open", "overlays/jobs"]) {
    assert.ok(folders.includes(`kubernetes/${name}`), name);
  }
  const replicas = folders.filter((folder) => object(render(folder), "Deployment"));
  assert.ok(replicas.length >= 3);
});

for (const folder of folders) {
  test(`${folder} does not expose a replica`, () => {
    assert.deepEqual(findInCluster(render(folder)), []);
  });
}

const [base, open] = ["base", "overlays/open"].map((name) => render(`kubernetes/${name}`));
const object = (objects, kind, name = "arbiter") =>
  objects.find((one) => one.kind === kind && one.metadata.name === name);
const podOf = (objects) => object(objects, "Deployment").spec.template.spec;
const argsOf = (objects) => podOf(objects).containers[0].args;
const replaceFlag = (objects, name, ...flags) => {
  const args = argsOf(objects);
  args.splice(args.findIndex((arg) => arg.startsWith(`--${name}`)), 1, ...flags);
};
const rulesOf = (objects) => object(objects, "NetworkPolicy").spec.ingress;

const exposures = [
  ["a LoadBalancer", base, (it) => { object(it, "Service").spec.type = "LoadBalancer"; },
    /LoadBalancer/],
  ["a NodePort", base, (it) => { object(it, "Service").spec.type = "NodePort"; }, /NodePort/],
  ["an external address", base, (it) => { object(it, "Service").spec.externalIPs = ["192.0.2.1"]; },
    /externalIPs/],
  ["a second Service, with the front's type", open, (it) => {
    const service = structuredClone(object(it, "Service", "arbiter-front"));
    it.push({ ...service, metadata: { name: "second" },
      spec: { ...service.spec, selector: object(it, "Service").spec.selector } });
  }, /Service second/],
  ["a host port", base, (it) => { podOf(it).containers[0].ports[0].hostPort = 50051; }, /hostPort/],
  ["the network of the host", base, (it) => { podOf(it).hostNetwork = true; }, /hostNetwork/],
  ["an Ingress", base, (it) => {
    const backend = { service: { name: "arbiter", port: { name: "grpc" } } };
    it.push({ kind: "Ingress", metadata: { name: "calls" },
      spec: { rules: [{ http: { paths: [{ path: "/", pathType: "Prefix", backend }] } }] } });
  }, /Ingress calls/],
  ["a route of a Gateway", open, (it) => {
    it.push({ kind: "GRPCRoute", metadata: { name: "calls" },
      spec: { rules: [{ backendRefs: [{ name: "arbiter", port: 50051 }] }] } });
  }, /GRPCRoute calls/],
  ["Endpoints", base, (it) => {
    it.push({ kind: "Endpoints", metadata: { name: "calls" }, subsets: [] });
  }, /Endpoints calls/],
  ["no NetworkPolicy", base, (it) => {
    it.splice(it.indexOf(object(it, "NetworkPolicy")), 1);
  }, /no NetworkPolicy/],
  ["a NetworkPolicy for other pods", base, (it) => {
    object(it, "NetworkPolicy").spec.podSelector.matchLabels = { name: "other" };
  }, /no NetworkPolicy/],
  ["a NetworkPolicy for outgoing connections only", base, (it) => {
    object(it, "NetworkPolicy").spec.policyTypes = ["Egress"];
  }, /no NetworkPolicy/],
  ["calls from everybody", base, (it) => { delete rulesOf(it)[0].from; }, /everybody/],
  ["calls from everybody through plain HTTP", base, (it) => {
    replaceFlag(it, "listen", "--listen=127.0.0.1:50051");
    rulesOf(it)[0] = { ports: [{ protocol: "TCP", port: 50080 }] };
  }, /everybody call it/],
  ["calls from every pod", base, (it) => { rulesOf(it)[0].from = [{ podSelector: {} }]; },
    /named pods/],
  ["calls from a network", base, (it) => {
    rulesOf(it)[0].from.push({ ipBlock: { cidr: "10.0.0.0/8" } });
  }, /named pods/],
  ["calls from the scrapers' namespace", base, (it) => { delete rulesOf(it)[1].ports; },
    /named pods/],
  ["a range of ports", base, (it) => {
    rulesOf(it)[1].ports = [{ protocol: "TCP", port: 50000, endPort: 51000 }];
  }, /named pods/],
  ["calls from pods of any namespace", open, (it) => {
    rulesOf(it)[0].from[0].namespaceSelector = {};
  }, /other namespaces call/],
  ["metrics for everybody", base, (it) => { delete rulesOf(it)[1].from; },
    /everybody read its metrics/],
  ["metrics for everybody, beside calls on loopback", base, (it) => {
    replaceFlag(it, "trust-network");
    replaceFlag(it, "listen", "--listen=127.0.0.1:50051");
    replaceFlag(it, "http-listen");
    delete rulesOf(it)[1].from;
  }, /everybody read its metrics/],
  ["metrics for every namespace", base, (it) => {
    rulesOf(it)[1].from = [{ namespaceSelector: {} }];
  }, /named namespace/],
  ["metrics for callers", base, (it) => { delete rulesOf(it)[0].ports; }, /named namespace/],
  ["calls that bypass the front", open, (it) => {
    rulesOf(it)[0].from.push({ podSelector: { matchLabels: { "arbiter-client": "true" } } });
  }, /others than the front/],
  ["no reason", base, (it) => replaceFlag(it, "trust-network"), /other machines can reach/],
  ["TLS without client certificates", base, (it) => replaceFlag(it, "trust-network",
    "--tls-cert=/etc/arbiter/tls/tls.crt", "--tls-key=/etc/arbiter/tls/tls.key"),
  /other machines can reach/],
  ["a second workload", base, (it) => {
    const pod = structuredClone(podOf(it));
    it.push({ kind: "DaemonSet", metadata: { name: "second" },
      spec: { template: { metadata: { labels: { name: "second" } }, spec: pod } } });
  }, /^second: no NetworkPolicy/],
];
for (const [name, objects, change, expected] of exposures) {
  test(`in a cluster, this is found: ${name}`, () => {
    const changed = structuredClone(objects);
    change(changed);
    const found = findInCluster(changed);
    assert.ok(found.some((one) => expected.test(one)), JSON.stringify(found));
  });
}

const documented = [["docs/operations.md", readFileSync(new URL("../../docs/operations.md",
  import.meta.url), "utf8")], ...files.map((file) => [file, deployed(file)])];

test("no documented command exposes a replica", () => {
  let runs = 0;
  for (const [name, text] of documented) {
    const commands = scriptsIn(text);
    runs += commands.filter(([program, verb]) => program === "docker" && verb === "run").length;
    assert.deepEqual(findInCommands(commands), [], name);
  }
  assert.ok(runs >= 6, "the commands for containers are found");
});

const network = "docker network create --subnet 172.31.255.0/24 arbiter";
const proxied = "--listen [::]:50051 --proxy-protocol-from 172.31.255.250/32";
for (const [name, script, expected] of [
  ["a published port", "docker run -p 50051:50051 --network n arbiter --listen [::]:50051 "
    + "--trust-network", /published port/],
  ["published metrics", "docker run -p 9464:9464 arbiter", /published port/],
  ["the port of a sidecar", "docker run --name site -p 50051:50051 site\n"
    + "docker run --network container:site arbiter", /published port/],
  ["the network of the host", `docker run --network host arbiter ${proxied}`, /of the host/],
  ["metrics in the network of the host", "docker run --network host arbiter --metrics-listen [::]:9464",
    /of the host/],
  ["a network with others", `docker run arbiter ${proxied}`, /private network/],
  ["no reason", "docker run --network n arbiter --listen [::]:50051", /other machines can reach/],
  ["a published port for plain HTTP", "docker run --network n -p 50080:50080 arbiter --listen 127.0.0.1:50051 "
    + "--http-listen [::]:50080 --trust-network", /published port/],
  ["the statistics of the front", `${network}\n`
    + "docker run --network arbiter -p 443:50050 -p 8404:8404 haproxy:2.6", /front's/],
  ["another address of the front", `${network}\ndocker run --network arbiter arbiter ${proxied}\n`
    + "docker run --network arbiter --ip 172.31.255.7 -p 443:50050 haproxy:2.6",
  /address of the front/],
  ["a network that is trusted without limits", "arbiterd --listen [::]:50051 --trust-network",
    /nothing limits/],
]) {
  test(`in commands, this is found: ${name}`, () => {
    const found = findInCommands(scriptsIn(`\`\`\`sh\n${script}\n\`\`\`\n`));
    assert.ok(found.some((one) => expected.test(one)), JSON.stringify(found));
  });
}

test("the image and the unit start arbiterd on loopback, with and without HAProxy", () => {
  assert.match(deployed("systemd/arbiterd.service"),
    /^ExecStart=\/usr\/bin\/arbiterd --config \/etc\/arbiter\/arbiterd\.toml$/m);
  const flags = ["--config", `${deployFolder}/debian/arbiterd.toml`];
  const variables = Object.fromEntries(deployed("systemd/arbiterd.service.d/front.conf")
    .match(/^Environment=(.*)$/m)[1].split(" ").map((one) => one.split("=")));
  assert.equal(deployed("image/Dockerfile").match(/^(ENTRYPOINT|CMD) .*/gm).at(-1),
    'ENTRYPOINT ["/usr/bin/arbiterd"]');
  for (const settings of [settingsOf(flags), settingsOf(flags, variables), settingsOf([])]) {
    assert.equal(settings.error, undefined);
    assert.ok(isLocal(settings.listen));
    assert.ok(isLocal(settings["metrics-listen"]));
  }
});

test("haproxy.cfg forwards only calls, and only to replicas", () => {
  const config = deployed("haproxy/haproxy.cfg");
  assert.deepEqual(findForwards(config), []);
  assert.match(config, /^ *server replica1 /m);
  for (const line of ['  server metrics "127.0.0.1:9464"', "  dispatch 127.0.0.1:9464",
    '  server replica1 "${ARBITER_REPLICA_1-127.0.0.1:9464}"',
    '  server-template metrics 20 "${ARBITER_METRICS}" resolvers dns',
    "  http-request set-dst-port int(9464)"]) {
    assert.deepEqual(findForwards(`${config}\n${line}`), [line.trim()]);
  }
});

test("the front of a cluster forwards to the replicas' ports for calls", () => {
  const { env } = object(open, "Deployment", "arbiter-front").spec.template.spec.containers[0];
  const settings = settingsOf(argsOf(open));
  for (const [variable, listen] of [["ARBITER_REPLICAS", settings.listen],
    ["ARBITER_HTTP_REPLICAS", settings["http-listen"]]]) {
    const { value } = env.find(({ name }) => name === variable);
    assert.equal(value.split(":").at(-1), listen.split(":").at(-1));
  }
});
