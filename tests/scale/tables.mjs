/** The tables of docs/ that are computed from measured rates and from simulations, and the picture of a week. */
import { readFileSync } from "node:fs";

import { drawChart } from "./chart.mjs";
import { constants } from "./constants.mjs";
import { PRIORITIES } from "./queue.mjs";
import {
  CORES_OF_REPLICA, DATABASE, DAYS_OF_DEFAULT, DEPTH, HEADROOM, MEMORY_OF_THREAD, REVIEWED, SLOTS_OF_WORKER, TTL_HOURS,
  demand, factorOfPly, gamesPerSecond, meanOf, needs, parts, rate, rates, reviewSeconds, secondsOfReview,
} from "./site.mjs";
import { EVENTS, SECONDS, gamesPerSecond as gamesAt, longestWaits, simulateWeek } from "./week.mjs";

const DAY = 86_400;
const HOUR = 3600;

/** Formats a number with this many digits, or with all digits of its whole part. */
const format = (number, digits = 3) => {
  const rounded = Number(number.toPrecision(digits));
  const [whole, part] = String(Math.abs(rounded) < 1e-6 ? 0 : rounded).split(".");
  return [whole.replace(/\B(?=(\d{3})+$)/g, ","), ...(part === undefined ? [] : [part])].join(".");
};

/** Formats a number with two digits, for what is only an estimate. */
const about = (number) => format(number, 2);

const bytes = (number) => {
  for (const [unit, name] of [[1e12, "TB"], [1e9, "GB"], [1e6, "MB"], [1e3, "kB"]]) {
    if (number >= unit) return `${about(number / unit)} ${name}`;
  }
  return `${about(number)} bytes`;
};

const duration = (seconds) => {
  if (seconds === 0) return "–";
  if (seconds < 0.001) return `${about(seconds * 1e6)} µs`;
  if (seconds < 1) return `${about(seconds * 1e3)} ms`;
  if (seconds < 120) return `${about(seconds)} s`;
  if (seconds < 2 * HOUR) return `${about(seconds / 60)} min`;
  if (seconds < 2 * DAY) return `${about(seconds / HOUR)} h`;
  return `${about(seconds / DAY)} days`;
};

/** Formats a table of Markdown; columns of numbers are aligned to the right. */
const table = (titles, rows) => {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  const rule = titles.map((title) => (title.endsWith(">") ? "--:" : "---"));
  return [line(titles.map((title) => title.replace(/>$/, ""))), `|${rule.join("|")}|`, ...rows.map(line)].join("\n");
};

const NAMES = { makruk: "Makruk", chak: "Chak", chpok: "Chpok", chakart: "Chakart" };

/** The reviews that were measured, in the order in which they were. */
const measuredReviews = Object.keys(rates).filter((name) => /^review\.\w+\.\d+\.seconds$/.test(name))
  .map((name) => name.split(".")).map(([, variant, depth]) => ({ variant, depth: Number(depth) }));

/** Games an hour that a core reviews, for docs/jobs.md. */
const reviewsTable = () => {
  const rows = measuredReviews.map(({ variant, depth }) => {
    const name = `review.${variant}.${depth}.`;
    const seconds = rate(`${name}seconds`);
    const spread = `${about(rate(`${name}seconds_min`))} – ${about(rate(`${name}seconds_max`))}`;
    return [NAMES[variant], depth, rate(`${name}games`), about(rate(`${name}plies`)), format(seconds), spread,
      about(HOUR / seconds)];
  });
  // The last two depths of Chakart are two plies apart.
  const [before, last] = measuredReviews.filter(({ variant }) => variant === "chakart").slice(-2)
    .map(({ depth }) => ({ depth, seconds: rate(`review.chakart.${depth}.seconds`) }));
  const ply = (last.seconds / before.seconds) ** (1 / (last.depth - before.depth));
  const estimate = last.seconds * ply ** (DEPTH - last.depth);
  return table(["game", "depth>", "games>", "plies>", "seconds of a core per game>", "range>", "games an hour a core>"],
    [...rows, [NAMES.chakart, DEPTH, "–", "–", `${about(estimate)}, estimated`, "–", about(HOUR / estimate)]]);
};

/** The command that measures a part. */
const measuredBy = (part) => `\`./dev bench scale --only ${part}\``;

const percentiles = (name) => ["p50", "p99"].map((each) => duration(rate(`${name}.${each}_seconds`))).join(", ");
const list = (prefix, names, of) => names.map((name) => of(rate(`${prefix}.${name}`))).join(", ");

/** What an item of a job costs beside its search. */
const itemRows = (name, what, processes) => [
  [`${what}: processor time of ${Object.values(processes).join(", ")}`,
    list(name, Object.keys(processes), duration), measuredBy("items")],
  ["– request and result as rows with their indexes, and in the log of PostgreSQL",
    list(name, ["item_bytes", "result_bytes", "log_bytes"], bytes), measuredBy("items")],
  ["– request and result as messages",
    list(name, ["request_message_bytes", "result_message_bytes"], bytes), measuredBy("items")],
  ["– transactions that write", format(rate(`${name}.transactions`)), measuredBy("items")],
];

/** What was measured, with the command. */
const ratesTable = () => table(["rate", "value>", "measured by"], [
  [`a review of ${demand.pliesOfGame} plies to depth ${DEPTH}: ${REVIEWED.map((variant) => NAMES[variant]).join(", ")}`,
    REVIEWED.map((variant) => duration(secondsOfReview(variant, DEPTH))).join(", "), measuredBy("reviews")],
  ["the same, in the hour of games below", duration((rate("site.worker_seconds") / rate("site.plies")) * demand.pliesOfGame),
    measuredBy("site")],
  ["a live move, 16 a second and bursts of 160: processor time of the replica", duration(rate("move.service_seconds")),
    measuredBy("site")],
  ["– bytes in both directions, with all headers", bytes(rate("move.bytes")), measuredBy("site")],
  ["– latency without reviews: median, 99 %", percentiles("alone.move"), measuredBy("site")],
  ["– beside the games of an hour, which end within ten minutes", percentiles("beside.move"), measuredBy("site")],
  ["– while reviews keep all threads of the machine busy", percentiles("busy.move"), measuredBy("site")],
  ["160 moves at once, latency without reviews: median, 99 %", percentiles("alone.burst"), measuredBy("site")],
  ["– while reviews keep all threads of the machine busy", percentiles("busy.burst"), measuredBy("site")],
  ...itemRows("validation", "a validated game",
    { service_seconds: "the replica", worker_seconds: "the worker", database_seconds: "PostgreSQL" }),
  ...itemRows("review_item", "a reviewed game, without the search",
    { service_seconds: "the replica", database_seconds: "PostgreSQL" }),
  ["resident memory of a worker with 2 threads", `${about(rate("site.worker_mib"))} MiB`, measuredBy("site")],
  ["memory of Redis for a stored analysis", bytes(rate("cache.bytes")), measuredBy("cache")],
]);

/** What the site needs. */
const needsTable = () => {
  const threadsOfMemory = 2;
  const chunks = demand.gamesPerDay * (1 / constants.validationsOfChunk + 1 / constants.reviewsOfChunk);
  return table(["what", "how much", "grows with"], [
    ["live moves", `${format(demand.peakMovesPerSecond)} a second at the peak: ${about(needs.moveCores)} cores, so ${needs.replicas} replicas of ${CORES_OF_REPLICA} cores, two of which may fail`,
      "moves a second; replicas share nothing"],
    [`reviews to depth ${DEPTH}`, `${about(needs.searchCores)} cores in the mean; ${about(needs.searchThreads)} search threads, as ${needs.workers} workers of ${SLOTS_OF_WORKER}`,
      `games × plies; ${about(meanOf(REVIEWED.map(factorOfPly)))} times for each ply of depth`],
    ["validations of whole games", `${about(needs.validationCores)} cores`, "games × plies"],
    ["replicas, for jobs and their results", `${about(needs.serviceCoresOfJobs)} cores`, "games × plies"],
    ["memory of the workers", `${about(needs.workers * SLOTS_OF_WORKER * MEMORY_OF_THREAD)} GB: ${threadsOfMemory * MEMORY_OF_THREAD} GB for ${threadsOfMemory} threads`,
      "search threads"],
    ["PostgreSQL: processor", `${about(needs.databaseCores)} cores in the mean, ${about(peakOfGames * needs.databaseCores)} in the busiest hour`, "games"],
    ["PostgreSQL: transactions that write", `${about(needs.transactionsPerSecond)} a second`, "chunks of games, not plies"],
    ["PostgreSQL: rows", `${about(needs.rowsOfGame * demand.gamesPerDay)} results and ${about(chunks)} chunks a day`, "games"],
    ["PostgreSQL: disk", `${bytes(needs.bytesPerDay)} a day: ${bytes(needs.clientBytesOfDefault)} with the default \`ttl_hours\` of a week, ${bytes(needs.disk)} with ${TTL_HOURS}`,
      "games × plies × days"],
    ["PostgreSQL: log", `${bytes(needs.logPerDay)} a day, ${bytes(needs.logPerDay / DAY)} a second`, "games × plies; what you archive comes in addition"],
    ["PostgreSQL: connections", `${needs.connections}`, "5 for each replica, 2 for each worker"],
    ["Redis", `none for moves and jobs, which never use it; ${bytes(1e6 * rate("cache.bytes"))} for a million stored analyses`,
      "different positions that people analyse"],
    ["network: live moves", `${bytes(needs.moveBytesPerSecond)} a second at the peak`, "moves a second"],
    ["network: games and results", `${bytes(needs.jobMessageBytesPerDay)} a day, which pass three times: site, replica, PostgreSQL, worker`, "games × plies"],
    ["**in all**", `**${about(needs.cores)} cores, ${about(needs.memory)} GB of memory, ${bytes(needs.paidDisk)} of disk, ${bytes(needs.traffic)} a month between machines**, with ${DATABASE.machines} machines of ${DATABASE.cores} cores for PostgreSQL and its standby`,
      "search threads"],
  ]);
};

const peakOfGames = Math.max(...Array.from({ length: SECONDS / HOUR }, (_, hour) => gamesAt((hour + 0.5) * HOUR))) /
  gamesPerSecond;

/** The weeks that are simulated. */
export const WEEKS = {
  picture: { label: "the week of the picture: 30 % more threads than the games need in the mean", headroom: HEADROOM },
  tight: { label: "15 % more", headroom: 1.15 },
  ample: { label: "60 % more", headroom: 1.6 },
  bulk: { label: "30 % more, and the million games are in the class `normal`, too", headroom: HEADROOM,
    events: { bulk: { ...EVENTS.bulk, priority: "normal" } } },
  region: { label: "30 % more, and the region is gone for a day", headroom: HEADROOM,
    events: { region: { ...EVENTS.region, end: EVENTS.region.begin + DAY } } },
};

/** The size of the site that is simulated, in comparison with the large one. It hardly changes how long games wait. */
const SIZE = 1 / 2;

/** Returns the simulations of WEEKS by name. */
export const simulateWeeks = () => Object.fromEntries(
  Object.entries(WEEKS).map(([name, week]) => [name, simulateWeek({ ...week, size: SIZE })]));

/** How long reviews wait. */
const weeksTable = (weeks) => table(
  ["week", "threads>", "busy>", "longest wait: `high`>", "`normal`>", "`low`>", "most waiting games>"],
  Object.entries(weeks).map(([name, simulation]) => {
    const waits = longestWaits(simulation);
    const threads = simulation.settings.workers * SLOTS_OF_WORKER;
    const most = Math.max(...simulation.samples.map(({ waiting }) => waiting.high + waiting.normal + waiting.low));
    return [WEEKS[name].label, about(threads / SIZE), `${about((100 * simulation.busySeconds) / (threads * SECONDS))} %`,
      ...PRIORITIES.map((priority) => duration(waits[priority])), about(most / SIZE)];
  }));

const KINDS = { high: "a", normal: "b", low: "c" };
const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** Draws the curves of a week. */
export const drawWeek = ({ samples, settings }) => {
  const curves = (of) => PRIORITIES.map((priority) => ({
    kind: KINDS[priority], name: priority, points: samples.map((sample) => [sample.time, of(sample, priority)]),
  }));
  const most = Math.max(...samples.flatMap(({ waiting }) => Object.values(waiting))) / SIZE;
  const threads = (settings.workers * settings.slots) / SIZE;
  const step = (value) => {
    const unit = 10 ** Math.floor(Math.log10(value));
    return [1, 2, 5, 10].map((each) => each * unit).find((each) => value / each <= 1) ?? value;
  };
  const ticks = (max, count) => {
    const size = step(max / count);
    return Array.from({ length: Math.floor(max / size) + 1 }, (_, index) => index * size);
  };
  return drawChart({
    title: "A week of reviews at a large site: what waits, for how long, and how many threads are busy",
    description: "Simulated by tests/scale; docs/scale.md describes what happens.",
    end: SECONDS,
    axis: "time (UTC)",
    times: DAYS.map((label, index) => ({ time: index * DAY, label })),
    marks: [
      { time: EVENTS.bulk.time, label: "another client submits 1,000,000 games in the class low", row: 0 },
      { time: EVENTS.federation.time, label: "another client submits 100,000 in normal", row: 1 },
      { time: EVENTS.region.begin, label: "a third of the workers is gone …", row: 2 },
      { time: EVENTS.region.end, label: "… until now", row: 3 },
    ],
    panels: [
      {
        title: "games waiting",
        max: 1.05 * most,
        ticks: ticks(1.05 * most, 5).map((value) => ({ value, label: format(value) })),
        curves: curves(({ waiting }, priority) => waiting[priority] / SIZE),
      },
      {
        title: "longest wait in ten minutes",
        isLogarithmic: true,
        min: 0.1,
        max: 2 * DAY,
        ticks: [[0.1, "≤ 0.1 s"], [1, "1 s"], [10, "10 s"], [60, "1 min"], [600, "10 min"], [HOUR, "1 h"], [6 * HOUR, "6 h"], [DAY, "1 day"]]
          .map(([value, label]) => ({ value, label })),
        curves: curves(({ longest }, priority) => longest[priority] || undefined),
      },
      {
        title: "search threads",
        max: 1.25 * threads,
        ticks: ticks(1.25 * threads, 5).map((value) => ({ value, label: format(value) })),
        curves: [
          { kind: "d", name: "present", points: samples.map(({ time, threads: present }) => [time, present / SIZE]) },
          { kind: "a", name: "busy",
            points: samples.map(({ time, busy }) => [time, time === 0 ? undefined : busy / SIZE]) },
          { kind: "b", name: "needed for the site's games as they end",
            points: samples.filter(({ time }) => time < SECONDS)
              .map(({ time }) => [time, gamesAt(time) * reviewSeconds.mean]) },
        ],
      },
    ],
  });
};

/** Returns the days and processors of the measurements, as a sentence. */
const measuredAt = () => {
  const runs = new Set(Object.values(parts).map(({ date, processor }) => `${date} on ${processor}`));
  return `Measured on ${[...runs].join(", and on ")}.`;
};

/** Returns the tables of docs/, by page and name. */
export const makeTables = (weeks) => ({
  "jobs.md": { reviews: reviewsTable() },
  "scale.md": { needs: needsTable(), limits: limitsTable(), weeks: weeksTable(weeks), rates: `${ratesTable()}\n\n${measuredAt()}` },
});

/** Returns the text of a page with these tables. */
export const withTables = (text, tables) => {
  let page = text;
  for (const [name, content] of Object.entries(tables)) {
    const marked = new RegExp(`(<!-- The table of ${name} begins\\. -->\\n)[^]*?(<!-- The table of ${name} ends\\. -->\\n)`);
    if (!marked.test(page)) throw new Error(`a page lacks the lines around the table of ${name}`);
    page = page.replace(marked, (_, begin, end) => `${begin}\n${content}\n\n${end}`);
  }
  return page;
};

/** Reads a page of docs/. */
export const readPage = (name) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), "utf8");

/** What breaks when the site grows, in order, from the settings with which everything comes. */
const limitsTable = () => {
  const mebibyte = 2 ** 20;
  const defaultThreads = 24;
  const reviewedByThread = DAY / reviewSeconds.mean / HEADROOM;
  const workersOfConnections = Math.floor((100 - 3 - 5 * needs.replicas) / 2);
  const hoursOfBacklog = 12;
  const limits = [
    [(1024 * mebibyte) / needs.bytesOfGame / DAYS_OF_DEFAULT,
      "`--jobs-max-mb-per-client`, 1,024 by default: QUOTA_EXCEEDED",
      `raise it, at the size of this page to ${format(Math.ceil(needs.clientBytesOfDefault / mebibyte / 1000) * 1000, 6)}`],
    [defaultThreads * reviewedByThread,
      "`maxReplicas` of the autoscaler, 12 workers of 2 threads: games wait longer and longer",
      "more and larger workers; whatever waits is done when there are enough"],
    [(1e6 * 24) / hoursOfBacklog,
      `\`--jobs-max-waiting-items\`, 1,000,000 by default, if nothing is reviewed for ${hoursOfBacklog} hours`,
      "raise it; waiting items take only disk"],
    [workersOfConnections * SLOTS_OF_WORKER * reviewedByThread,
      `\`max_connections\` of PostgreSQL, 100 by default: ${workersOfConnections} workers beside ${needs.replicas} replicas, of ${SLOTS_OF_WORKER} threads each`,
      "raise it, or give workers more threads, because each has two connections however many threads it has"],
    [(2 ** 20 * mebibyte) / needs.bytesOfGame / DAYS_OF_DEFAULT,
      "`--jobs-max-mb-per-client` cannot be larger than 1,048,576",
      `a shorter \`ttl_hours\`, because 24 admits ${DAYS_OF_DEFAULT / 2} times as many games; or several clients`],
    [DAY / needs.databaseSecondsOfGame / peakOfGames,
      "one core of PostgreSQL in the busiest hour",
      "more cores, because the transactions of different jobs do not wait for one another; then several installations"],
  ];
  return table(["games a day>", "what breaks", "what then"],
    limits.sort(([a], [b]) => a - b).map(([games, what, then]) => [about(games), what, then]));
};
