/** Parent orders: prices in ticks, quantities in lots. Their children are orders like any other. */

import type { AccountId, InstrumentId, OrderId } from '@halcyon/domain';
import { type ParentKind, ParentState, type SelfTrade, type Side } from '@halcyon/domain';
import { sql } from 'kysely';
import { int, int64, text } from './columns.ts';
import { type RecordOf, recordKind, type StateOf } from './kind.ts';
import { is, pagesOf, type QueryOfPages, where } from './pages.ts';

/** See the head of the file. */
export const PARENTS = recordKind({
  table: 'parent_orders',
  columns: {
    account: int<AccountId>(),
    id: int<OrderId>(),
    instrument: int<InstrumentId>(),
    side: int<Side>(),
    parent_kind: int<ParentKind>(),
    self_trade: int<SelfTrade>(),
    post_only: int(),
    client_id: text(),
    price: int(),
    far_price: int(),
    quantity: int(),
    slices: int(),
    visible: int(),
    /** TWAP: how long it works, ms. */
    duration: int('twap'),
    /** TWAP: how far from the best price a slice may trade, ppm. */
    slippage: int('twap'),
    state: int<ParentState>(),
    /** Paused: the Reject code of what paused it, 0 = its owner. */
    code: int(),
    /** Lots traded by children that have ended. */
    filled: int(),
    /** Quote units that these lots traded for. */
    filled_quote: int64('parentQuote'),
    created_at: int(),
    updated_at: int(),
    seq: int(),
  },
  key: ['account', 'id'],
  mutable: [
    ...(['price', 'far_price', 'quantity', 'slices', 'visible', 'slippage'] as const),
    ...(['state', 'code', 'filled', 'updated_at', 'filled_quote'] as const),
  ],
});

/** One parent order. */
export type ParentRecord = RecordOf<typeof PARENTS>;
/** One parent order as the projection keeps it. */
export type ParentRowState = StateOf<typeof PARENTS>;

/** Parent orders of an account, newest first. */
export const parentHistory = pagesOf(PARENTS, {
  owner: 'account',
  id: 'id',
  time: 'created_at',
  filters: {
    instrument: is('instrument'),
    side: is('side'),
    kind: is('parent_kind'),
    /** Exactly this one; an open one wants `state` open or all. */
    status: is('state'),
    state: where(
      (state: 'open' | 'ended' | 'all') =>
        state === 'all'
          ? null
          : sql<boolean>`state ${sql.raw(state === 'open' ? '<' : '>=')} ${ParentState.filled}`,
      'ended',
    ),
  },
});

/** Which parent orders of an account are wanted. */
export type ParentHistoryQuery = QueryOfPages<typeof parentHistory>;
