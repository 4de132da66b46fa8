/**
 * A process to be killed: people deposit and withdraw, operators decide, and the runner takes what is
 * approved over a chain, which is a file that outlives the process. What was acknowledged is written to
 * standard output, `seq code id`; after the word `runs` it may be killed. With `end` it only brings to
 * an end what is on the chain or may go there.
 */
import { appendFileSync, writeSync } from 'node:fs';
import {
  type CommandInput,
  type Outcome,
  type Withdrawal,
  WithdrawalStatus,
} from '@halcyon/domain';
import { HalcyonChain, WithdrawalRunner } from '../../apps/halcyon/src/exchange/chain.ts';
import { openExchange } from '../../apps/halcyon/src/exchange/open-exchange.ts';
import { generator } from './random-orders.ts';
import { randomSteps, withdrawalMarket } from './random-withdrawals.ts';

const [folder = '', seed = '1', end] = process.argv.slice(2);
const exchange = await openExchange(folder, (error) => {
  process.stderr.write(`engine failed: ${error.message}\n`);
  process.exit(3);
});
const { engine, core } = exchange;

function report(outcomes: readonly Outcome[]): void {
  writeSync(1, outcomes.map(({ seq, code, id }) => `${seq} ${code} ${id}\n`).join(''));
}

/** Confirms what it was given when it is asked for the second time. */
class ChainFile extends HalcyonChain {
  readonly #asked = new Map<number, number>();

  override async broadcast({ id, transaction }: Withdrawal): Promise<void> {
    appendFileSync(`${folder}.chain`, `${id} ${transaction}\n`);
  }

  override async confirmations({ id }: Withdrawal): Promise<number> {
    const asked = this.#asked.get(id) ?? 0;
    this.#asked.set(id, asked + 1);
    return asked * this.confirmationsNeeded;
  }
}

const runner = new WithdrawalRunner({
  chain: new ChainFile('killed', () => 0, { load: () => [], save: () => undefined }),
  commands: {
    submit: async (command: CommandInput) => {
      const outcome = await engine.submit(command);
      report([outcome]);
      return outcome;
    },
  } as never,
  withdrawals: () => core.state.withdrawals.open.values(),
  mayLeave: async () => true,
  onProblem: (message) => {
    process.stderr.write(`${message}\n`);
    process.exit(4);
  },
});

const waits = ({ status }: Withdrawal): boolean => status !== WithdrawalStatus.requested;
const openOnes = (): Withdrawal[] => [...core.state.withdrawals.open.values()];

if (engine.seq === 0) report(await engine.submitAll(withdrawalMarket()));
if (end === 'end') {
  while (openOnes().some(waits)) await runner.round();
  exchange.close();
} else {
  const random = generator(Number(seed) * 7_919 + engine.seq);
  const below = (n: number): number => Math.floor(random() * n);
  writeSync(1, 'runs\n');
  for (;;) {
    report(await engine.submitAll(randomSteps(below, openOnes())));
    await runner.round();
  }
}
