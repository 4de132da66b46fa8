/**
 * B10: snapshots while the exchange trades. Each has the hash of the live engine at its sequence, or
 * it would not be written; orders are answered meanwhile. HALCYON_SNAPSHOTS sets how many (2).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Seals } from '@halcyon/engine';
import { FileStorage, listSnapshots } from '@halcyon/journal';
import { expect, test } from 'vitest';
import { settleExchangeId } from '../../apps/halcyon/src/exchange/exchange-file.ts';
import { openExchange } from '../../apps/halcyon/src/exchange/open-exchange.ts';
import { randomMarket, randomOrders } from './random-orders.ts';

const SNAPSHOTS = Number(process.env['HALCYON_SNAPSHOTS'] ?? 2);
/** What 99 of 100 commits may take meanwhile, ms: the goal's own number. */
const PAUSE_MS = 50;
/** On a machine that is busy with other things: so many times what they take without a snapshot. */
const BUSY_FACTOR = 5;
/** Commits before each snapshot, without one. */
const CALM_COMMITS = 100;

function p99(waits: readonly number[]): number {
  const sorted = [...waits].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0;
}

test(
  `B10: ${SNAPSHOTS} snapshots while orders come: they meet the live hash, and orders are answered`,
  async () => {
    const root = mkdtempSync(join(tmpdir(), 'halcyon-snapshots-'));
    const exchange = await openExchange(root, (error) => {
      throw error;
    });
    const { engine, layout, snapshots } = exchange;
    // With it receipts are sealed, as in a started exchange.
    settleExchangeId(layout);
    try {
      for (const commands of randomMarket()) await engine.submitAll(commands);
      const orders = randomOrders(Date.now() >>> 0, engine.seq);
      const calm: number[] = [];
      const meanwhile: number[] = [];
      const trade = async (waits: number[]): Promise<void> => {
        const { value } = orders.next();
        const from = performance.now();
        await engine.submitAll(value ?? []);
        waits.push(performance.now() - from);
        // A turn of the event loop, as between the requests of a server.
        await new Promise((resolve) => setImmediate(resolve));
      };
      for (let n = 0; n < CALM_COMMITS; n++) await trade([]);
      for (let n = 0; n < SNAPSHOTS; n++) {
        for (let i = 0; i < CALM_COMMITS; i++) await trade(calm);
        const at = engine.seq;
        const before = meanwhile.length;
        let taking = true;
        const taken = snapshots.take().finally(() => {
          taking = false;
        });
        while (taking) await trade(meanwhile);
        expect((await taken).seq).toBe(at);
        expect(meanwhile.length - before, 'commits while a snapshot is taken').toBeGreaterThan(10);
        expect(engine.seq).toBeGreaterThan(at);
      }
      const storage = new FileStorage();
      expect(listSnapshots(storage, layout.journal).length).toBeGreaterThan(0);
      expect(new Seals(storage, layout.journal).list()).toHaveLength(SNAPSHOTS);
      expect(p99(meanwhile)).toBeLessThan(Math.max(PAUSE_MS, BUSY_FACTOR * p99(calm)));
    } finally {
      await snapshots.stop();
      exchange.close();
      rmSync(root, { recursive: true, force: true });
    }
  },
  180_000 + 20_000 * SNAPSHOTS,
);
