import { spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { holdHangups, type SignalSource, startersOf, untilEnd, watchNpm } from './end-signals.ts';

/** A process whose parent can end. */
class Source extends EventEmitter implements SignalSource {
  ppid = 10;
  readonly env: NodeJS.ProcessEnv;

  constructor(env: NodeJS.ProcessEnv = {}) {
    super();
    this.env = env;
  }
}

test.each(['SIGTERM', 'SIGINT'] as const)('%s ends it', async (signal) => {
  const source = new Source();
  const ended = untilEnd(() => {}, source, startersOf(source.ppid));
  source.emit(signal);
  expect(await ended).toBe(signal);
});

test('under npm the end of the parent ends it', async () => {
  const source = new Source({ npm_lifecycle_event: 'start' });
  const ended = untilEnd(null, source, startersOf(source.ppid));
  source.ppid = 1;
  expect(await ended).toBe('npm has ended');
});

test('under npm a parent that ended before the exchange was open ends it', async () => {
  const source = new Source({ npm_lifecycle_event: 'start' });
  const began = startersOf(source.ppid);
  source.ppid = 1;
  expect(await untilEnd(null, source, began)).toBe('npm has ended');
});

test('under npm the end of npm ends it, though the shell between them waits on', async () => {
  const source = new Source({ npm_lifecycle_event: 'start' });
  let npm = 9;
  const starters = (parent: number) => ({ parent, npm });
  const ended = untilEnd(() => {}, source, starters(source.ppid), starters);
  npm = 1;
  expect(await ended).toBe('npm has ended');
});

test('under npm nothing ends it while nobody tells who is above the shell', async () => {
  const source = new Source({ npm_lifecycle_event: 'start' });
  const answers = [null, 9, null, 1];
  const starters = (parent: number) => ({ parent, npm: answers.shift() as number | null });
  const ended = untilEnd(() => {}, source, { parent: source.ppid, npm: 9 }, starters);
  expect(await ended).toBe('npm has ended');
  expect(answers).toEqual([]);
});

test('under npm one that is being opened is told of its end, once, until the watch ends', async () => {
  vi.useFakeTimers();
  try {
    const told: string[] = [];
    const source = new Source({ npm_lifecycle_event: 'start' });
    const began = startersOf(source.ppid);
    const stop = watchNpm(source, began, () => void told.push('stopped'));
    watchNpm(source, began, () => void told.push('watched'));
    watchNpm(new Source(), startersOf(1), () => void told.push('no npm'));
    vi.advanceTimersByTime(1_000);
    expect(told).toEqual([]);
    stop();
    source.ppid = 1;
    vi.advanceTimersByTime(1_000);
    expect(told).toEqual(['watched']);
  } finally {
    vi.useRealTimers();
  }
});

test.runIf(process.platform === 'linux')(
  'above a shell is who started it; npm is looked at alone',
  () => {
    const shell = spawn('sh', ['-c', 'read line; exit'], { stdio: 'pipe' });
    try {
      expect(startersOf(shell.pid ?? 0)).toEqual({ parent: shell.pid, npm: process.pid });
    } finally {
      shell.kill('SIGKILL');
    }
    expect(startersOf(process.pid)).toEqual({ parent: process.pid, npm: null });
  },
);

test('without npm another parent means nothing', async () => {
  const source = new Source();
  const ended = untilEnd(null, source, startersOf(source.ppid - 1));
  source.emit('SIGTERM');
  expect(await ended).toBe('SIGTERM');
});

test('SIGHUP reads the certificate again, each time, where there is one', async () => {
  const source = new Source();
  let reads = 0;
  const ended = untilEnd(
    () => {
      reads += 1;
    },
    source,
    startersOf(source.ppid),
  );
  source.emit('SIGHUP');
  source.emit('SIGHUP');
  source.emit('SIGTERM');
  expect([await ended, reads]).toEqual(['SIGTERM', 2]);
});

test('SIGHUP ends it where there is none', async () => {
  const source = new Source();
  const ended = untilEnd(null, source, startersOf(source.ppid));
  source.emit('SIGHUP');
  expect(await ended).toBe('SIGHUP');
});

test('a SIGHUP while it starts is held until there is a certificate to read again', async () => {
  const source = new Source();
  const [early, late] = [holdHangups(source), holdHangups(source)];
  expect(early()).toBe(false);
  source.emit('SIGHUP');
  source.emit('SIGHUP');
  expect([early(), late()]).toEqual([false, true]);
  expect(source.listenerCount('SIGHUP')).toBe(0);
});
