/**
 * Runs of the real engine that end badly, and what its folder holds afterwards. The engine's own log of
 * acknowledgements is the witness: whatever it printed has to be there with the same answer.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Core, RULES_VERSION } from '@halcyon/core';
import { type Command, CommandDecoder, type Event } from '@halcyon/domain';
import { FileStorage, lockDirectory, readJournal } from '@halcyon/journal';
import { expect } from 'vitest';

/** Answers by sequence, as `code id`. */
export type Answers = Map<number, string>;

export interface ProgramRun {
  /** Programs and their arguments that run the engine, such as a tracer; none = directly. */
  readonly under?: readonly string[];
  /** The word after which `killAfterMs` counts; none = whatever it says first. */
  readonly killAfterWord?: string;
  /** Kills with SIGKILL this long after that word, ms. */
  readonly killAfterMs?: number;
  /** Kills with SIGKILL this long after the start, ms: for an end that may never come by itself. */
  readonly endAfterMs?: number;
}

export interface RunEnd {
  /** Exit code, null when a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly errors: string;
  /** Whole lines of its standard output. */
  readonly lines: readonly string[];
}

export interface Run extends ProgramRun {
  readonly folder: string;
  readonly seed: number;
}

/** Runs the engine on random orders until something ends it; adds what it acknowledged. */
export async function runEngine(run: Run, acknowledged: Answers): Promise<RunEnd> {
  const end = await runProgram('engine-under-load.ts', [run.folder, String(run.seed)], run);
  for (const line of end.lines) noteAnswer(line, acknowledged);
  return end;
}

/** Adds a line `seq code id` to the answers. */
export function noteAnswer(line: string, acknowledged: Answers): void {
  const [seq = '', answer = '', id = ''] = line.split(' ');
  acknowledged.set(Number(seq), `${answer} ${id}`);
}

/** Runs a program of this folder until something ends it. */
export function runProgram(
  name: string,
  args: readonly string[],
  run: ProgramRun,
): Promise<RunEnd> {
  const program = join(import.meta.dirname, name);
  const words = [...(run.under ?? []), process.execPath, program, ...args];
  const child = spawn(words[0]!, words.slice(1), {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  // The tracer and the engine are one process group: both go.
  const kill = (): void => {
    const runs = child.exitCode === null && child.signalCode === null;
    if (child.pid !== undefined && runs) process.kill(-child.pid, 'SIGKILL');
  };
  const timers: NodeJS.Timeout[] = [];
  if (run.endAfterMs !== undefined) timers.push(setTimeout(kill, run.endAfterMs));
  let text = '';
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    const due = run.killAfterMs !== undefined && timers.length === 0;
    if (due && text.includes(run.killAfterWord ?? '')) {
      timers.push(setTimeout(kill, run.killAfterMs));
    }
  });
  return new Promise((resolve) => {
    child.once('close', (code, signal) => {
      for (const timer of timers) clearTimeout(timer);
      resolve({ code, signal, errors, lines: text.split('\n').slice(0, -1) });
    });
  });
}

/** Sees each command of a replay, its code and what it did. */
type Look = (command: Command, code: number, events: readonly Event[]) => void;

/** Replays a venue's journal as a start would. @throws when the journal is refused */
export function replayVenue(
  folder: string,
  venue: 'live' | 'paper',
  toSeq = Number.POSITIVE_INFINITY,
  look: Look | null = null,
): { readonly core: Core; readonly answers: Answers } {
  const core = new Core();
  const decoder = new CommandDecoder();
  const answers: Answers = new Map();
  const lock = lockDirectory(folder);
  readJournal(new FileStorage(), join(folder, venue), {
    venue,
    rulesVersion: RULES_VERSION,
    onRecord: (seq, bytes, offset, length) => {
      if (seq > toSeq) return;
      const command = decoder.decode(bytes, offset, length);
      const { code, id } = core.apply(command);
      answers.set(seq, `${code} ${id}`);
      look?.(command, code, core.state.log.decode());
      core.state.log.reset();
    },
  });
  lock.release();
  core.state.ledger.assertConserved();
  return { core, answers };
}

/** Everything acknowledged is in the folder with the same answer. */
export function expectKept(folder: string, acknowledged: Answers, when: string): void {
  // A first start may end before it makes the folder of its journal, which then answers nothing.
  const begun = existsSync(join(folder, 'live'));
  const answers: Answers = begun ? replayVenue(folder, 'live').answers : new Map();
  expectAmong(answers, acknowledged, when);
}

/** Everything acknowledged is among the answers. */
export function expectAmong(answers: Answers, acknowledged: Answers, when: string): void {
  for (const [seq, answer] of acknowledged) {
    expect(answers.get(seq), `acknowledged command ${seq} ${when}`).toBe(answer);
  }
}
