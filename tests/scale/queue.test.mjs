import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { constants } from "./constants.mjs";
import { PRIORITIES, Simulation } from "./queue.mjs";
import { makeRandom } from "./random.mjs";
import { gamesPerSecond, simulateWeek } from "./week.mjs";

const assertNear = (actual, expected, share, what) =>
  assert.ok(Math.abs(actual - expected) <= share * expected, `${what}: ${actual}, expected about ${expected}`);

/** Returns the number of times that each element is in a list. */
const countsOf = (list) => {
  const counts = {};
  for (const each of list) counts[each] = (counts[each] ?? 0) + 1;
  return counts;
};

/** The jobs of one item that arrive at random times, as many per second as `rate`. */
const poissonJobs = (rate, seconds, random) => {
  const jobs = [];
  for (let time = 0; (time -= Math.log(1 - random.uniform()) / rate) < seconds;) {
    jobs.push({ time, client: "site", priority: "normal", items: 1 });
  }
  return jobs;
};

/** Items stay where they are, at each sample. */
const assertConserved = (simulation) => {
  let last;
  for (const sample of simulation.samples) {
    const waiting = PRIORITIES.reduce((sum, priority) => sum + sample.waiting[priority], 0);
    assert.equal(sample.done + sample.failed + waiting + sample.running, sample.submitted);
    // What a worker held that has died belongs to nobody until its lease has run out.
    assert.ok(sample.held <= sample.running && sample.running >= 0);
    assert.ok(sample.busy <= simulation.settings.workers * simulation.settings.slots + 1e-6);
    assert.ok(last === undefined || (sample.done >= last.done && sample.failed >= last.failed));
    last = sample;
  }
};

test("the shares of the classes in the source are those that the documentation promises", () => {
  const counts = countsOf(constants.classTurns);
  assert.deepEqual(counts, { high: 9, normal: 3, low: 1 });
  const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8").replace(/\s*\n(\/\/ )?/g, " ");
  const { length } = constants.classTurns;
  const shares = `${counts.high}, ${counts.normal} and ${counts.low}`;
  assert.equal(length, 13);
  assert.ok(read("docs/jobs.md").includes(`they get ${shares} thirteenths of the time`));
  assert.ok(read("proto/arbiter/v1/job_service.proto").includes(`of ${length} parts, the classes get ${shares}`));
});

test("agrees with the formula of Erlang for a worker with many threads (M/M/c)", () => {
  const slots = 6;
  const seconds = 200_000;
  const mean = 10;
  const load = 0.8 * slots;
  const random = makeRandom(3);
  const simulation = new Simulation({
    seconds, workers: 1, slots, sampleSeconds: seconds, jobs: poissonJobs(load / mean, seconds, random),
    workOf: () => -mean * Math.log(1 - random.uniform()),
  }).run();
  let term = 1;
  let sum = 0;
  for (let n = 0; n < slots; term *= load / ++n) sum += term;
  const probabilityOfWait = term / (1 - load / slots) / (sum + term / (1 - load / slots));
  const sojourn = mean + (probabilityOfWait * mean) / (slots - load);
  // A worker that has found nothing asks again after a fifth of a second.
  assertNear(simulation.sojourns.normal.mean, sojourn, 0.03, "time in the system");
  assertNear(simulation.busySeconds / seconds, load, 0.02, "busy threads");
});

test("obeys Little's law with many workers", () => {
  const seconds = 5_000;
  const random = makeRandom(5);
  const simulation = new Simulation({
    seconds, workers: 10, slots: 4, jobs: poissonJobs(3, seconds - 500, random), workOf: () => 5 + 10 * random.uniform(),
  }).run();
  const { sojourns, chunkSeconds, submitted, done } = simulation;
  assert.equal(done, submitted);
  assertNear(chunkSeconds, sojourns.normal.sum, 1e-6, "chunks in the system, summed over time");
});

/** The classes have used a worker's time in proportion to their weights. */
const assertSharesOfClasses = (simulation, priorities) => {
  const weights = countsOf(constants.classTurns);
  const sum = priorities.reduce((total, priority) => total + weights[priority], 0);
  for (const priority of priorities) {
    assert.ok(simulation.waitingItemsOf(priority) > 0);
    const share = simulation.usedSecondsOf(priority) / simulation.usedSeconds;
    assertNear(share, weights[priority] / sum, 0.02, `share of ${priority} beside ${priorities}`);
  }
};

test("gives the classes of a client their shares of the time while all have work", () => {
  const jobs = PRIORITIES.map((priority) => ({ time: 0, client: "site", priority, items: 8 * 13 * 40 }));
  const simulation = new Simulation({ seconds: 400, workers: 4, slots: 4, jobs, workOf: () => 16 }).run();
  assertSharesOfClasses(simulation, PRIORITIES);
  simulation.settings.seconds = 30_000;
  simulation.run();
  assert.equal(simulation.done, simulation.submitted);
  assertConserved(simulation);
});

test("gives the clients of a class equal shares of the time, and starves no class of any client", () => {
  const jobs = PRIORITIES.flatMap((priority) => ["a", "b", "c"].map((client) => ({
    time: 0, client: `${client} ${priority}`, priority, items: 8 * 13 * 40,
  })));
  const simulation = new Simulation({ seconds: 400, workers: 4, slots: 4, jobs, workOf: () => 16 }).run();
  assertSharesOfClasses(simulation, PRIORITIES);
  for (const priority of PRIORITIES) {
    const used = [...simulation.queues[priority].values()].map(({ usedSeconds }) => usedSeconds);
    assert.ok(Math.max(...used) < 1.1 * Math.min(...used), `seconds in ${priority}: ${used}`);
  }
});

/** Simulates a worker for which a client in each of these classes always has work. */
const simulateClients = (slots, priorities) => {
  const jobs = priorities.map((priority) => ({ time: 0, client: `client of ${priority}`, priority, items: 1e6 }));
  return new Simulation({ seconds: 20_000, workers: 1, slots, jobs, workOf: (items) => 2 * items }).run();
};

test("gives classes with a single client each their shares of the time, on workers with few threads and many", () => {
  for (const slots of [1, 2, 4, 8, 32]) {
    for (const priorities of [PRIORITIES, ["high", "normal"], ["high", "low"], ["normal", "low"]]) {
      assertSharesOfClasses(simulateClients(slots, priorities), priorities);
    }
  }
});

test("begins the chunks of a class at once, although chunks of a class with less weight have all threads", () => {
  const itemsOfChunk = constants.reviewsOfChunk;
  const simulation = new Simulation({
    seconds: 1000, workers: 1, slots: 2, workOf: (items) => 10 * items,
    jobs: [
      { time: 0, client: "archive", priority: "low", items: 1e6 },
      { time: 100, client: "site", priority: "high", items: 2 * itemsOfChunk },
    ],
  }).run();
  assert.ok(simulation.waits.high.max <= constants.poll);
  const { high, low } = countsOf(constants.classTurns);
  assertNear(simulation.sojourns.high.max, (10 * itemsOfChunk * (high + low)) / high, 0.005, "time of two chunks");
});

test("gives what a dead worker held to others when the leases run out, and loses and repeats nothing else", () => {
  const jobs = [{ time: 0, client: "site", priority: "normal", items: 8 * 40 }];
  const settings = { workers: 2, slots: 4, jobs, sampleSeconds: 1, workOf: (items) => 10 * items };
  const undisturbed = new Simulation({ ...settings, seconds: 5000 }).run();
  const simulation = new Simulation({
    ...settings, seconds: 5000, restartSeconds: 1000, failures: [{ time: 100.5, workers: [0] }],
  }).run();
  assert.equal(simulation.done, simulation.submitted);
  assert.equal(simulation.redelivered, 4 + constants.waitingChunks);
  // Of each chunk, at most the item was lost that was running.
  assert.ok(simulation.lostSeconds > 0 && simulation.lostSeconds < 10 * (4 + constants.waitingChunks));
  assertNear(simulation.usedSeconds, undisturbed.usedSeconds + simulation.lostSeconds, 1e-6, "used time");
  assertConserved(simulation);
  const orphans = ({ running, held }) => running - held;
  const { lease, renewalsOfLease } = constants;
  const orphaned = simulation.samples.filter((sample) => orphans(sample) > 0).map(({ time }) => time);
  assert.equal(orphaned[0], 101);
  assert.ok(orphaned.at(-1) >= 100 + lease - lease / renewalsOfLease && orphaned.at(-1) <= 100.5 + lease);
});

test("gives up an item after the deaths that the service allows, and finishes its neighbours", () => {
  const jobs = [
    { time: 0, client: "site", priority: "normal", items: 24, killer: 11 },
    { time: 0, client: "other", priority: "normal", items: 80 },
  ];
  const simulation = new Simulation({ seconds: 20_000, workers: 3, slots: 2, jobs, workOf: (items) => 5 * items }).run();
  assert.equal(simulation.deaths, constants.maxFailures);
  assert.equal(simulation.failed, 1);
  assert.equal(simulation.done, 103);
  assertConserved(simulation);
});

test("in a week with a lost region, keeps all items, lets no thread be idle while games wait, and starves no class", () => {
  const size = 0.1;
  const week = simulateWeek({ headroom: 1.3, size });
  assertConserved(week);
  assert.ok(week.submitted > 0.95 * size * (7 * 5.2e6 + 1.1e6));
  assert.equal(week.failed, 1);
  assert.ok(week.deaths > week.settings.workers / 3);
  // A worker that has found nothing asks again after a fifth of a second, and a chunk that it holds in advance waits
  // for it although another worker may be idle.
  assert.ok(week.idleSeconds < 0.002 * week.busySeconds, `idle for ${week.idleSeconds} of ${week.busySeconds} s`);
  // The lowest class gets one of 13 parts of the time even while the others have work.
  const low = week.samples.filter(({ waiting }) => waiting.low > 0 && waiting.high + waiting.normal > 0);
  assert.ok(low.length > 10);
  for (let index = 6; index < low.length; index += 6) {
    assert.ok(low[index].waiting.low < low[index - 6].waiting.low, "the class `low` stands still");
  }
  assert.ok(week.waits.low.count >= 0.999 * size * 1e6);
  const days = [0, 1, 2, 3, 4, 5, 6].map((day) => gamesPerSecond(day * 86_400 + 1));
  assert.ok(Math.min(...days) > 0);
});
