import { useEffect, useState } from "preact/hooks";

interface ClockProps {
  label: string;
  leftMs: number;
  isRunning: boolean;
  /** When `leftMs` was true, by `performance.now()`. */
  since: number;
}

/** A player's clock; it runs on by itself between two answers of the site. */
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

/** As `1:02:03`, `4:05`, and `9.7` in the last ten seconds. */
export function clockText(ms: number): string {
  if (ms < 10_000) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.floor(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
