import type { ArchiveProgress, ArchiveSummary } from "../../shared/api.js";
import { say } from "../words/words.js";

/** Returns how far an archive is. Example: `running, 12 of 40 games, 1 failed`. */
export function stateText({ state, games, done, failed }: ArchiveSummary): string {
  const parts = [say(`archive.state.${state}`), say("archive.done", { done, all: games })];
  if (failed > 0) parts.push(say("archive.failed", { count: failed }));
  return parts.join(", ");
}

/** Returns how fast a running archive is, and how long it still takes, as far as that is known. */
export function rateText({ gamesPerSecond, msLeft }: ArchiveProgress): string {
  const parts: string[] = [];
  if (gamesPerSecond > 0) {
    const perMinute = 60 * gamesPerSecond;
    const rate = perMinute < 10 ? perMinute.toFixed(1) : String(Math.round(perMinute));
    parts.push(say("archive.rate", { rate }));
  }
  if (msLeft !== undefined) parts.push(say("archive.left", { time: timeText(msLeft) }));
  return parts.join(", ");
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Formats a time in the largest unit of which there are two or more. */
export function timeText(ms: number): string {
  if (ms >= 2 * HOUR_MS) return say("time.hours", { count: Math.round(ms / HOUR_MS) });
  if (ms >= 2 * MINUTE_MS) return say("time.minutes", { count: Math.round(ms / MINUTE_MS) });
  return say("time.seconds", { count: Math.ceil(ms / 1_000) });
}
