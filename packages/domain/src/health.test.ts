import { describe, expect, it } from 'vitest';
import {
  engineReport,
  HealthBoard,
  PART_OK,
  type PartName,
  type PartState,
  statusOf,
} from './health.ts';
import type { EngineStatus } from './ports.ts';

function boardOf(states: Partial<Record<PartName, PartState>>): HealthBoard {
  const board = new HealthBoard();
  for (const [name, state] of Object.entries(states)) {
    board.join(name as PartName, () => ({ state, detail: '' }));
  }
  return board;
}

const CASES: readonly [Partial<Record<PartName, PartState>>, string][] = [
  [{ engine: 'ok', records: 'ok' }, 'ok'],
  [{ engine: 'ok', paper: 'starting' }, 'ok'],
  [{ engine: 'ok', paper: 'down' }, 'degraded'],
  [{ engine: 'ok', identity: 'degraded' }, 'degraded'],
  [{ engine: 'degraded', records: 'ok' }, 'degraded'],
  [{ engine: 'down', records: 'ok' }, 'down'],
];

describe('the board', () => {
  it.each(CASES)('%o is %s', (states, status) => {
    expect(statusOf(boardOf(states).reports())).toBe(status);
  });

  it('asks each part anew', () => {
    const board = new HealthBoard();
    let status: EngineStatus = 'running';
    board.join('engine', () => engineReport(status));
    expect(board.reports().get('engine')).toEqual(PART_OK);
    status = 'cancels-only';
    expect(board.reports().get('engine')).toMatchObject({ state: 'degraded' });
    status = 'failed';
    expect(board.reports().get('engine')).toMatchObject({ state: 'down' });
  });
});
