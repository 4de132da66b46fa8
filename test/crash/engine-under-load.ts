/**
 * A process to be killed: opens the exchange of a folder and trades at random as fast as it can. What
 * was acknowledged is written to standard output, a line each: `seq code id`.
 */
import { writeSync } from 'node:fs';
import type { CommandInput, Outcome } from '@halcyon/domain';
import { openExchange } from '../../apps/halcyon/src/exchange/open-exchange.ts';
import { randomMarket, randomOrders } from './random-orders.ts';

const [folder = '', seed = '1'] = process.argv.slice(2);
const exchange = await openExchange(folder, (error) => {
  process.stderr.write(`engine failed: ${error.message}\n`);
  process.exit(3);
});
const { engine } = exchange;

function report(outcomes: readonly Outcome[]): void {
  writeSync(1, outcomes.map(({ seq, code, id }) => `${seq} ${code} ${id}\n`).join(''));
}

async function submit(commands: readonly CommandInput[]): Promise<void> {
  report(await engine.submitAll(commands));
}

if (engine.seq === 0) {
  for (const commands of randomMarket()) await submit(commands);
}

for (const commands of randomOrders(Number(seed), engine.seq)) {
  await submit(commands);
}
