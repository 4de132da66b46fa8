import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepRunning } from './simulator-process.ts';

const STOPPED = { state: 'degraded', detail: 'stopped: it is started again' };
const log = { warn: vi.fn(), error: vi.fn() };

const told = vi.fn();

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('is well while its thread trades, and says so when it has stopped', () => {
  const threads: EventEmitter[] = [];
  const simulator = keepRunning(
    () => {
      const thread = new EventEmitter();
      threads.push(thread);
      return thread as Worker;
    },
    log,
    told,
  );
  expect(simulator.health()).toMatchObject({ state: 'starting' });
  threads[0]?.emit('message', { kind: 'running' });
  expect(simulator.health()).toMatchObject({ state: 'ok' });
  threads[0]?.emit('exit', 1);
  expect(simulator.health()).toEqual(STOPPED);
  vi.advanceTimersByTime(5_000);
  expect(threads).toHaveLength(2);
  expect(simulator.health()).toEqual(STOPPED);
  const quotes = [{ source: 'elm', instrument: 1, price: '2', time: 3 }];
  threads[1]?.emit('message', { kind: 'quotes', quotes });
  expect(told).toHaveBeenCalledWith(quotes);
  expect(simulator.health()).toEqual(STOPPED);
  threads[1]?.emit('message', { kind: 'running' });
  expect(simulator.health()).toMatchObject({ state: 'ok' });
});

it('that cannot be started ends nothing else, and is tried again', async () => {
  let tries = 0;
  const simulator = keepRunning(
    () => {
      tries += 1;
      throw new Error('injected fault');
    },
    log,
    told,
  );
  expect(simulator.health()).toEqual(STOPPED);
  vi.advanceTimersByTime(5_000);
  expect(tries).toBe(2);
  await simulator.stop();
});
