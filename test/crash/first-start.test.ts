/**
 * The first start of a whole exchange, killed with SIGKILL at random moments, over and over on the same
 * folder: whatever was half made, the next start goes on with it by itself.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SEED_CONTRACTS, SEED_INSTRUMENTS } from '@halcyon/simulator';
import { afterAll, expect, test } from 'vitest';
import { seedOf } from '../../packages/testkit/src/core/test-seed.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';
import { generator } from './random-orders.ts';

const KILLS = Math.ceil(Number(process.env['HALCYON_KILLS'] ?? 10) / 10);
const SEED = seedOf();
/** A kill comes up to so long after the first sign of life, ms. */
const STARTING_MS = 6_000;
let exchange: ExchangeProcess | null = null;

afterAll(() => exchange?.remove());

test(
  `B2: ${KILLS} kills of the first start: the next one always goes on`,
  async () => {
    console.log(`seed ${SEED}`);
    const random = generator(SEED);
    exchange = await ExchangeProcess.prepare({ HALCYON_SIM_RATE: 'default' });
    for (let kill = 0; kill < KILLS; kill++) {
      const started = exchange.launch().catch((error: unknown) => error);
      await new Promise((resolve) => setTimeout(resolve, 300 + random() * STARTING_MS));
      await exchange.stop('SIGKILL');
      await started;
      expect(exchange.log, `kill ${kill}`).not.toMatch(/archive-old-parts|halcyon:/);
    }
    await exchange.launch();
    await exchange.paperReady();
    const candles = readdirSync(join(exchange.folder, 'live/history'));
    expect(candles.filter((name) => name.endsWith('.bin'))).toHaveLength(
      SEED_INSTRUMENTS.length + SEED_CONTRACTS.length,
    );
    const catalog = readFileSync(join(exchange.folder, 'live/history.json'), 'utf8');
    // One moment for all of them, whichever start made them.
    expect(new Set(catalog.match(/"seededMs":\d+/g)).size).toBe(1);
    expect(catalog).not.toContain('"crc32":null');
  },
  KILLS * 120_000 + 120_000,
);
