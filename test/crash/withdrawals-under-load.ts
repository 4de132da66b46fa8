/**
 * A process to be killed: people deposit and withdraw, operators decide, and the runners take what is
 * approved over a chain and credit what comes over it; what is on it either way is in files that outlive
 * the process. What was acknowledged is written to standard output, `seq code id`, and `sent T` for a
 * transaction to this exchange; after the word `runs` it may be killed. With `end` it only brings to an
 * end what is on the chain or may go there.
 */
import { appendFileSync, writeSync } from 'node:fs';
import {
  type CommandInput,
  type Outcome,
  type Withdrawal,
  WithdrawalStatus,
} from '@halcyon/domain';
import { ArrivalFile } from '../../apps/halcyon/src/exchange/arrival-file.ts';
import type { TransactionState } from '../../apps/halcyon/src/exchange/chain.ts';
import { DepositRunner } from '../../apps/halcyon/src/exchange/deposits.ts';
import { HalcyonChain } from '../../apps/halcyon/src/exchange/halcyon-chain.ts';
import { openExchange } from '../../apps/halcyon/src/exchange/open-exchange.ts';
import { WithdrawalRunner } from '../../apps/halcyon/src/exchange/withdrawal-runner.ts';
import { generator } from './random-orders.ts';
import { fateOf, GIFTS, randomSteps, withdrawalMarket } from './random-withdrawals.ts';

const [folder = '', seed = '1', end] = process.argv.slice(2);
const exchange = await openExchange(folder, (error) => {
  process.stderr.write(`engine failed: ${error.message}\n`);
  process.exit(3);
});
const { engine, core, layout } = exchange;
/** A block takes 20 ms: what comes is confirmed in the life of a process, or of the one after it. */
const FASTER = 100;

function report(outcomes: readonly Outcome[]): void {
  writeSync(1, outcomes.map(({ seq, code, id }) => `${seq} ${code} ${id}\n`).join(''));
}

/** What it was given it fails for good, confirms, or has another transaction in its place first. */
class ChainFile extends HalcyonChain {
  /** What this process has given to it. */
  readonly #given = new Set<string>();

  override async broadcast({ id, transaction }: Withdrawal): Promise<void> {
    appendFileSync(`${folder}.chain`, `${id} ${transaction}\n`);
    this.#given.add(transaction);
  }

  override async stateOf({ id, transaction }: Withdrawal): Promise<TransactionState> {
    if (!this.#given.has(transaction)) return { is: 'pending' };
    const { ends, times } = fateOf(id);
    if (ends === WithdrawalStatus.failed) return { is: 'failed', reason: 'out of gas' };
    if (times === 2 && !transaction.endsWith('+')) {
      return { is: 'replaced', transaction: `${transaction}+` };
    }
    return { is: 'mined', confirmations: this.terms.confirmationsNeeded };
  }
}

const parts = {
  chain: new ChainFile('killed', () => Date.now() * FASTER, new ArrivalFile(layout.chain)),
  commands: {
    submit: async (command: CommandInput) => {
      const outcome = await engine.submit(command);
      report([outcome]);
      return outcome;
    },
  } as never,
  onProblem: (message: string): never => {
    process.stderr.write(`${message}\n`);
    process.exit(4);
  },
};
const deposits = new DepositRunner(parts);
const runner = new WithdrawalRunner({
  ...parts,
  withdrawals: () => core.state.withdrawals.open.values(),
  mayLeave: async () => true,
  onFailed: () => undefined,
});

const waits = ({ status }: Withdrawal): boolean => status !== WithdrawalStatus.requested;
const openOnes = (): Withdrawal[] => [...core.state.withdrawals.open.values()];

if (engine.seq === 0) report(await engine.submitAll(withdrawalMarket()));
if (end === 'end') {
  do {
    await runner.round();
    await deposits.round();
  } while (openOnes().some(waits) || deposits.arriving().length > 0);
  exchange.close();
} else {
  const random = generator(Number(seed) * 7_919 + engine.seq);
  const below = (n: number): number => Math.floor(random() * n);
  writeSync(1, 'runs\n');
  for (;;) {
    report(await engine.submitAll(randomSteps(below, openOnes())));
    await runner.round();
    // Each is a file of its own to the disk: a few of them are enough.
    if (below(3) === 0) writeSync(1, `sent ${await deposits.send(GIFTS[below(GIFTS.length)]!)}\n`);
    await deposits.round();
  }
}
