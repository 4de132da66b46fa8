/**
 * The yardstick of a page of history: what a worker with nothing but `node:sqlite` in it takes for the
 * same rows. One prepared statement, rows as arrays, posted as they are.
 */
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** A page that is wanted. */
export interface BarePage {
  readonly account: number;
  readonly before: number;
}

const database = new DatabaseSync(workerData as string, { readOnly: true });
database.exec('pragma cache_size = -32768');
const page = database.prepare(
  'select trade, order_id, instrument, side, type, liquidity, price, quantity, quote, fee, ' +
    'fee_asset, time from fills where account = ? and trade < ? ' +
    'order by trade desc, liquidity desc limit 100',
);
page.setReturnArrays(true);

parentPort?.on('message', ({ account, before }: BarePage) => {
  parentPort?.postMessage(page.all(account, before));
});
