/**
 * A process to be killed: a contract with thousands of positions, whose fundings follow one another as
 * fast as they are settled. What was acknowledged is written to standard output: `seq code id`.
 */
import { writeSync } from 'node:fs';
import type { CommandInput } from '@halcyon/domain';
import { lockDirectory } from '@halcyon/journal';
import { layoutOf } from '../../apps/halcyon/src/exchange/layout.ts';
import { openVenue } from '../../apps/halcyon/src/exchange/open-exchange.ts';
import { contractMarket, HOUR_MS, hourOf } from './contract-orders.ts';

const [folder = '', seed = '1', hours = '1000000'] = process.argv.slice(2);
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

/** Until nothing is left of a funding and of liquidations: the engine goes on by itself. */
async function settled(): Promise<void> {
  while (core.deadline <= now) await new Promise((resolve) => setImmediate(resolve));
}

engine.start();
if (core.state.markets.length === 0) {
  for (const commands of contractMarket()) await submit(commands);
}
await settled();
writeSync(1, 'trades\n');
for (let hour = 0; hour < Number(hours); hour += 1) {
  now += HOUR_MS;
  const [prices, ...orders] = hourOf(Number(seed), core.state.seq);
  // Alone: each command settles a portion, and those of one batch are durable together.
  await submit([prices!]);
  await settled();
  await submit(orders);
}
engine.stop();
writer.close();
