/** Two orders of one user that were kept from trading with each other, by the account of the taker. */
import type { AccountId, InstrumentId, OrderId, SelfTrade } from '@halcyon/domain';
import { int } from './columns.ts';
import { type RecordOf, recordKind } from './kind.ts';
import { is, pagesOf } from './pages.ts';

/** See the head of the file. */
export const PREVENTED_MATCHES = recordKind({
  table: 'prevented_matches',
  columns: {
    account: int<AccountId>(),
    id: int(),
    instrument: int<InstrumentId>(),
    maker_order: int<OrderId>(),
    taker_order: int<OrderId>(),
    price: int(),
    quantity: int(),
    mode: int<SelfTrade>(),
    time: int(),
    seq: int(),
  },
  key: ['account', 'id'],
});

/** One of them. */
export type PreventedRecord = RecordOf<typeof PREVENTED_MATCHES>;

/** Prevented matches of a taker's account, newest first. */
export const preventedMatches = pagesOf(PREVENTED_MATCHES, {
  owner: 'account',
  id: 'id',
  time: 'time',
  filters: { instrument: is('instrument') },
});
