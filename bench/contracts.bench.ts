/**
 * Contracts on the core alone: their order flow beside matching alone, what a change of the mark costs
 * with few and with many positions, liquidations and fundings. Each figure is the median of rounds.
 */
import { runPart } from './lib/child.ts';
import { median, print } from './lib/rows.ts';

interface ContractsPart {
  readonly ns: number;
  readonly longest?: number;
}

const ROUNDS = 3;
const MANY = 1_000_000;
const FEW = 1_000;
const CROSSED = 10_000;
const LONGEST_MS = 5;

const part = (name: string, size: number): ContractsPart =>
  runPart<ContractsPart>('contracts-child.ts', [name, String(size)]);
const rounds = Array.from({ length: ROUNDS }, () => ({
  matching: runPart<ContractsPart>('match-child.ts', ['halcyon-commands', 'normal']).ns,
  flow: part('flow', 10_000).ns,
  few: part('marks', FEW).ns,
  many: part('marks', MANY).ns,
  liquidation: part('liquidations', CROSSED).ns,
  funding: part('fundings', MANY),
}));
const medianOf = (value: (round: (typeof rounds)[number]) => number): number =>
  median(rounds.map(value));
const perSecond = (ns: number): number => Math.round(1e9 / ns);

const flow = medianOf(({ matching, flow: whole }) => matching / whole);
print({
  bench: 'contracts',
  figure: `order flow of a contract, median of ${ROUNDS} rounds`,
  value: perSecond(medianOf((round) => round.flow)),
  unit: 'commands/s',
  yardstick: 'matching alone',
  yardstickValue: perSecond(medianOf(({ matching }) => matching)),
  ratio: flow,
  goal: '≥ 0.33×',
  ok: flow >= 0.33,
});

const marks = medianOf(({ few, many }) => many / few);
print({
  bench: 'contracts',
  figure: `a mark that crosses nobody, ${MANY} positions`,
  value: Math.round(medianOf(({ many }) => many)),
  unit: 'ns',
  yardstick: `${FEW} positions`,
  yardstickValue: Math.round(medianOf(({ few }) => few)),
  ratio: marks,
  goal: '≤ 2×',
  ok: marks <= 2,
});

const liquidated = perSecond(medianOf(({ liquidation }) => liquidation));
print({
  bench: 'contracts',
  figure: `${CROSSED} accounts crossed at once`,
  value: liquidated,
  unit: 'liquidations/s',
  goal: '≥ 100,000',
  ok: liquidated >= 100_000,
});

const funded = perSecond(medianOf(({ funding }) => funding.ns));
print({
  bench: 'contracts',
  figure: `funding of ${MANY} positions`,
  value: funded,
  unit: 'positions/s',
  goal: '≥ 1,000,000',
  ok: funded >= 1_000_000,
});

const longest = medianOf(({ funding }) => (funding.longest ?? 0) / 1e6);
print({
  bench: 'contracts',
  figure: 'longest command of a funding',
  value: Number(longest.toFixed(2)),
  unit: 'ms',
  goal: `≤ ${LONGEST_MS}`,
  ok: longest <= LONGEST_MS,
});
