/**
 * The whole core (checks, holds, settlement, fees, postings) against matching alone, and at width. Both
 * are given the same command objects, made before the clock runs. Each ratio is the median of rounds that
 * take turns: the least times of both may come from different moments of the machine.
 */
import { runPart } from './lib/child.ts';
import { median, print } from './lib/rows.ts';

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

const WIDE = [
  { figure: '1,000,000 accounts', accounts: 1_000_000, instruments: 1 },
  { figure: '100 instruments', accounts: 10_000, instruments: 100 },
];
const rounds = Array.from({ length: ROUNDS }, () => ({
  matching: matching(),
  whole: core(10_000, 1).ns,
  wide: WIDE.map(({ accounts, instruments }) => core(accounts, instruments, 3).ns),
}));
const medianOf = (value: (round: (typeof rounds)[number]) => number): number =>
  median(rounds.map(value));

const ratio = medianOf(({ matching, whole }) => matching / whole);
print({
  bench: 'core',
  figure: `whole: checks, holds, settlement, fees, postings, median of ${ROUNDS} rounds`,
  value: perSecond(medianOf(({ whole }) => whole)),
  unit: 'commands/s',
  yardstick: 'matching alone',
  yardstickValue: perSecond(medianOf(({ matching }) => matching)),
  ratio,
  goal: '≥ 0.4×',
  ok: ratio >= 0.4,
});

for (const [i, { figure }] of WIDE.entries()) {
  const against = medianOf(({ whole, wide }) => whole / wide[i]!);
  print({
    bench: 'core',
    figure: `${figure}, median of ${ROUNDS} rounds`,
    value: perSecond(medianOf(({ wide }) => wide[i]!)),
    unit: 'commands/s',
    yardstick: '10,000 accounts, one instrument',
    yardstickValue: perSecond(medianOf(({ whole }) => whole)),
    ratio: against,
    goal: '≥ 0.33×',
    ok: against >= 0.33,
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
