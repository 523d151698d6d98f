/**
 * Simulates the queue of jobs as service/jobs implements it: classes of priority and turns of clients, chunks, leases
 * and retries. Searches take the time that the caller chooses; the database takes none.
 *
 * A worker takes chunks of a class while it holds no more chunks of this class and of those with more weight than it
 * has threads, or no more of the class than its share of the threads, and then a few of clients of whom it holds none
 * in the class. The classes share its threads by their weights, the clients of a class share equally what it has, and
 * the chunks of a client in a class share what that client has, because the worker goes from one to the next between
 * two items and pauses items in favour of other classes and clients.
 */
import { constants } from "./constants.mjs";

export const PRIORITIES = ["high", "normal", "low"];

/** The classes with their weights. `index` is where lists with an element for each class have theirs. */
const CLASSES = PRIORITIES.map((priority, index) =>
  ({ priority, index, weight: constants.classTurns.filter((turn) => turn === priority).length }));

/** The classes in the order in which they are asked for work, by turn. */
const ORDERS = constants.classTurns.map((first) =>
  [...CLASSES].sort((a, b) => (b.priority === first) - (a.priority === first)));

/** Whether a client has waited longer for a turn than another one. */
const isEarlier = (a, b) => a.lastTurn < b.lastTurn || (a.lastTurn === b.lastTurn && a.order < b.order);

/** Less than this is left of a chunk that has been finished; in seconds of a thread. */
const EPSILON = 1e-6;

/** Events in the order of their times; those at the same time in the order in which they were added. */
class Agenda {
  #events = [];
  #added = 0;

  get length() { return this.#events.length; }
  get nextTime() { return this.#events[0].time; }

  add(time, run) {
    const events = this.#events;
    const event = { time, order: ++this.#added, run };
    let index = events.length;
    for (let parent; index > 0; index = parent) {
      parent = (index - 1) >> 1;
      if (!isBefore(event, events[parent])) break;
      events[index] = events[parent];
    }
    events[index] = event;
  }

  take() {
    const events = this.#events;
    const first = events[0];
    const last = events.pop();
    if (events.length === 0) return first;
    let index = 0;
    for (let child; (child = 2 * index + 1) < events.length; index = child) {
      if (child + 1 < events.length && isBefore(events[child + 1], events[child])) ++child;
      if (!isBefore(events[child], last)) break;
      events[index] = events[child];
    }
    events[index] = last;
    return first;
  }
}

const isBefore = (a, b) => a.time < b.time || (a.time === b.time && a.order < b.order);

/** The number, the sum and the maximum of durations. */
class Durations {
  count = 0;
  sum = 0;
  max = 0;

  add(seconds, count) {
    this.count += count;
    this.sum += seconds * count;
    this.max = Math.max(this.max, seconds);
  }

  get mean() { return this.count === 0 ? 0 : this.sum / this.count; }
}

/** What a client has in a class. */
class ClientQueue {
  /** Jobs with chunks that nobody has taken yet, from `first` on, and chunks of which the lease has run out. */
  jobs = [];
  first = 0;
  returned = [];
  waitingItems = 0;
  /** The seconds of threads that it has used. */
  usedSeconds = 0;

  constructor(client, priority, lastTurn, order) {
    Object.assign(this, CLASSES.find((each) => each.priority === priority), { client, lastTurn, order });
  }

  get hasWork() { return this.first < this.jobs.length || this.returned.length > 0; }

  /** When the oldest chunk was queued. */
  get oldest() {
    const queued = this.returned.map((chunk) => chunk.queuedAt);
    if (this.first < this.jobs.length) queued.push(this.jobs[this.first].queuedAt);
    return Math.min(...queued);
  }
}

/**
 * Settings of a simulation:
 * - `seconds`: how long it lasts. `sampleSeconds`: how often it takes a sample
 * - `workers`, `slots`: the number of workers, and of search threads of each
 * - `restartSeconds`: the time until a worker that has died is back
 * - `jobs`: jobs in the order of their `time`, with `client`, `priority`, `items`, `itemsOfChunk` (as many as the
 *   service puts into one by default) and `killer`, the number of an item that ends its worker, if there is one
 * - `workOf(items)`: the seconds of a thread that a chunk with this many items takes
 * - `failures`: when workers die: `{time, workers: [numbers], until}`; `until` is when they are back, after
 *   `restartSeconds` by default
 */
export class Simulation {
  now = 0;
  agenda = new Agenda();
  workers = [];
  /** By priority, and then by client. */
  queues = Object.fromEntries(PRIORITIES.map((priority) => [priority, new Map()]));

  /** The turns of clients, and the clients that have come. */
  #turns = 0;
  #classes = CLASSES.map(({ priority }) => this.queues[priority]);

  /** Items by what has become of them, and chunks of which a lease has run out. */
  submitted = 0;
  done = 0;
  failed = 0;
  redelivered = 0;
  deaths = 0;
  /** Seconds of threads that were used in vain, because the worker died. */
  lostSeconds = 0;
  /** By priority: the time from the start of a job to that at which a chunk is taken, and has its last result. */
  waits = Object.fromEntries(PRIORITIES.map((priority) => [priority, new Durations()]));
  sojourns = Object.fromEntries(PRIORITIES.map((priority) => [priority, new Durations()]));
  samples = [];
  /** Since the last sample: the longest time for which a chunk waited, by priority, and the time of busy threads. */
  longest = Object.fromEntries(PRIORITIES.map((priority) => [priority, 0]));
  busySecondsAtSample = 0;
  /** The chunks that wait or run; the busy threads, and those of the workers that live. */
  chunksInSystem = 0;
  waitingChunks = 0;
  busy = 0;
  threads = 0;
  /** The integrals over time of chunks in the system, of busy threads, and of idle ones while chunks wait. */
  chunkSeconds = 0;
  busySeconds = 0;
  idleSeconds = 0;

  constructor(settings) {
    this.settings = { sampleSeconds: 600, restartSeconds: 60, failures: [], ...settings };
    const { workers, slots, jobs, failures, sampleSeconds } = this.settings;
    for (let id = 0; id < workers; ++id) {
      // Their polls are spread evenly.
      const firstPoll = (constants.poll * id) / workers;
      const nextClaims = () => CLASSES.map(() => firstPoll);
      this.workers.push({
        id, slots, alive: true, chunks: [], claims: 0, nextClaims: nextClaims(), nextClaimsForOthers: nextClaims(),
        busy: 0, advancedTo: 0, version: 0, wakeAt: Infinity, deadUntil: 0,
      });
    }
    this.threads = workers * slots;
    for (const job of jobs) this.agenda.add(job.time, () => this.#submit(job));
    for (const failure of failures) {
      this.agenda.add(failure.time, () => {
        for (const id of failure.workers) this.#die(this.workers[id], failure.until);
      });
    }
    for (let time = 0; time <= this.settings.seconds; time += sampleSeconds) {
      this.agenda.add(time, () => this.#sample());
    }
  }

  /** Runs the simulation to its end, and returns it. */
  run() {
    while (this.agenda.length > 0 && this.agenda.nextTime <= this.settings.seconds) {
      const event = this.agenda.take();
      this.#passTo(event.time);
      event.run();
    }
    this.#passTo(this.settings.seconds);
    return this;
  }

  get waitingItems() { return PRIORITIES.reduce((sum, priority) => sum + this.waitingItemsOf(priority), 0); }

  get usedSeconds() { return PRIORITIES.reduce((sum, priority) => sum + this.usedSecondsOf(priority), 0); }

  usedSecondsOf(priority) {
    return [...this.queues[priority].values()].reduce((sum, queue) => sum + queue.usedSeconds, 0);
  }

  waitingItemsOf(priority) {
    return [...this.queues[priority].values()].reduce((sum, queue) => sum + queue.waitingItems, 0);
  }

  /** The items without a result in chunks that a worker holds, or held until it died. */
  get runningItems() { return this.submitted - this.done - this.failed - this.waitingItems; }

  /** The same, counted in the chunks of the workers that live. */
  get heldItems() {
    return this.workers.flatMap((worker) => worker.chunks).reduce((sum, chunk) => sum + chunk.items, 0);
  }

  #passTo(time) {
    const passed = time - this.now;
    this.chunkSeconds += passed * this.chunksInSystem;
    this.busySeconds += passed * this.busy;
    if (this.waitingChunks > 0) this.idleSeconds += passed * (this.threads - this.busy);
    this.now = time;
  }

  #submit(job) {
    const queues = this.queues[job.priority];
    const late = this.now - constants.maxLateness;
    let queue = queues.get(job.client);
    if (queue === undefined) {
      queue = new ClientQueue(job.client, job.priority, late, ++this.#turns);
      queues.set(job.client, queue);
    }
    queue.lastTurn = Math.max(queue.lastTurn, late);
    const itemsOfChunk = job.itemsOfChunk ?? constants.reviewsOfChunk;
    queue.jobs.push({ ...job, itemsOfChunk, queuedAt: this.now, taken: 0 });
    queue.waitingItems += job.items;
    this.submitted += job.items;
    const chunks = Math.ceil(job.items / itemsOfChunk);
    this.chunksInSystem += chunks;
    this.waitingChunks += chunks;
    this.#wakeAll();
  }

  /** Lets each worker claim at its next poll. */
  #wakeAll() {
    for (const worker of this.workers) {
      if (worker.alive) this.#wake(worker);
    }
  }

  /** Lets a worker claim at its next poll that finds something. */
  #wake(worker) {
    let time = Infinity;
    for (const each of CLASSES) {
      const nextClaims = nextClaimsOf(worker, each);
      if (nextClaims === undefined || this.#findQueue(worker, each, nextClaims) === undefined) continue;
      const next = nextClaims[each.index];
      const polls = Math.max(0, Math.ceil((this.now - next) / constants.poll));
      time = Math.min(time, Math.max(this.now, next + polls * constants.poll));
    }
    if (time >= worker.wakeAt) return;
    worker.wakeAt = time;
    this.agenda.add(time, () => {
      if (worker.wakeAt !== time) return;
      worker.wakeAt = Infinity;
      if (!worker.alive) return;
      this.#advance(worker);
      this.#claim(worker);
      this.#plan(worker);
    });
  }

  /** Takes chunks until the worker has enough or finds none. */
  #claim(worker) {
    for (let hasAsked = true; hasAsked;) {
      hasAsked = false;
      for (const each of ORDERS[worker.claims % ORDERS.length]) {
        const nextClaims = nextClaimsOf(worker, each);
        if (nextClaims === undefined || this.now < nextClaims[each.index]) continue;
        hasAsked = true;
        const queue = this.#findQueue(worker, each, nextClaims);
        if (queue !== undefined) {
          this.#takeTurn(worker, queue);
          break;
        }
        nextClaims[each.index] = this.now + constants.poll;
      }
      if (hasAsked) ++worker.claims;
    }
    this.#wake(worker);
  }

  /** Gives a worker the oldest chunk of a queue. */
  #takeTurn(worker, queue) {
    queue.lastTurn = this.now;
    queue.order = ++this.#turns;
    const chunk = this.#takeChunk(queue);
    if (chunk !== undefined) worker.chunks.push(chunk);
  }

  /**
   * Returns the queue whose client has waited longest for a turn, of those in a class that have what a worker asks for;
   * undefined if there is none.
   */
  #findQueue({ chunks, nextClaimsForOthers }, { index }, nextClaims) {
    const isForOthers = nextClaims === nextClaimsForOthers;
    let found;
    for (const queue of this.#classes[index].values()) {
      if (!queue.hasWork || (isForOthers && chunks.some((chunk) => chunk.queue === queue))) continue;
      if (found === undefined || isEarlier(queue, found)) found = queue;
    }
    return found;
  }

  /** Takes the oldest chunk of a queue; undefined if nothing is left to do in it. */
  #takeChunk(queue) {
    --this.waitingChunks;
    const job = queue.jobs[queue.first];
    if (queue.returned.length > 0) {
      const oldest = queue.returned.reduce((a, b) => (a.queuedAt <= b.queuedAt ? a : b));
      if (job === undefined || oldest.queuedAt <= job.queuedAt) {
        queue.returned.splice(queue.returned.indexOf(oldest), 1);
        return this.#takeAgain(oldest);
      }
    }
    const total = Math.min(job.itemsOfChunk, job.items - job.taken);
    const killer = job.killer - job.taken;
    const work = this.settings.workOf(total);
    const chunk = {
      queue, total, items: total, queuedAt: job.queuedAt, claimedAt: this.now, itemWork: work / total,
      remaining: work, killer: killer >= 0 && killer < total ? killer : undefined, failures: 0, suspect: undefined,
      rate: 0,
    };
    job.taken += total;
    if (job.taken === job.items) ++queue.first;
    // What has been taken is forgotten now and then.
    if (queue.first > 1000) {
      queue.jobs.splice(0, queue.first);
      queue.first = 0;
    }
    queue.waitingItems -= total;
    const wait = this.now - job.queuedAt;
    this.waits[queue.priority].add(wait, total);
    this.longest[queue.priority] = Math.max(this.longest[queue.priority], wait);
    return chunk;
  }

  /** Takes a chunk of which the lease has run out. */
  #takeAgain(chunk) {
    ++this.redelivered;
    chunk.queue.waitingItems -= chunk.items;
    chunk.claimedAt = this.now;
    const first = chunk.total - chunk.items;
    chunk.failures = chunk.suspect === first ? chunk.failures + 1 : 1;
    chunk.suspect = first;
    if (chunk.failures < constants.maxFailures) return chunk;
    ++this.failed;
    --chunk.items;
    chunk.remaining -= chunk.itemWork;
    if (chunk.killer === first) chunk.killer = undefined;
    if (chunk.items > 0) return chunk;
    this.#end(chunk);
    return undefined;
  }

  #end(chunk) {
    --this.chunksInSystem;
    this.sojourns[chunk.queue.priority].add(this.now - chunk.queuedAt, chunk.total);
  }

  /** Lets a worker do what it has done since it was looked at last. */
  #advance(worker) {
    const passed = this.now - worker.advancedTo;
    worker.advancedTo = this.now;
    for (const chunk of worker.chunks) {
      const used = passed * chunk.rate;
      chunk.queue.usedSeconds += used;
      chunk.remaining -= used;
      // The result of an item is recorded as soon as it is there.
      const left = Math.max(0, Math.min(chunk.items, Math.ceil((chunk.remaining - EPSILON) / chunk.itemWork)));
      this.done += chunk.items - left;
      chunk.items = left;
    }
  }

  /** Shares the threads of a worker among its chunks, and plans when it is looked at again. */
  #plan(worker) {
    this.busy -= worker.busy;
    worker.busy = shareThreads(worker);
    this.busy += worker.busy;
    let next = Infinity;
    for (const chunk of worker.chunks) {
      next = Math.min(next, Math.max(0, chunk.remaining - restAtKiller(chunk)) / chunk.rate);
    }
    const version = ++worker.version;
    if (next < Infinity) this.agenda.add(this.now + next, () => this.#progress(worker, version));
  }

  #progress(worker, version) {
    if (worker.version !== version) return;
    this.#advance(worker);
    if (worker.chunks.some((chunk) => chunk.killer !== undefined && chunk.remaining <= restAtKiller(chunk) + EPSILON)) {
      this.#die(worker);
      return;
    }
    for (const chunk of worker.chunks) {
      if (chunk.items === 0) this.#end(chunk);
    }
    worker.chunks = worker.chunks.filter((chunk) => chunk.items > 0);
    this.#claim(worker);
    this.#plan(worker);
  }

  /** Ends a worker, until a time or for as long as a restart takes. */
  #die(worker, until = this.now + this.settings.restartSeconds) {
    this.agenda.add(until, () => this.#revive(worker));
    worker.deadUntil = Math.max(worker.deadUntil, until);
    if (!worker.alive) return;
    this.#advance(worker);
    ++this.deaths;
    worker.alive = false;
    this.threads -= worker.slots;
    const renewal = constants.lease / constants.renewalsOfLease;
    for (const chunk of worker.chunks) {
      if (chunk.items === 0) {
        this.#end(chunk);
        continue;
      }
      this.lostSeconds += chunk.items * chunk.itemWork - chunk.remaining;
      chunk.remaining = chunk.items * chunk.itemWork;
      const sinceRenewal = (this.now - chunk.claimedAt) % renewal;
      this.agenda.add(this.now + constants.lease - sinceRenewal, () => this.#return(chunk));
    }
    worker.chunks = [];
    this.#plan(worker);
  }

  #revive(worker) {
    if (worker.alive || this.now < worker.deadUntil) return;
    worker.alive = true;
    worker.advancedTo = this.now;
    this.threads += worker.slots;
    this.#wake(worker);
  }

  /** Makes a chunk claimable whose lease has run out. */
  #return(chunk) {
    chunk.queue.returned.push(chunk);
    chunk.queue.waitingItems += chunk.items;
    ++this.waitingChunks;
    this.#wakeAll();
  }

  #sample() {
    for (const worker of this.workers) this.#advance(worker);
    const byPriority = (of) => Object.fromEntries(PRIORITIES.map((priority) => [priority, of(priority)]));
    const { sampleSeconds } = this.settings;
    this.samples.push({
      time: this.now,
      waiting: byPriority((priority) => this.waitingItemsOf(priority)),
      longest: byPriority((priority) => {
        const queued = [...this.queues[priority].values()].filter((queue) => queue.hasWork)
          .map((queue) => queue.oldest);
        return Math.max(this.longest[priority], this.now - Math.min(this.now, ...queued));
      }),
      // The mean since the last sample.
      busy: this.now === 0 ? 0 : (this.busySeconds - this.busySecondsAtSample) / sampleSeconds,
      threads: this.threads,
      submitted: this.submitted,
      done: this.done,
      failed: this.failed,
      running: this.runningItems,
      held: this.heldItems,
    });
    this.longest = byPriority(() => 0);
    this.busySecondsAtSample = this.busySeconds;
  }
}

/**
 * Whether a class has fewer chunks than its share of the slots beside the other classes that have some, to which
 * `spare` is added. `counts` has the number of chunks by class.
 */
const lacksShare = (counts, { index, weight }, slots, spare) => {
  const classes = CLASSES.filter((each) => each.index === index || counts[each.index] > 0);
  const weights = classes.reduce((sum, each) => sum + each.weight, 0);
  return counts[index] < Math.ceil((slots * weight) / weights) + spare;
};

/** Whether a class may have another chunk: it lacks its share, or it and heavier classes have too few for all slots. */
const lacksChunks = (counts, ofClass, slots, spare) => {
  // Chunks of classes with less weight make way for those of this class.
  const rivals = CLASSES.filter((each) => each.weight >= ofClass.weight);
  return rivals.reduce((sum, { index }) => sum + counts[index], 0) < slots + spare ||
    lacksShare(counts, ofClass, slots, spare);
};

/**
 * Returns by class when a worker may ask again for what it asks for in a class: chunks of any client, or only those of
 * clients of whom it holds none in the class. Returns undefined if it holds enough.
 */
const nextClaimsOf = ({ chunks, slots, nextClaims, nextClaimsForOthers }, ofClass) => {
  const { waitingChunks, chunksOfOthers } = constants;
  const counts = CLASSES.map(() => 0);
  for (const { queue } of chunks) ++counts[queue.index];
  if (lacksChunks(counts, ofClass, slots, waitingChunks)) return nextClaims;
  return chunks.length < slots + waitingChunks + chunksOfOthers ? nextClaimsForOthers : undefined;
};

/** Shares the threads of a worker among its chunks, and returns how many are busy. */
const shareThreads = ({ chunks, slots }) => {
  if (chunks.every((chunk) => chunk.queue === chunks[0].queue)) {
    const busy = Math.min(chunks.length, slots);
    for (const chunk of chunks) chunk.rate = busy / chunks.length;
    return busy;
  }
  const shares = sharesOf(chunks, slots);
  let free = slots;
  let weights = shares.reduce((sum, { weight }) => sum + weight, 0);
  // Those that can use little leave the rest of their shares to the others.
  for (const { own, weight, running } of shares.sort((a, b) => a.running / a.weight - b.running / b.weight)) {
    const share = Math.min(running, (free * weight) / weights);
    for (const chunk of own) chunk.rate = share / own.length;
    free -= share;
    weights -= weight;
  }
  return slots - free;
};

/**
 * Returns the chunks of each client in each class, with their weight together and with the number of them that may run,
 * each of which uses a thread at most: one for each client and class, and more while the class lacks chunks and there
 * are not too many in all. All classes get their shares before one gets more, because the chunk that has waited longest
 * is the next to run.
 */
const sharesOf = (chunks, slots) => {
  const shares = [];
  for (const chunk of chunks) {
    const share = shares.find(({ queue }) => queue === chunk.queue);
    if (share === undefined) shares.push({ queue: chunk.queue, own: [chunk], running: 1, weight: 0 });
    else share.own.push(chunk);
  }
  const ofClasses = CLASSES.map(({ index }) => shares.filter(({ queue }) => queue.index === index));
  const counts = ofClasses.map(({ length }) => length);
  for (const share of shares) share.weight = share.queue.weight / counts[share.queue.index];
  let free = slots + constants.chunksOfOthers - shares.length;
  for (const mayHaveMore of [lacksShare, lacksChunks]) {
    for (const each of CLASSES) {
      for (let hasAdded = true; hasAdded;) {
        hasAdded = false;
        for (const share of ofClasses[each.index]) {
          if (free <= 0 || share.running === share.own.length || !mayHaveMore(counts, each, slots, 0)) continue;
          ++share.running;
          ++counts[each.index];
          --free;
          hasAdded = true;
        }
      }
    }
  }
  return shares;
};

/** What remains of a chunk when its worker begins the item that ends it; 0 if there is none. */
const restAtKiller = ({ total, killer, itemWork }) => (killer === undefined ? 0 : (total - killer) * itemWork);
