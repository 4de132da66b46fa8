/**
 * One part of the bench of copied orders, on the core alone: `node copying-child.ts <followers>`. Prints JSON: of each thing
 * that a trader does the ns of all its steps, and of the longest one, each the median of rounds.
 */
import { COIN, CopyExchange } from '../../packages/testkit/src/core/copy-exchange.ts';
import { threadNs } from './child.ts';
import { median } from './rows.ts';

const FOLLOWERS = Number(process.argv[2]);
const ROUNDS = 7;
const TRADER = 16;
/** Others on the other side, who have the money for what all together trade. */
const MAKERS = Array.from({ length: 40 }, (_, i) => TRADER + 1 + i);

/** Of each step of a round, ns. */
type Steps = number[];

const exchange = new CopyExchange(1 + MAKERS.length + FOLLOWERS);
const trader = exchange.open(TRADER, 1_000n * COIN, { followersMax: 10_000 }).id;
for (let i = 0; i < FOLLOWERS; i++) {
  exchange.follow(TRADER + 1 + MAKERS.length + i, trader, BigInt(100 + (i % 7) * 30) * COIN);
}
for (const maker of MAKERS) {
  exchange.fund(maker, 90_000n);
  exchange.lever(maker, 2);
}
exchange.index(100);

let spent = 0;
const { core } = exchange;
const apply = core.apply.bind(core);
core.apply = (command) => {
  const before = threadNs();
  const answer = apply(command);
  spent += threadNs() - before;
  return answer;
};

/** The steps of a command and of all that follows from it, what reads and writes commands left out. */
function stepsOf(first: () => { readonly code: number }): Steps {
  const steps: Steps = [];
  const step = (what: () => { readonly code: number }): void => {
    spent = 0;
    const { code } = what();
    if (code !== 0) throw new Error(`refused with ${code}`);
    steps.push(spent);
  };
  step(first);
  while (core.deadline === 0) step(() => exchange.tick(exchange.time));
  return steps;
}

const resting = (): number => core.state.copies.batchesOf(trader)[0]!.id;
const restAll = (lots: number): void => {
  for (const maker of MAKERS) exchange.rest(maker, lots, 100);
};

function round(): Record<string, Steps> {
  restAll(-900);
  const open = stepsOf(() => exchange.order(TRADER, trader, 10));
  restAll(900);
  const close = stepsOf(() => exchange.close(TRADER, trader));
  const rest = stepsOf(() => exchange.wait(TRADER, trader, 20, 95));
  const less = stepsOf(() => exchange.amend(TRADER, trader, resting(), 0, 15));
  const price = stepsOf(() => exchange.amend(TRADER, trader, resting(), 96, 0));
  stepsOf(() => exchange.cancel(TRADER, trader, resting()));
  return { open, close, rest, less, price };
}

const rounds = Array.from({ length: ROUNDS }, round);
const figures = Object.keys(rounds[0]!).map((name) => {
  const all = rounds.map((one) => one[name]!);
  const sum = median(all.map((steps) => steps.reduce((total, ns) => total + ns, 0)));
  // Of one place in all rounds: what else the machine did is elsewhere in the next round.
  const places = all[0]!.map((_, place) => median(all.map((steps) => steps[place] ?? 0)));
  return { name, sum, longest: Math.max(...places) };
});
process.stdout.write(`${JSON.stringify(figures)}\n`);
