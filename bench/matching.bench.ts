/**
 * Matching alone against the two order books that npm has, on the same commands, taking turns. Each
 * figure is the best of its rounds: what else the machine does can only add to a time.
 */
import { existsSync } from 'node:fs';
import { runPart } from './lib/child.ts';
import { print } from './lib/rows.ts';

interface Part {
  readonly ns: number;
  readonly trades: number;
  readonly volume: number;
  readonly checksum: number;
  readonly bytesPerOrder: number;
}

const PEERS = ['nodejs-order-book', 'hft-limit-order-book'];
const BYTES_MAX = 96;
const ROUNDS = 3;

function compare(flow: 'normal' | 'deep', goal: number): void {
  const best = new Map<string, Part>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const engine of ['halcyon', ...PEERS]) {
      const part = runPart<Part>('match-child.ts', [engine, flow]);
      if (part.ns < (best.get(engine)?.ns ?? Number.POSITIVE_INFINITY)) best.set(engine, part);
    }
  }
  const { ns, volume } = best.get('halcyon')!;
  for (const peer of PEERS) {
    const part = best.get(peer)!;
    if (part.volume !== volume) {
      throw new Error(`${peer} traded ${part.volume} lots, the core ${volume}`);
    }
    print({
      bench: 'matching',
      figure: `${flow} flow, 1,000,000 commands, best of ${ROUNDS} rounds`,
      value: Math.round(1e9 / ns),
      unit: 'commands/s',
      yardstick: peer,
      yardstickValue: Math.round(1e9 / part.ns),
      ratio: part.ns / ns,
      goal: `≥ ${goal}×`,
      ok: part.ns / ns >= goal,
    });
  }
}

function memory(flow: 'normal' | 'deep'): void {
  const { bytesPerOrder, ns } = runPart<Part>('match-child.ts', ['halcyon', flow]);
  print({
    bench: 'matching',
    figure: `${flow} flow, bytes a resting order (${(1e3 / ns).toFixed(2)} M commands/s)`,
    value: Math.round(bytesPerOrder * 10) / 10,
    unit: 'bytes',
    goal: `≤ ${BYTES_MAX}`,
    ok: bytesPerOrder <= BYTES_MAX,
  });
}

/** The recorded flow, where it is at hand: other engines agree on its trades. */
function recorded(): void {
  const path = new URL('../../shared/data/flow/normal.bin.gz', import.meta.url);
  if (!existsSync(path)) return;
  const part = runPart<Part>('match-child.ts', ['halcyon', 'recorded']);
  const same =
    part.trades === 255_349 && part.volume === 8_750_575 && part.checksum === 1_195_522_284;
  print({
    bench: 'matching',
    figure: 'recorded flow: 255,349 trades, volume 8,750,575, checksum 1195522284',
    value: Math.round(1e9 / part.ns),
    unit: 'commands/s',
    goal: 'the same figures',
    ok: same,
  });
}

recorded();
compare('normal', 100);
compare('deep', 20);
memory('normal');
memory('deep');
