/**
 * A process to be killed: opens the exchange of a folder and trades at random as fast as it can. What
 * was acknowledged is written to standard output, a line each: `seq code id`.
 */
import { writeSync } from 'node:fs';
import { accountOf, type CommandInput, CommandKind, type Outcome } from '@halcyon/domain';
import { openExchange } from '../../apps/halcyon/src/exchange/open-exchange.ts';
import { randomOrders } from './random-orders.ts';

const [folder = '', seed = '1'] = process.argv.slice(2);
const exchange = openExchange(folder, (error) => {
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
  const limits = { state: 0, quantityMin: 1, quantityMax: 1e9, notionalMin: 1 } as const;
  await submit([
    { kind: CommandKind.listAsset, code: 'BTC', name: 'Bitcoin', scale: 8 },
    { kind: CommandKind.listAsset, code: 'USDT', name: 'Tether', scale: 8 },
    {
      kind: CommandKind.listInstrument,
      symbol: 'BTCUSDT',
      base: 0,
      quote: 1,
      priceScale: 2,
      quantityScale: 6,
      bandPpm: 100_000,
      openOrdersMax: 500,
      ...limits,
    },
  ]);
  for (let user = 16; user < 24; user++) {
    const account = accountOf(user, 0);
    const deposit = {
      kind: CommandKind.deposit,
      from: 0,
      account,
      actor: 't',
      reason: 't',
    } as const;
    await submit([
      { kind: CommandKind.openUser, simulated: false },
      { ...deposit, asset: 0, amount: 10n ** 11n, reference: `b${user}` },
      { ...deposit, asset: 1, amount: 10n ** 15n, reference: `q${user}` },
    ]);
  }
}

for (const commands of randomOrders(Number(seed), engine.seq)) {
  await submit(commands);
}
