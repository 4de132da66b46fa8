import { describe, expect, it } from 'vitest';
import {
  engineReport,
  HealthRegistry,
  PART_OK,
  type PartName,
  type PartState,
  statusOf,
} from './health.ts';
import type { EngineStatus } from './ports.ts';

function boardOf(states: Partial<Record<PartName, PartState>>): HealthRegistry {
  const healthRegistry = new HealthRegistry();
  for (const [name, state] of Object.entries(states)) {
    healthRegistry.join(name as PartName, () => ({ state, detail: '' }));
  }
  return healthRegistry;
}

const CASES: readonly [Partial<Record<PartName, PartState>>, string][] = [
  [{ engine: 'ok', records: 'ok' }, 'ok'],
  [{ engine: 'ok', paper: 'starting' }, 'ok'],
  [{ engine: 'ok', paper: 'down' }, 'degraded'],
  [{ engine: 'ok', identity: 'degraded' }, 'degraded'],
  [{ engine: 'degraded', records: 'ok' }, 'degraded'],
  [{ engine: 'down', records: 'ok' }, 'down'],
];

describe('the healthRegistry', () => {
  it.each(CASES)('%o is %s', (states, status) => {
    expect(statusOf(boardOf(states).reports())).toBe(status);
  });

  it('asks each part anew', () => {
    const healthRegistry = new HealthRegistry();
    let status: EngineStatus = 'running';
    healthRegistry.join('engine', () => engineReport(status));
    expect(healthRegistry.reports().get('engine')).toEqual(PART_OK);
    status = 'cancels-only';
    expect(healthRegistry.reports().get('engine')).toMatchObject({ state: 'degraded' });
    status = 'failed';
    expect(healthRegistry.reports().get('engine')).toMatchObject({ state: 'down' });
  });
});
