/**
 * How the parts of an exchange are. Each part tells its own state and nobody else works it out; the
 * healthRegistry asks all of them. Strangers may read what is told: details are sentences of ours, without
 * paths, figures of others or what was thrown, which belongs to the log.
 */
import type { EngineStatus } from './ports.ts';

/** `starting` = not there yet, as after every start; `degraded` = works in part. */
export type PartState = 'ok' | 'starting' | 'degraded' | 'down';

/** The parts, by the names that `/healthz` and `/metrics` give them. */
export type PartName =
  | 'engine'
  | 'records'
  | 'identity'
  | 'mail'
  | 'prices'
  | 'price_sources'
  | 'simulator'
  | 'seals'
  | 'reserves'
  | 'ledger'
  | 'paper'
  | 'paper_records'
  | 'paper_source'
  | 'paper_seals';

/** What a part says of itself. */
export interface PartReport {
  readonly state: PartState;
  /** Why it is not ok; '' = there is nothing to say. */
  readonly detail: string;
}

/** All is well. */
export const PART_OK: PartReport = { state: 'ok', detail: '' };

/** What an engine with this status is told as. */
export function engineReport(status: EngineStatus): PartReport {
  switch (status) {
    case 'running':
      return PART_OK;
    case 'cancels-only':
      return { state: 'degraded', detail: 'the disk is almost full: cancels and reductions only' };
    case 'stopping':
      return { state: 'down', detail: 'stopping' };
    case 'failed':
      return { state: 'down', detail: 'stopped after a failure' };
  }
}

/** Whether the exchange as a whole is well, in part, or takes no live commands. */
export type HealthStatus = 'ok' | 'degraded' | 'down';

/** See the head of the file. */
export class HealthRegistry {
  readonly #parts = new Map<PartName, () => PartReport>();

  /** A part that will report when it is asked. What never joined is not told of. */
  join(name: PartName, report: () => PartReport): void {
    this.#parts.set(name, report);
  }

  /** What all parts say now. */
  reports(): ReadonlyMap<PartName, PartReport> {
    return new Map([...this.#parts].map(([name, report]) => [name, report()]));
  }
}

/** Whether nothing is wrong with a part. */
export function isWell(state: PartState): boolean {
  return state === 'ok' || state === 'starting';
}

/** Live trading alone makes it `down`: every other fault leaves that running. */
export function statusOf(reports: ReadonlyMap<PartName, PartReport>): HealthStatus {
  if (reports.get('engine')?.state === 'down') return 'down';
  return [...reports.values()].every(({ state }) => isWell(state)) ? 'ok' : 'degraded';
}
