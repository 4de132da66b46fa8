/**
 * B2: the real engine, killed with SIGKILL at random moments under load, over and over on the same
 * folder. Whatever was acknowledged is there with the same answer; what was not is there whole or
 * not at all; the next start always works. HALCYON_KILLS sets how many (100).
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Core, RULES_VERSION } from '@halcyon/core';
import { CommandDecoder } from '@halcyon/domain';
import { FileStorage, lockDirectory, readJournal } from '@halcyon/journal';
import { afterAll, expect, test } from 'vitest';
import { generator } from './random-orders.ts';

const KILLS = Number(process.env['HALCYON_KILLS'] ?? 100);
const SEED = Number(process.env['HALCYON_SEED'] ?? Date.now() % 1_000_000);
const folder = mkdtempSync(join(tmpdir(), 'halcyon-kill-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Acknowledged = Map<number, string>;

/** Runs the engine until it is killed `afterMs` after its first acknowledgement. */
function runAndKill(seed: number, afterMs: number, acknowledged: Acknowledged): Promise<void> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'engine-under-load.ts'), folder, String(seed)],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let text = '';
  let errors = '';
  let armed = false;
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    if (!armed) setTimeout(() => child.kill('SIGKILL'), afterMs);
    armed = true;
  });
  return new Promise((resolve, reject) => {
    child.once('close', (_code, signal) => {
      if (signal !== 'SIGKILL') reject(new Error(`it ended by itself: ${errors}`));
      for (const line of text.split('\n').slice(0, -1)) {
        const [seq = '', code = '', id = ''] = line.split(' ');
        acknowledged.set(Number(seq), `${code} ${id}`);
      }
      resolve();
    });
  });
}

/** Replays the folder's journal as a start would; the answers by sequence. */
function replayAnswers(): Map<number, string> {
  const core = new Core();
  const decoder = new CommandDecoder();
  const answers = new Map<number, string>();
  const lock = lockDirectory(folder);
  readJournal(new FileStorage(), join(folder, 'live'), {
    venue: 'live',
    rulesVersion: RULES_VERSION,
    onRecord: (seq, bytes, offset, length) => {
      const { code, id } = core.apply(decoder.decode(bytes, offset, length));
      answers.set(seq, `${code} ${id}`);
      core.state.log.reset();
    },
  });
  lock.release();
  core.state.ledger.assertConserved();
  return answers;
}

test(
  `B2: ${KILLS} kills at random moments lose nothing acknowledged`,
  async () => {
    console.log(`seed ${SEED}`);
    const random = generator(SEED);
    const acknowledged: Acknowledged = new Map();
    for (let kill = 0; kill < KILLS; kill++) {
      await runAndKill(SEED + kill, random() * 40, acknowledged);
      if (kill % 10 !== 9 && kill !== KILLS - 1) continue;
      const answers = replayAnswers();
      for (const [seq, answer] of acknowledged) {
        expect(answers.get(seq), `acknowledged command ${seq} after kill ${kill + 1}`).toBe(answer);
      }
    }
    expect(acknowledged.size).toBeGreaterThan(KILLS * 5);
  },
  KILLS * 5_000,
);
