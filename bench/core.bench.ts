/** The whole core (checks, holds, settlement, fees, postings) against matching alone, and at width. */
import { runPart } from './lib/child.ts';
import { median, print } from './lib/rows.ts';

interface CorePart {
  readonly ns: number;
  readonly heapFirst: number;
  readonly heapLast: number;
}

const ROUNDS = 3;
const HEAP_GROWTH_MAX = 1024 * 1024;

const perSecond = (ns: number): number => Math.round(1e9 / ns);
const core = (accounts: number, instruments: number, passes = 3): CorePart =>
  runPart<CorePart>('core-child.ts', [accounts, instruments, passes].map(String), ['--expose-gc']);

const alone: number[] = [];
const whole: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  alone.push(runPart<CorePart>('match-child.ts', ['halcyon', 'normal']).ns);
  whole.push(core(10_000, 1).ns);
}
const matchingNs = median(alone);
const wholeNs = median(whole);
print({
  bench: 'core',
  figure: 'whole: checks, holds, settlement, fees, postings',
  value: perSecond(wholeNs),
  unit: 'commands/s',
  yardstick: 'matching alone',
  yardstickValue: perSecond(matchingNs),
  ratio: matchingNs / wholeNs,
  goal: '≥ 0.4×',
  ok: matchingNs / wholeNs >= 0.4,
});

for (const [figure, accounts, instruments] of [
  ['1,000,000 accounts', 1_000_000, 1],
  ['100 instruments', 10_000, 100],
] as const) {
  const { ns } = core(accounts, instruments);
  print({
    bench: 'core',
    figure,
    value: perSecond(ns),
    unit: 'commands/s',
    yardstick: '10,000 accounts, one instrument',
    yardstickValue: perSecond(wholeNs),
    ratio: wholeNs / ns,
    goal: '≥ 0.33×',
    ok: wholeNs / ns >= 0.33,
  });
}

const { heapFirst, heapLast } = core(10_000, 1, 11);
print({
  bench: 'core',
  figure: 'JS heap grown over 10 M commands',
  value: heapLast - heapFirst,
  unit: 'bytes',
  goal: `≤ ${HEAP_GROWTH_MAX}`,
  ok: heapLast - heapFirst <= HEAP_GROWTH_MAX,
});
