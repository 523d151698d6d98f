/** What a large site needs, computed from measured rates. */
import { readFileSync } from "node:fs";

/** The parts of `./dev bench scale`, each with the day and the processor of its run, and what it has measured. */
export const parts = JSON.parse(readFileSync(new URL("rates.json", import.meta.url), "utf8"));

/** All measured rates by name. Times are in seconds of one processor. */
export const rates = Object.assign({}, ...Object.values(parts).map(({ rates: measured }) => measured));

/** Returns a measured rate. */
export const rate = (name) => {
  if (rates[name] === undefined) throw new Error(`tests/scale/rates.json has no ${name}: run ./dev bench scale`);
  return rates[name];
};

/** What the site does: the games and moves of lichess, and the moves per second of a larger site at its busiest. */
export const demand = { gamesPerDay: 5_200_000, pliesOfGame: 67, peakMovesPerSecond: 16_000 };
export const gamesPerSecond = demand.gamesPerDay / 86_400;

/** The depth of reviews, and the games that can be reviewed to it. */
export const DEPTH = 12;
export const REVIEWED = ["makruk", "chak", "chpok"];

/** What the operator of the site chooses. */
export const SLOTS_OF_WORKER = 8;
export const CORES_OF_REPLICA = 4;
/** How many games can be reviewed in comparison with those that end, in the mean of a week. */
export const HEADROOM = 1.3;
/** `ttl_hours` of the site's jobs, and the days for which their rows then stay, at most. */
export const TTL_HOURS = 24;
export const DAYS_OF_ROWS = TTL_HOURS / 24 + 1;
export const DAYS_OF_DEFAULT = 8;
/** The memory of a worker for each of its threads, in GB: between what deploy/kubernetes/workers requests and its limit. */
export const MEMORY_OF_THREAD = 0.5;
/** A machine for PostgreSQL and one for its standby, and what a replica may use. */
export const DATABASE = { machines: 2, cores: 2, memory: 8 };
export const MEMORY_OF_REPLICA = 2;

/** Returns the seconds that a review of a game takes, if the game has as many plies as those of the site. */
export const secondsOfReview = (variant, depth) => {
  const name = `review.${variant}.${depth}.`;
  return (rate(`${name}seconds`) / rate(`${name}plies`)) * demand.pliesOfGame;
};
export const meanOf = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The seconds that a review takes, in the mean of the three games. */
export const reviewSeconds = {
  mean: meanOf(REVIEWED.map((variant) => secondsOfReview(variant, DEPTH))),
  /** The standard deviation of the games of one variant. */
  deviation: meanOf(REVIEWED.map((variant) => {
    const name = `review.${variant}.${DEPTH}.seconds`;
    return (rate(`${name}_deviation`) / rate(name)) * secondsOfReview(variant, DEPTH);
  })),
};

const depthsOf = (variant) => Object.keys(rates)
  .map((name) => new RegExp(`^review\\.${variant}\\.(\\d+)\\.seconds$`).exec(name)?.[1]).filter(Boolean).map(Number);
/** Returns by how much a ply of depth makes a review longer, between the depths that were measured. */
export const factorOfPly = (variant) => {
  const depths = depthsOf(variant);
  const [least, most] = [Math.min(...depths), Math.max(...depths)];
  return (secondsOfReview(variant, most) / secondsOfReview(variant, least)) ** (1 / (most - least));
};

/** Returns the sum of a rate of validations and of reviews: what a game costs that is both validated and reviewed. */
const ofGame = (name) => rate(`validation.${name}`) + rate(`review_item.${name}`);

const searchThreads = HEADROOM * gamesPerSecond * reviewSeconds.mean;
const workers = Math.ceil(searchThreads / SLOTS_OF_WORKER);
const moveCores = demand.peakMovesPerSecond * rate("move.service_seconds");
// With n replicas, (n - 2) / n of their capacity may be used.
const replicas = Math.ceil(moveCores / CORES_OF_REPLICA) + 2;
const bytesOfGame = ofGame("item_bytes") + ofGame("result_bytes");

/** What the site needs. Bytes are those of the tables with their indexes. */
export const needs = {
  meanMovesPerSecond: gamesPerSecond * demand.pliesOfGame,
  moveCores,
  replicas,
  moveBytesPerSecond: demand.peakMovesPerSecond * rate("move.bytes"),
  searchCores: gamesPerSecond * reviewSeconds.mean,
  searchThreads: workers * SLOTS_OF_WORKER,
  workers,
  bytesOfGame,
  rowsOfGame: 2,
  bytesPerDay: demand.gamesPerDay * bytesOfGame,
  clientBytesOfDefault: demand.gamesPerDay * bytesOfGame * DAYS_OF_DEFAULT,
  disk: demand.gamesPerDay * bytesOfGame * DAYS_OF_ROWS,
  diskOfDefault: demand.gamesPerDay * bytesOfGame * DAYS_OF_DEFAULT,
  logPerDay: demand.gamesPerDay * ofGame("log_bytes"),
  transactionsPerSecond: gamesPerSecond * ofGame("transactions"),
  databaseCores: gamesPerSecond * ofGame("database_seconds"),
  serviceCoresOfJobs: gamesPerSecond * ofGame("service_seconds"),
  connections: 5 * replicas + 2 * workers,
  jobMessageBytesPerDay:
    demand.gamesPerDay * (ofGame("request_message_bytes") + ofGame("result_message_bytes")),
  databaseSecondsOfGame: ofGame("database_seconds"),
  validationCores: gamesPerSecond * rate("validation.worker_seconds"),
  /** What has to be paid for: cores, GB of memory, bytes of disk, and bytes between the machines in a month. */
  cores: workers * SLOTS_OF_WORKER + replicas * CORES_OF_REPLICA + DATABASE.machines * DATABASE.cores,
  memory: workers * SLOTS_OF_WORKER * MEMORY_OF_THREAD + replicas * MEMORY_OF_REPLICA +
    DATABASE.machines * DATABASE.memory,
  paidDisk: DATABASE.machines * demand.gamesPerDay * bytesOfGame * DAYS_OF_DEFAULT,
  traffic: 30 * demand.gamesPerDay *
    (demand.pliesOfGame * rate("move.bytes") +
      // Between the site and the replicas, between these and the database, and between that and the workers.
      3 * (ofGame("request_message_bytes") + ofGame("result_message_bytes"))),
};
