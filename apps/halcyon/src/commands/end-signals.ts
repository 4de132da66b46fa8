/**
 * What ends the exchange, or makes it read its certificate again. A terminal or a supervisor sends a
 * signal. `npm start` passes SIGTERM on to the shell between npm and this process only: the shell ends and
 * this process has another parent then, which counts as the signal.
 */

/** How often the parent is looked at, ms. */
const PARENT_MS = 250;

/** Where signals come from: the process, but for tests. */
export interface SignalSource {
  once(signal: NodeJS.Signals, listener: () => void): unknown;
  on(signal: NodeJS.Signals, listener: () => void): unknown;
  readonly ppid: number;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Resolves with the reason when the exchange must end.
 * @param onHangup called at each SIGHUP; null = SIGHUP ends it, as a closed terminal expects
 * @param parent of the process as it began: it may have ended while the exchange was opened
 */
export function untilEnd(
  onHangup: (() => void) | null,
  source: SignalSource,
  parent: number,
): Promise<string> {
  return new Promise((resolve) => {
    const end = (reason: string): void => {
      clearInterval(timer);
      resolve(reason);
    };
    const byScript = source.env['npm_lifecycle_event'] !== undefined;
    const look = (): void => {
      if (source.ppid !== parent) end('npm has ended');
    };
    const timer = byScript ? setInterval(look, PARENT_MS) : undefined;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) source.once(signal, () => end(signal));
    if (onHangup === null) source.once('SIGHUP', () => end('SIGHUP'));
    else source.on('SIGHUP', onHangup);
  });
}
