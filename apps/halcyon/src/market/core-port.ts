/** The in-process exchange as the port that the runner uses, with a clock that tests move. */
import type {
  MarketPort,
  OrderReport,
  Participant,
  PortCommand,
  PortListener,
  RestingReport,
  SimulatorClock,
  TopOfBook,
} from '@halcyon/simulator';
import type { CoreExchange } from './core-exchange.ts';

/** Virtual time: `run` calls the timers that fall due, in order. */
export class VirtualClock implements SimulatorClock {
  #nowMs: number;
  readonly #timers = new Set<{ readonly dueMs: number; readonly callback: () => void }>();

  constructor(startMs: number) {
    this.#nowMs = startMs;
  }

  now(): number {
    return this.#nowMs;
  }

  after(delayMs: number, callback: () => void): () => void {
    const timer = { dueMs: this.#nowMs + Math.max(0, delayMs), callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Moves time on by `lengthMs`. */
  run(lengthMs: number): void {
    const end = this.#nowMs + lengthMs;
    for (;;) {
      let next: { readonly dueMs: number; readonly callback: () => void } | null = null;
      for (const timer of this.#timers) {
        if (timer.dueMs <= end && (next === null || timer.dueMs < next.dueMs)) next = timer;
      }
      if (next === null) break;
      this.#timers.delete(next);
      this.#nowMs = Math.max(this.#nowMs, next.dueMs);
      next.callback();
    }
    this.#nowMs = end;
  }
}

/** A port on a core; reports arrive one virtual millisecond after their command. */
export class CorePort implements MarketPort {
  readonly #exchange: CoreExchange;
  readonly #clock: VirtualClock;
  #listener: PortListener | null = null;
  /** Commands of every submit, for assertions. */
  readonly submitted: PortCommand[][] = [];

  constructor(exchange: CoreExchange, clock: VirtualClock) {
    this.#exchange = exchange;
    this.#clock = clock;
  }

  async start(listener: PortListener): Promise<void> {
    this.#listener = listener;
  }

  async openOrders(): Promise<readonly RestingReport[]> {
    return this.#exchange.openOrders();
  }

  async lastPrices(): Promise<ReadonlyMap<string, number>> {
    return this.#exchange.lastPrices();
  }

  top(symbol: string): TopOfBook {
    return this.#exchange.top(symbol);
  }

  position(participant: Participant, symbol: string): number {
    return this.#exchange.position(participant, symbol);
  }

  submit(commands: readonly PortCommand[]): void {
    this.submitted.push([...commands]);
    const reports = this.#exchange.submit(commands, this.#clock.now());
    this.#clock.after(1, () => this.#deliver(reports));
  }

  async stop(): Promise<void> {
    this.#listener = null;
  }

  #deliver(reports: readonly OrderReport[]): void {
    for (const report of reports) this.#listener?.onOrder(report);
  }
}
