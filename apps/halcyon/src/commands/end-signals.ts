/**
 * What ends the exchange, or makes it read its certificate again. A terminal or a supervisor sends a
 * signal. `npm start` passes SIGTERM on to the shell between npm and this process only: the shell ends and
 * this process has another parent then, which counts as the signal. Any other end of npm (SIGHUP, SIGKILL)
 * leaves that shell waiting: the shell's own parent is looked at too, where the system reports it (Linux).
 */
import { readFileSync } from 'node:fs';

/** How often the parent is looked at, ms. */
const PARENT_MS = 250;

/** Where signals come from: the process, but for tests. */
export interface SignalSource {
  once(signal: NodeJS.Signals, listener: () => void): unknown;
  on(signal: NodeJS.Signals, listener: () => void): unknown;
  off(signal: NodeJS.Signals, listener: () => void): unknown;
  readonly ppid: number;
  readonly env: NodeJS.ProcessEnv;
}

type HangupSource = Pick<SignalSource, 'on' | 'off'>;

/** Who started a process. */
export interface Starters {
  readonly parent: number;
  /** The npm above the shell that is the parent; null = npm is the parent itself, or nobody tells. */
  readonly npm: number | null;
}

/** Who started the child of a parent. Where files cannot be opened just now, nobody tells. */
export function startersOf(parent: number): Starters {
  try {
    const told = readFileSync(`/proc/${parent}/stat`, 'utf8');
    // The name, which may hold any character but ends with the last bracket; behind it state and parent.
    const end = told.lastIndexOf(')');
    const isNpm = /\((?:npm|node)/.test(told.slice(0, end));
    return { parent, npm: isNpm ? null : Number(told.slice(end + 2).split(' ')[1]) };
  } catch {
    return { parent, npm: null };
  }
}

/** Whose end is that of a process which an npm script started. */
type NpmSource = Pick<SignalSource, 'ppid' | 'env'>;

/**
 * Tells when the npm that started the process has ended: as it began, or later. Of one that no npm script started
 * nothing is told.
 * @param began starters of the process as it began
 * @param starters tells them from the parent's process id
 * @returns ends it
 */
export function watchNpm(
  source: NpmSource,
  began: Starters,
  onEnd: () => void,
  starters: typeof startersOf = startersOf,
): () => void {
  if (source.env['npm_lifecycle_event'] === undefined) return () => {};
  const timer = setInterval(() => {
    const { parent, npm } = starters(source.ppid);
    const isOther = npm !== null && began.npm !== null && npm !== began.npm;
    if (parent === began.parent && !isOther) return;
    clearInterval(timer);
    onEnd();
  }, PARENT_MS);
  return () => clearInterval(timer);
}

/**
 * Resolves with the reason when the exchange must end.
 * @param onHangup called at each SIGHUP; null = SIGHUP ends it, as a closed terminal expects
 * @param began starters of the process as it began: they may have ended while the exchange was opened
 * @param starters tells them from the parent's process id
 */
export function untilEnd(
  onHangup: (() => void) | null,
  source: SignalSource,
  began: Starters,
  starters: typeof startersOf = startersOf,
): Promise<string> {
  return new Promise((resolve) => {
    const end = (reason: string): void => {
      stopWatch();
      resolve(reason);
    };
    const stopWatch = watchNpm(source, began, () => end('npm has ended'), starters);
    for (const signal of ['SIGTERM', 'SIGINT'] as const) source.once(signal, () => end(signal));
    if (onHangup === null) source.once('SIGHUP', () => end('SIGHUP'));
    else source.on('SIGHUP', onHangup);
  });
}

/**
 * Holds each SIGHUP, which would end the process, until there is a certificate that it could mean.
 * @returns ends that, and tells whether one came
 */
export function holdHangups(source: HangupSource): () => boolean {
  let came = false;
  const hold = (): void => {
    came = true;
  };
  source.on('SIGHUP', hold);
  return () => {
    source.off('SIGHUP', hold);
    return came;
  };
}
