/** The time until something, which runs by the second. */

import { useEffect, useState } from 'react';

const SECOND_MS = 1_000;

/** "07:59:03"; hours may have more digits, and what is past has none left. */
export function countdownText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / SECOND_MS));
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** The countdown. @param props.time what it counts down to, Unix ms; 0 = unknown */
export function Countdown({ time }: { readonly time: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  if (!(time > 0)) return null;
  return <span className="muted">{countdownText(time - now)}</span>;
}
