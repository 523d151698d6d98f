import { useEffect, useState } from "preact/hooks";

import { clockText } from "./clock_text.js";

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
