import { readFileSync } from "node:fs";

const source = (path) => readFileSync(new URL(`../../service/${path}`, import.meta.url), "utf8");

/** Returns the number that the only match of a pattern captures in a file of service/. */
const numberIn = (path, pattern) => {
  const matches = [...source(path).matchAll(new RegExp(pattern, "g"))];
  if (matches.length !== 1) throw new Error(`service/${path} has ${matches.length} matches of ${pattern}`);
  return Number(matches[0][1].replaceAll("'", ""));
};

const WORKER = "jobs/job_worker.cc";
const METHODS = "jobs/job_methods.cc";

/** Returns the classes of kClassTurns in their order, in lower case. */
const classTurns = () => {
  const [, list] = /constexpr std::array kClassTurns = \{([^}]*)\}/.exec(source(WORKER));
  return [...list.matchAll(/JOB_PRIORITY_(\w+)/g)].map(([, name]) => name.toLowerCase());
};

/** The constants of the service that decide how jobs are shared out, as its source has them. Times are in seconds. */
export const constants = {
  /** The class that each claim of a worker asks first. */
  classTurns: classTurns(),
  /** How many chunks a worker holds beyond its slots, and how many more of clients for whom it holds none. */
  waitingChunks: numberIn(WORKER, "kWaitingChunks = (\\d+);"),
  chunksOfOthers: numberIn(WORKER, "kChunksOfOthers = (\\d+);"),
  /** How many games a chunk has. */
  validationsOfChunk: numberIn(METHODS, "kChunkWork = (\\d+);"),
  reviewsOfChunk: numberIn(METHODS, "kChunkWork = (\\d+);") / numberIn(METHODS, "kWorkOfReview = (\\d+);"),
  /** After this many leases in a row that ran out at the same item, it fails. */
  maxFailures: numberIn("jobs/job_leases.cc", "kMaxFailures = (\\d+);"),
  /** How long a lease lasts, how often it is extended, and how often a worker without work asks for some. */
  lease: numberIn("ops/config.h", "int lease_ms = ([\\d']+);") / 1000,
  renewalsOfLease: numberIn(WORKER, "next_renewal = Clock::now\\(\\) \\+ options_\\.lease / (\\d+);"),
  poll: numberIn("jobs/job_worker.h", "milliseconds poll\\{(\\d+)\\};") / 1000,
  /** How late a client is whose last turn was longer ago. */
  maxLateness: numberIn("jobs/job_store.cc", "now\\(\\) - interval '(\\d+) hour'") * 3600,
};
