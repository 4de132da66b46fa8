/**
 * Loans on the core alone: an hour's interest with few and with many loans, what a change of an index price
 * costs, the order flow of margin accounts beside matching alone, and liquidations, with the goals that
 * contracts have. Each figure is the median of rounds.
 */
import { runPart } from './lib/child.ts';
import { median, print } from './lib/rows.ts';

interface LoansPart {
  readonly ns: number;
  readonly longest?: number;
}

const ROUNDS = 3;
const MANY = 1_000_000;
const SOME = 10_000;
const FEW = 1_000;
/** Coins of a loan, and of one whose products with rates and prices are beyond 2^53. */
const USUAL = 20;
const LARGE = 4_000;
const LONGEST_MS = 5;
/** Accounts of the flow, and accounts that one price crosses with what each owes. */
const TRADERS = 10_000;
const CROSSED = 10_000;
const CROSSED_COINS = 100;

const part = (name: string, loans: number, coins = USUAL): LoansPart =>
  runPart<LoansPart>('loans-child.ts', [name, ...[loans, coins].map(String)]);
const rounds = Array.from({ length: ROUNDS }, () => ({
  some: part('interest', SOME).ns,
  large: part('interest', SOME, LARGE).ns,
  interest: part('interest', MANY),
  few: part('prices', FEW).ns,
  many: part('prices', MANY).ns,
  matching: runPart<LoansPart>('match-child.ts', ['halcyon-commands', 'normal']).ns,
  flow: part('flow', TRADERS, 0).ns,
  debts: part('flow', TRADERS).ns,
  liquidation: part('liquidations', CROSSED, CROSSED_COINS).ns,
}));
const medianOf = (value: (round: (typeof rounds)[number]) => number): number =>
  median(rounds.map(value));
const perSecond = (ns: number): number => Math.round(1e9 / ns);

const charged = perSecond(medianOf(({ interest }) => interest.ns));
print({
  bench: 'loans',
  figure: `an hour's interest of ${MANY} loans`,
  value: charged,
  unit: 'loans/s',
  yardstick: `${SOME} loans`,
  yardstickValue: perSecond(medianOf(({ some }) => some)),
  ratio: medianOf(({ some, interest }) => some / interest.ns),
  goal: '≥ 1,000,000',
  ok: charged >= 1_000_000,
});

const large = perSecond(medianOf((round) => round.large));
print({
  bench: 'loans',
  figure: `an hour's interest of ${SOME} loans of ${LARGE} coins`,
  value: large,
  unit: 'loans/s',
  yardstick: `${SOME} loans of ${USUAL} coins`,
  yardstickValue: perSecond(medianOf(({ some }) => some)),
  ratio: medianOf(({ some, large: ns }) => some / ns),
  goal: '≥ 1,000,000',
  ok: large >= 1_000_000,
});

const longest = medianOf(({ interest }) => (interest.longest ?? 0) / 1e6);
print({
  bench: 'loans',
  figure: "longest command of an hour's interest",
  value: Number(longest.toFixed(2)),
  unit: 'ms',
  goal: `≤ ${LONGEST_MS}`,
  ok: longest <= LONGEST_MS,
});

const prices = medianOf(({ few, many }) => many / few);
print({
  bench: 'loans',
  figure: `an index price that crosses nobody, ${MANY} loans`,
  value: Math.round(medianOf(({ many }) => many)),
  unit: 'ns',
  yardstick: `${FEW} loans`,
  yardstickValue: Math.round(medianOf(({ few }) => few)),
  ratio: prices,
  goal: '≤ 2×',
  ok: prices <= 2,
});

for (const [who, value] of [
  ['that owe nothing', (round: (typeof rounds)[number]) => round.flow],
  ['that owe', (round: (typeof rounds)[number]) => round.debts],
] as const) {
  const ratio = medianOf((round) => round.matching / value(round));
  print({
    bench: 'loans',
    figure: `order flow of margin accounts ${who}`,
    value: perSecond(medianOf(value)),
    unit: 'commands/s',
    yardstick: 'matching alone',
    yardstickValue: perSecond(medianOf(({ matching }) => matching)),
    ratio,
    goal: '≥ 0.33×',
    ok: ratio >= 0.33,
  });
}

const liquidated = perSecond(medianOf(({ liquidation }) => liquidation));
print({
  bench: 'loans',
  figure: `${CROSSED} margin accounts crossed at once`,
  value: liquidated,
  unit: 'liquidations/s',
  goal: '≥ 100,000',
  ok: liquidated >= 100_000,
});
