import { useEffect, useState } from "preact/hooks";

interface ClockProps {
  label: string;
  leftMs: number;
  isRunning: boolean;
  /** The time at which `leftMs` was correct, by `performance.now()`. */
  since: number;
}

/** A player's clock, which keeps running between two views of the game. */
export function Clock({ label, leftMs, isRunning, since }: ClockProps) {
  const [now, setNow] = useState(since);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(performance.now()), 200);
    return () => clearInterval(timer);
  }, [isRunning, since]);
  const left = isRunning ? Math.max(0, leftMs - Math.max(0, now - since)) : leftMs;
  return (
    <span class={`clock ${left < 10_000 ? "clock--low" : ""}`} role="timer" aria-label={label}>
      {clockText(left)}
    </span>
  );
}

const two = (value: number) => String(value).padStart(2, "0");

/** Formats a time, for example as `1:02:03` or `4:05` and, in the last ten seconds, `9.7`. */
export function clockText(ms: number): string {
  if (ms < 10_000) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.floor(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
