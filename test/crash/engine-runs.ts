/**
 * Runs of the real engine that end badly, and what its folder holds afterwards. The engine's own log of
 * acknowledgements is the witness: whatever it printed has to be there with the same answer.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { Core, RULES_VERSION } from '@halcyon/core';
import { CommandDecoder } from '@halcyon/domain';
import { FileStorage, lockDirectory, readJournal } from '@halcyon/journal';
import { expect } from 'vitest';

/** Answers by sequence, as `code id`. */
export type Answers = Map<number, string>;

export interface Run {
  readonly folder: string;
  readonly seed: number;
  /** Programs and their arguments that run the engine, such as a tracer; none = directly. */
  readonly under?: readonly string[];
  /** Kills with SIGKILL this long after the first acknowledgement, ms. */
  readonly killAfterMs?: number;
  /** Kills with SIGKILL this long after the start, ms: for an end that may never come by itself. */
  readonly endAfterMs?: number;
}

export interface RunEnd {
  /** Exit code, null when a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly errors: string;
}

/** Runs the engine on random orders until something ends it; adds what it acknowledged. */
export function runEngine(run: Run, acknowledged: Answers): Promise<RunEnd> {
  const program = join(import.meta.dirname, 'engine-under-load.ts');
  const words = [...(run.under ?? []), process.execPath, program, run.folder, String(run.seed)];
  const child = spawn(words[0]!, words.slice(1), {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  // The tracer and the engine are one process group: both go.
  const kill = (): void => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  };
  const timers: NodeJS.Timeout[] = [];
  if (run.endAfterMs !== undefined) timers.push(setTimeout(kill, run.endAfterMs));
  let text = '';
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  child.stdout.on('data', (chunk: Buffer) => {
    if (text === '' && run.killAfterMs !== undefined) {
      timers.push(setTimeout(kill, run.killAfterMs));
    }
    text += chunk.toString();
  });
  return new Promise((resolve) => {
    child.once('close', (code, signal) => {
      for (const timer of timers) clearTimeout(timer);
      for (const line of text.split('\n').slice(0, -1)) {
        const [seq = '', answer = '', id = ''] = line.split(' ');
        acknowledged.set(Number(seq), `${answer} ${id}`);
      }
      resolve({ code, signal, errors });
    });
  });
}

/** Replays the folder's journal as a start would. @throws when the journal is refused */
export function replayAnswers(folder: string): Answers {
  const core = new Core();
  const decoder = new CommandDecoder();
  const answers: Answers = new Map();
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

/** Everything acknowledged is in the folder with the same answer. */
export function expectKept(folder: string, acknowledged: Answers, when: string): void {
  const answers = replayAnswers(folder);
  for (const [seq, answer] of acknowledged) {
    expect(answers.get(seq), `acknowledged command ${seq} ${when}`).toBe(answer);
  }
}
