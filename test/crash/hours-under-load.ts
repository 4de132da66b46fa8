/**
 * A process to be killed: a market whose hours follow one another as fast as what is due in each is settled,
 * fundings of thousands of positions, interest of thousands of loans, orders of thousands who follow. What was acknowledged is written to
 * standard output: `seq code id`.
 */
import { writeSync } from 'node:fs';
import type { CommandInput } from '@halcyon/domain';
import { lockDirectory } from '@halcyon/journal';
import { layoutOf } from '../../apps/halcyon/src/exchange/layout.ts';
import { openVenue } from '../../apps/halcyon/src/exchange/open-exchange.ts';
import { contractHour, contractMarket } from './contract-orders.ts';
import { copyDay, copyMarket } from './copy-orders.ts';
import { loanHour, loanMarket } from './loan-orders.ts';

const HOUR_MS = 3_600_000;
const MARKETS = {
  contracts: { opening: contractMarket, hourOf: contractHour, stepMs: HOUR_MS },
  loans: { opening: loanMarket, hourOf: loanHour, stepMs: HOUR_MS },
  // Days: shares are settled once a week.
  copying: { opening: copyMarket, hourOf: copyDay, stepMs: 24 * HOUR_MS },
} as const;

const [folder = '', name = '', seed = '1', hours = '1000000'] = process.argv.slice(2);
const { opening, hourOf, stepMs } = MARKETS[name as keyof typeof MARKETS];
lockDirectory(folder);
let now = 0;
const fail = (error: Error): never => {
  process.stderr.write(`engine failed: ${error.message}\n`);
  process.exit(3);
};
const { engine, core, writer } = await openVenue(layoutOf(folder), fail, () => now);
now = Math.max(HOUR_MS, core.state.time);

async function submit(commands: readonly CommandInput[]): Promise<void> {
  const outcomes = await engine.submitAll(commands);
  writeSync(1, outcomes.map(({ seq, code, id }) => `${seq} ${code} ${id}\n`).join(''));
}

/** Until nothing is left of an hour and of liquidations: the engine goes on by itself. */
async function settled(): Promise<void> {
  while (core.deadline <= now) await new Promise((resolve) => setImmediate(resolve));
}

engine.start();
if (core.state.markets.length === 0) {
  for (const commands of opening()) await submit(commands);
}
await settled();
writeSync(1, 'trades\n');
for (let hour = 0; hour < Number(hours); hour += 1) {
  now += stepMs;
  const [prices, ...orders] = hourOf(Number(seed), core.state.seq);
  // Alone: each command settles a portion, and those of one batch are durable together.
  await submit([prices!]);
  await settled();
  await submit(orders);
}
await settled();
engine.stop();
writer.close();
