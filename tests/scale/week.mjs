/** A week of a large site's reviews, as a job for each minute, and what goes wrong in it. */
import { PRIORITIES, Simulation } from "./queue.mjs";
import { makeRandom } from "./random.mjs";
import { demand, reviewSeconds, SLOTS_OF_WORKER } from "./site.mjs";

const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;

/** How many games end in each hour of a day, in UTC, in comparison with the mean of a day. An assumption. */
const HOURS = [
  0.85, 0.78, 0.72, 0.68, 0.66, 0.68, 0.74, 0.82, 0.90, 0.96, 1.00, 1.03,
  1.06, 1.09, 1.12, 1.17, 1.22, 1.28, 1.34, 1.36, 1.32, 1.23, 1.07, 0.92,
];
/** The same for the days from Monday to Sunday. An assumption. */
const DAYS = [0.98, 0.98, 0.98, 0.98, 0.99, 1.04, 1.05];

/** The share of the games whose players wait for the review, so that they are in the class `high`. An assumption. */
const SHARE_OF_HIGH = 0.1;

export const SECONDS = 7 * DAY;

/** What happens in the week: the games that others submit at once, and the workers that die. */
export const EVENTS = {
  bulk: { time: DAY + 10 * HOUR, items: 1_000_000, priority: "low" },
  federation: { time: 2 * DAY + 9 * HOUR, items: 100_000, priority: "normal" },
  region: { begin: 3 * DAY + 17 * HOUR, end: 3 * DAY + 21 * HOUR, share: 1 / 3 },
  killer: { time: 5 * DAY + 12 * HOUR },
  /** Each worker dies once in this time, on average. */
  timeBetweenDeaths: 7 * DAY,
};

/** Returns the games that end per second at a time of the week. */
export const gamesPerSecond = (time) => {
  const hour = Math.floor(time / HOUR);
  // Linear from the middle of one hour to that of the next.
  const part = time / HOUR - hour;
  const at = (index) => HOURS[((index % 24) + 24) % 24];
  const curve = part < 0.5 ? at(hour - 1) * (0.5 - part) + at(hour) * (0.5 + part)
    : at(hour) * (1.5 - part) + at(hour + 1) * (part - 0.5);
  const mean = HOURS.reduce((sum, each) => sum + each, 0) / 24;
  const meanOfDays = DAYS.reduce((sum, each) => sum + each, 0) / 7;
  return (demand.gamesPerDay / DAY) * (curve / mean) * (DAYS[Math.floor(time / DAY)] / meanOfDays);
};

/** Returns how many workers can review this multiple of the games that end in the mean of the week. */
export const workersFor = (headroom) =>
  Math.ceil((headroom * (demand.gamesPerDay / DAY) * reviewSeconds.mean) / SLOTS_OF_WORKER);

/**
 * Simulates a week. `headroom` is how many games can be reviewed in comparison with those that end; `events` replace
 * some of EVENTS; `size` is the size of the site and of what happens, in comparison with the large site.
 */
export const simulateWeek = ({ headroom, events = {}, size = 1, seed = 1 }) => {
  const random = makeRandom(seed);
  const { bulk, federation, region, killer, timeBetweenDeaths } = { ...EVENTS, ...events };
  const workers = Math.max(1, Math.round(size * workersFor(headroom)));
  const jobs = [];
  for (let time = 0; time < SECONDS; time += MINUTE) {
    const items = random.count(size * gamesPerSecond(time) * MINUTE);
    const high = random.count(SHARE_OF_HIGH * items);
    jobs.push({ time, client: "site", priority: "high", items: high });
    jobs.push({ time, client: "site", priority: "normal", items: Math.max(0, items - high) });
  }
  for (const [client, submitted] of Object.entries({ bulk, federation })) {
    jobs.push({ ...submitted, client, items: Math.round(size * submitted.items) });
  }
  jobs.push({ ...killer, client: "federation", priority: "normal", items: 24, killer: 11 });
  const failures = [{
    time: region.begin, until: region.end,
    workers: [...Array(Math.round(region.share * workers)).keys()],
  }];
  for (let hour = 0; hour < SECONDS / HOUR; ++hour) {
    for (let id = 0; id < workers; ++id) {
      if (random.uniform() >= HOUR / timeBetweenDeaths) continue;
      failures.push({ time: hour * HOUR + random.uniform() * HOUR, workers: [id] });
    }
  }
  const { mean, deviation } = reviewSeconds;
  return new Simulation({
    seconds: SECONDS,
    workers,
    slots: SLOTS_OF_WORKER,
    jobs: jobs.filter(({ items }) => items > 0),
    failures,
    workOf: (items) => Math.max(0.2 * mean * items, mean * items + deviation * Math.sqrt(items) * random.normal()),
  }).run();
};

/** Returns the longest time for which a class had to wait in a simulation, in seconds. */
export const longestWaits = (simulation) =>
  Object.fromEntries(PRIORITIES.map((priority) => [priority, simulation.waits[priority].max]));
