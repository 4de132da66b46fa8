/**
 * The whole core (checks, holds, settlement, fees, postings) against matching alone, and at width. Both
 * are given the same command objects, made before the clock runs. Each figure is the best of rounds that
 * take turns: what else the machine does can only add to a time.
 */
import { runPart } from './lib/child.ts';
import { print } from './lib/rows.ts';

interface CorePart {
  readonly ns: number;
  readonly heapFirst: number;
  readonly heapLast: number;
}

const ROUNDS = 5;
const HEAP_GROWTH_MAX = 1024 * 1024;

const perSecond = (ns: number): number => Math.round(1e9 / ns);
const matching = (): number =>
  runPart<CorePart>('match-child.ts', ['halcyon-commands', 'normal']).ns;
const core = (accounts: number, instruments: number, passes = 5): CorePart =>
  runPart<CorePart>('core-child.ts', [accounts, instruments, passes].map(String), ['--expose-gc']);

let matchingNs = Number.POSITIVE_INFINITY;
let wholeNs = Number.POSITIVE_INFINITY;
const wide = [
  { figure: '1,000,000 accounts', accounts: 1_000_000, instruments: 1, ns: wholeNs },
  { figure: '100 instruments', accounts: 10_000, instruments: 100, ns: wholeNs },
];
for (let round = 0; round < ROUNDS; round++) {
  matchingNs = Math.min(matchingNs, matching());
  wholeNs = Math.min(wholeNs, core(10_000, 1).ns);
  for (const each of wide) {
    each.ns = Math.min(each.ns, core(each.accounts, each.instruments, 3).ns);
  }
}
print({
  bench: 'core',
  figure: `whole: checks, holds, settlement, fees, postings, best of ${ROUNDS} rounds`,
  value: perSecond(wholeNs),
  unit: 'commands/s',
  yardstick: 'matching alone',
  yardstickValue: perSecond(matchingNs),
  ratio: matchingNs / wholeNs,
  goal: '≥ 0.4×',
  ok: matchingNs / wholeNs >= 0.4,
});

for (const { figure, ns } of wide) {
  print({
    bench: 'core',
    figure: `${figure}, best of ${ROUNDS} rounds`,
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
