// Finds what lets callers past the front: to a replica's port for calls, or to its metrics.
import { spawnSync } from "node:child_process";
import { basename } from "node:path";

const { ARBITERD } = process.env;

/**
 * Returns the settings of arbiterd with these flags and variables, or an `error`: arbiterd refuses
 * an address that others can reach if there is no reason.
 */
export const settingsOf = (flags, env = {}) => {
  const { status, stdout, stderr } = spawnSync(ARBITERD, [...flags, "--print-config"],
    { encoding: "utf8", env });
  if (status !== 0) return { error: stderr.trim() };
  return Object.fromEntries(stdout.trimEnd().split("\n")
    .map((line) => line.match(/^([a-z-]+) = "?(.*?)"?$/).slice(1)));
};

/** Returns the environment of a container. What comes from a Secret, the URL of a database, has an example's value. */
export const environmentOf = (container) => Object.fromEntries((container.env ?? []).map(
  ({ name, value, valueFrom }) => [name, value ?? (valueFrom.secretKeyRef ? "postgresql://a@db/a" : "")]));

const portOf = (address) => Number(address.slice(address.lastIndexOf(":") + 1));

/** Whether only programs on the same machine, or in the same pod, reach this address. */
export const isLocal = (address) => /^(127\.|\[::1\]|localhost:|unix:)/.test(address);

// The name of an image without its registry, tag and digest.
const imageName = (image) => basename(image).replace(/[@:].*/, "");

/** Whether a selector of Kubernetes names labels, all of which these are. */
export const selects = (selector = {}, labels = {}) => Object.keys(selector).length > 0
  && Object.entries(selector).every(([name, value]) => labels[name] === value);

// The pods that objects of Kubernetes describe.
const podsOf = (objects) => objects.flatMap(({ kind, metadata, spec }) => {
  if (kind === "Pod") return [{ name: metadata.name, labels: metadata.labels ?? {}, spec }];
  const template = spec?.template ?? spec?.jobTemplate?.spec.template;
  return template?.spec?.containers
    ? [{ name: metadata.name, labels: template.metadata?.labels ?? {}, spec: template.spec }] : [];
});

const allContainers = ({ spec }) => [...spec.initContainers ?? [], ...spec.containers];
const replicaIn = (pod) => allContainers(pod).find(({ image }) => imageName(image) === "arbiter");

const admits = (rule, container, port) => !rule.ports?.length || rule.ports.some((allowed) =>
  allowed.port === undefined || (typeof allowed.port === "number"
    ? port >= allowed.port && port <= (allowed.endPort ?? allowed.port)
    : container.ports.some((one) => one.name === allowed.port && one.containerPort === port)));

// The addresses for calls, through gRPC and through plain HTTP, of which the latter may be empty.
const callAddresses = (settings) => [settings.listen, settings["http-listen"]];

const isReachable = (address) => address !== "" && !isLocal(address);

// Whether a selector of a NetworkPolicy names pods or namespaces.
const isNamed = (selector) => Object.keys(selector?.matchLabels ?? {}).length > 0;

const findInCaller = ({ podSelector, namespaceSelector, ipBlock }, settings, objects) => {
  if (ipBlock || !isNamed(podSelector)) {
    return ["a NetworkPolicy lets others than named pods call it"];
  }
  if (namespaceSelector) return ["a NetworkPolicy lets pods of other namespaces call it"];
  const fronts = podsOf(objects).filter((other) => !replicaIn(other)
    && selects(podSelector.matchLabels, other.labels));
  return settings["proxy-protocol-from"] && fronts.length === 0
    ? ["a NetworkPolicy lets others than the front call it"] : [];
};

// Metrics are for scrapers, which have a namespace of their own.
const findInScraper = ({ namespaceSelector, ipBlock }) => ipBlock || !isNamed(namespaceSelector)
  ? ["a NetworkPolicy lets others than a named namespace read its metrics"] : [];

// Who reaches the calls and the metrics of this pod, by all policies together.
const policyFindings = (pod, container, settings, objects) => {
  const { "metrics-listen": metrics } = settings;
  if (![...callAddresses(settings), metrics].some(isReachable)) return [];
  const policies = objects.filter(({ kind, spec }) => kind === "NetworkPolicy"
    && (Object.keys(spec.podSelector).length === 0
      || selects(spec.podSelector.matchLabels, pod.labels))
    && (spec.policyTypes ?? ["Ingress"]).includes("Ingress"));
  if (policies.length === 0) return ["no NetworkPolicy says who reaches it"];
  const find = (address, action, findInPeer) => policies.flatMap(({ spec }) => spec.ingress ?? [])
    .filter((rule) => isReachable(address) && admits(rule, container, portOf(address)))
    .flatMap(({ from = [] }) => from.length === 0
      ? [`a NetworkPolicy lets everybody ${action}`] : from.flatMap(findInPeer));
  const findInCalls = (peer) => findInCaller(peer, settings, objects);
  return [...new Set(callAddresses(settings).flatMap((one) => find(one, "call it", findInCalls))),
    ...find(metrics, "read its metrics", findInScraper)];
};

// Services and what refers to them.
const serviceFindings = (pod, objects) => {
  const services = objects.filter(({ kind, spec }) => kind === "Service"
    && selects(spec.selector, pod.labels));
  const found = services.flatMap(({ metadata, spec }) => [
    ...["NodePort", "LoadBalancer"].includes(spec.type)
      ? [`Service ${metadata.name}: ${spec.type}`] : [],
    ...spec.externalIPs?.length ? [`Service ${metadata.name}: externalIPs`] : [],
  ]);
  const names = new Set(services.map(({ metadata }) => metadata.name));
  const refers = (value) => typeof value === "object" && value !== null && (Object.values(value)
    .some((one) => names.has(one)) || Object.values(value).some(refers));
  for (const { kind, metadata, spec } of objects) {
    if (/^Endpoint/.test(kind)) found.push(`${kind} ${metadata.name}`);
    else if (/Ingress|Gateway|Route|VirtualService/.test(kind) && refers(spec)) {
      found.push(`${kind} ${metadata.name} refers to its Service`);
    }
  }
  return found;
};

/** Returns what exposes replicas in these objects of Kubernetes, as one sentence each. */
export const findInCluster = (objects) => podsOf(objects).filter(replicaIn).flatMap((pod) => {
  const container = replicaIn(pod);
  const found = [];
  if (pod.spec.hostNetwork) found.push("hostNetwork");
  for (const { ports = [] } of allContainers(pod)) {
    if (ports.some(({ hostPort }) => hostPort)) found.push("hostPort");
  }
  const settings = settingsOf(container.args ?? [], environmentOf(container));
  if (settings.error) found.push(settings.error);
  else found.push(...policyFindings(pod, container, settings, objects));
  found.push(...serviceFindings(pod, objects));
  return found.map((one) => `${pod.name}: ${one}`);
});

// A server's name, or the prefix and the number of several, and its address.
const replicaServer =
  /^server(-template)? \S+ (\d+ )?"\$\{ARBITER_(HTTP_)?REPLICA(S|_\d)(-127\.0\.0\.1:50051)?\}"( |$)/;

/** Returns the lines of haproxy.cfg that forward to something else than the replicas' calls. */
export const findForwards = (config) => config.split("\n").map((line) => line.trim())
  .filter((line) => /^(server|server-template|dispatch)\b|\bset-dst/.test(line)
    && !replicaServer.test(line));

/** Splits a shell script into its commands, each an array of words. */
const commandsOf = (script) => script.replace(/\\\n/g, " ").split("\n")
  .map((line) => [...line.replace(/(^|\s)#.*/, "").matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)]
    .map(([word]) => word.replace(/["']/g, "")));

/**
 * Returns the commands in a text: those in blocks of Markdown, and those in comments, which are
 * indented.
 */
export const scriptsIn = (text) => [
  ...[...text.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, script]) => script),
  ...[...text.matchAll(/(?:^# {3}.*\n)+/gm)].map(([block]) => block.replace(/^# {3}/gm, "")),
].flatMap(commandsOf);

// The port of the container in what -p publishes to other machines, if it does.
const publishedPort = (text) => {
  const port = text.match(/(?:^|:)(\d+)(?:\/tcp)?$/)?.[1];
  if (!port) throw new Error(`docker run: unknown form of -p ${text}`);
  return isLocal(text) ? [] : [Number(port)];
};

const dockerFlags = new Set(["-d", "--rm", "--read-only"]);
const dockerOptions = new Set(["--name", "--network", "--ip", "-p", "-v", "-e", "--cap-drop",
  "--memory", "--pids-limit"]);

// Parses the words after `docker run`.
const parseRun = (words) => {
  const options = { "-p": [], "-e": [] };
  let index = 0;
  for (; words[index]?.startsWith("-"); ++index) {
    const name = words[index];
    if (dockerFlags.has(name)) continue;
    if (!dockerOptions.has(name)) throw new Error(`docker run: unknown option ${name}`);
    ++index;
    if (Array.isArray(options[name])) options[name].push(words[index]);
    else options[name] = words[index];
  }
  const [image, ...flags] = words.slice(index);
  return { image: imageName(image), flags, published: options["-p"].flatMap(publishedPort),
    name: options["--name"],
    network: options["--network"] ?? "bridge", address: options["--ip"],
    environment: Object.fromEntries(options["-e"].map((one) => one.split("="))) };
};

const findInReplica = ({ network, published, flags }, containers) => {
  const settings = settingsOf(flags);
  if (settings.error) return [settings.error];
  if (network === "host") {
    const reachable = [...callAddresses(settings), settings["metrics-listen"]].some(isReachable);
    return reachable ? ["the network of the host"] : [];
  }
  const shared = containers.filter(({ name }) => name && network === `container:${name}`);
  const ports = [...callAddresses(settings), settings["metrics-listen"]].map(portOf);
  const reached = [...published, ...shared.flatMap((one) => one.published)];
  if (reached.some((port) => ports.includes(port))) return ["a published port"];
  if (!callAddresses(settings).some(isReachable)) return [];
  if (/^(bridge|container:)/.test(network)) return ["no private network"];
  const proxies = settings["proxy-protocol-from"];
  const fronts = containers.filter((one) => one.image === "haproxy" && one.network === network);
  return proxies && fronts.length > 0 && fronts.every(({ address }) => `${address}/32` !== proxies)
    ? ["--proxy-protocol-from is not the address of the front"] : [];
};

/** Returns what exposes replicas in these shell commands, which belong together. */
export const findInCommands = (commands) => {
  const containers = commands.filter(([program]) => program === "docker")
    .flatMap(([, verb, ...words]) => {
      if (verb === "run") return [parseRun(words)];
      if (["build", "load", "network", "rm"].includes(verb)) return [];
      throw new Error(`unknown command: docker ${verb}`);
    });
  const found = containers.filter(({ image }) => image === "arbiter").flatMap((replica) =>
    findInReplica(replica, containers));
  for (const { image, environment, published } of containers) {
    if (image !== "haproxy") continue;
    const port = portOf(environment.ARBITER_FRONT ?? ":50050");
    if (published.some((one) => one !== port)) found.push("a published port besides the front's");
  }
  for (const [program, ...flags] of commands.filter(([one]) => one === "arbiterd")) {
    const settings = settingsOf(flags);
    if (settings.error) found.push(settings.error);
    else if (callAddresses(settings).some(isReachable) && settings["trust-network"] === "true") {
      found.push(`${program} ${flags.join(" ")}: nothing limits who can connect`);
    }
  }
  return found;
};
