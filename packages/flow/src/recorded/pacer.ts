/** When the moments of a recording are due: its clock beside the wall clock. */
import type { FlowPace } from '../source.ts';

export class Pacer {
  private readonly now: () => number;
  private pace: FlowPace;
  /** Where the recorded clock stood at `wallMs`; NaN before the first moment. */
  private recordedMs = Number.NaN;
  private wallMs = 0;
  private steps = 0;
  private closed = false;
  private wake: (() => void) | null = null;

  /** @param now Unix ms */
  constructor(pace: FlowPace, now: () => number) {
    this.pace = pace;
    this.now = now;
  }

  /** Changes the pace from now on. */
  set(pace: FlowPace): void {
    this.settle();
    this.pace = pace;
    this.steps = 0;
    this.wake?.();
  }

  /** Lets so many moments pass while paused. */
  step(moments: number): void {
    if (!this.pace.paused) return;
    this.steps += moments;
    this.wake?.();
  }

  /** Ends all waiting. */
  close(): void {
    this.closed = true;
    this.wake?.();
  }

  /** Whether a moment may be played now; each `true` uses up a step while paused. */
  isDue(timeMs: number): boolean {
    if (Number.isNaN(this.recordedMs)) {
      this.recordedMs = timeMs;
      this.wallMs = this.now();
    }
    if (this.pace.paused) {
      if (this.steps === 0) return false;
      this.steps -= 1;
      this.recordedMs = Math.max(this.recordedMs, timeMs);
      return true;
    }
    return timeMs <= this.clock();
  }

  /** Resolves with true when the moment may be played, with false when it is over. */
  async due(timeMs: number): Promise<boolean> {
    while (!this.closed) {
      if (this.isDue(timeMs)) return true;
      await this.sleep(this.pace.paused ? null : (timeMs - this.clock()) / this.pace.speed);
    }
    return false;
  }

  private clock(): number {
    return this.recordedMs + (this.now() - this.wallMs) * this.pace.speed;
  }

  /** Takes up the time that has passed at the old pace. */
  private settle(): void {
    if (!this.pace.paused && !Number.isNaN(this.recordedMs)) this.recordedMs = this.clock();
    this.wallMs = this.now();
  }

  private sleep(ms: number | null): Promise<void> {
    return new Promise((resolve) => {
      const timer = ms === null ? undefined : setTimeout(() => this.wake?.(), Math.ceil(ms));
      this.wake = () => {
        clearTimeout(timer);
        this.wake = null;
        resolve();
      };
    });
  }
}
