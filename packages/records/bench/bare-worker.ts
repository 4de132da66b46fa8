/**
 * The yardstick of a page of history: a worker with nothing but `node:sqlite` in it, one prepared
 * statement a question. `point` is one order by its key; `page` the same rows as the records give.
 */
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** What is asked. */
export type BareQuestion =
  | { readonly kind: 'point'; readonly account: number; readonly order: number }
  | { readonly kind: 'page'; readonly account: number; readonly before: number };

const database = new DatabaseSync(workerData as string, { readOnly: true });
database.exec('pragma cache_size = -32768');
const point = database.prepare('select * from orders where account = ? and id = ?');
const page = database.prepare(
  'select trade, order_id, instrument, side, type, liquidity, price, quantity, quote, fee, ' +
    'fee_asset, time from fills where account = ? and trade < ? ' +
    'order by trade desc, liquidity desc limit 100',
);
point.setReturnArrays(true);
page.setReturnArrays(true);

parentPort?.on('message', (asked: BareQuestion) => {
  parentPort?.postMessage(
    asked.kind === 'point'
      ? point.all(asked.account, asked.order)
      : page.all(asked.account, asked.before),
  );
});
