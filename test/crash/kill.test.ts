/**
 * B2: the real engine, killed with SIGKILL at random moments under load, over and over on the same
 * folder. Whatever was acknowledged is there with the same answer; what was not is there whole or
 * not at all; the next start always works. HALCYON_KILLS sets how many (10).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { seedOf } from '../../packages/testkit/src/core/test-seed.ts';
import { type Answers, expectKept, runEngine } from './engine-runs.ts';
import { generator } from './random-orders.ts';

const KILLS = Number(process.env['HALCYON_KILLS'] ?? 10);
const SEED = seedOf();
const folder = mkdtempSync(join(tmpdir(), 'halcyon-kill-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test(
  `B2: ${KILLS} kills at random moments lose nothing acknowledged`,
  async () => {
    console.log(`seed ${SEED}`);
    const random = generator(SEED);
    const acknowledged: Answers = new Map();
    // Goes on where a busy machine gave the runs too little time to be worth anything.
    for (let kill = 0; kill < KILLS || acknowledged.size <= KILLS * 5; kill++) {
      const run = { folder, seed: SEED + kill, killAfterMs: random() * 40 };
      const { signal, errors } = await runEngine(run, acknowledged);
      expect(signal, `it ended by itself: ${errors}`).toBe('SIGKILL');
      if (kill % 10 === 9) expectKept(folder, acknowledged, `after kill ${kill + 1}`);
    }
    expectKept(folder, acknowledged, 'at the end');
    console.log(`${acknowledged.size} acknowledged`);
  },
  KILLS * 10_000,
);
