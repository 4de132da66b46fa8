/** Files of orders, plans, fills and conversions. */
import { FILL_FILE, fills } from '../kinds/fills.ts';
import { CONVERSION_FILE, ORDER_FILE, orderHistory } from '../kinds/orders.ts';
import { PLAN_FILE, planHistory } from '../kinds/plans.ts';
import { REFUSAL_FILE, refusals } from '../kinds/refusals.ts';
import { listOf } from './exported-list.ts';

/** The lists of this file. */
export const TRADE_LISTS = {
  orders: listOf(ORDER_FILE, {
    read: (db, asked) => {
      const { orderType: type, orderStatus: status } = asked;
      return orderHistory(db, { ...asked, type, status, state: 'all' });
    },
    placeOf: ({ id, createdAt }) => ({ id, time: createdAt }),
  }),
  plans: listOf(PLAN_FILE, {
    read: (db, asked) => planHistory(db, { ...asked, status: asked.planStatus, state: 'all' }),
    placeOf: ({ id, createdAt }) => ({ id, time: createdAt }),
  }),
  fills: listOf(FILL_FILE, {
    read: async (db, asked) =>
      (await fills(db, asked)).map((fill) => ({ ...fill, account: asked.account })),
    placeOf: ({ trade, time }) => ({ id: trade, time }),
  }),
  converts: listOf(CONVERSION_FILE, {
    read: (db, asked) => orderHistory(db, { ...asked, converts: true }),
    placeOf: ({ id, createdAt }) => ({ id, time: createdAt }),
  }),
  refusals: listOf(REFUSAL_FILE, {
    read: (db, asked) => refusals(db, asked),
    placeOf: ({ id, time }) => ({ id, time }),
  }),
} as const;
