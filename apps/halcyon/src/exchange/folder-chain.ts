/** The exchange's own chain, and what it brings, over the files of an open data folder. */
import type { CommandPort } from '@halcyon/domain';
import { ArrivalFile } from './arrival-file.ts';
import { DepositRunner } from './deposits.ts';
import { settleExchangeId } from './exchange-file.ts';
import { HalcyonChain } from './halcyon-chain.ts';
import type { Layout } from './layout.ts';

/** The chain of a folder; one at a time, since each keeps what is on its way. */
export function folderChain(layout: Layout): HalcyonChain {
  return new HalcyonChain(settleExchangeId(layout), Date.now, new ArrivalFile(layout.chain));
}

/** What it brings, for where no server runs: nothing is done in rounds. */
export function folderDeposits({
  exchange,
}: {
  readonly exchange: { readonly layout: Layout; readonly engine: CommandPort };
}): DepositRunner {
  const onProblem = (message: string): void => console.error(message);
  const chain = folderChain(exchange.layout);
  return new DepositRunner({ chain, commands: exchange.engine, onProblem });
}
