/** What positions paid or received in funding rounds, and the rounds: prices in ticks, rates in 10^-8. */

import type { AccountId, AssetId, InstrumentId, PositionLeg } from '@halcyon/domain';
import { accountWord, wireId } from '@halcyon/domain';
import { sql } from 'kysely';
import { decimal, type Facts, fileOf } from './cells.ts';
import { int } from './columns.ts';
import { type RecordOf, recordKind } from './kind.ts';
import { is, pagesOf, type QueryOfPages, where } from './pages.ts';

/** What a position of a person paid or received. */
export const FUNDINGS = recordKind({
  table: 'fundings',
  columns: {
    account: int<AccountId>(),
    /** That of its bill. */
    id: int(),
    instrument: int<InstrumentId>(),
    leg: int<PositionLeg>(),
    round: int(),
    rate: int(),
    mark: int(),
    /** Signed: + long. */
    lots: int(),
    asset: int<AssetId>(),
    /** Settle units, + received. */
    amount: int(),
    time: int(),
    seq: int(),
  },
  key: ['account', 'id'],
});

/** One of them. */
export type FundingRecord = RecordOf<typeof FUNDINGS>;

/** What an account's positions paid and received, newest first. */
export const fundings = pagesOf(FUNDINGS, {
  owner: 'account',
  id: 'id',
  time: 'time',
  mark: 'bill_id',
  filters: {
    instrument: is('instrument'),
    leg: is('leg'),
    /** Only what was received, or only what was paid. */
    sign: where((sign: 1 | -1) => sql<boolean>`amount ${sql.raw(sign > 0 ? '>' : '<')} 0`),
  },
});

/** Which of them are wanted. */
export type FundingsQuery = QueryOfPages<typeof fundings>;

/** The rates at which contracts settled; everyone may see them. */
export const FUNDING_ROUNDS = recordKind({
  table: 'funding_rounds',
  columns: {
    instrument: int<InstrumentId>(),
    round: int(),
    rate: int(),
    mark: int(),
    index_price: int(),
    /** When it was due, Unix ms; it began at `time`. */
    due: int(),
    time: int(),
    seq: int(),
  },
  key: ['instrument', 'round'],
  fields: { index_price: 'index' },
});

/** A funding round of a contract. */
export type FundingRoundRecord = RecordOf<typeof FUNDING_ROUNDS>;

/** The rounds of a contract, newest first; ids are rounds. Their number in a window is small. */
export const fundingRounds = pagesOf(FUNDING_ROUNDS, {
  owner: 'instrument',
  id: 'round',
  time: 'due',
  filters: {},
});

/** Digits of a funding rate. */
const RATE_SCALE = 8;

/** Files of what positions paid and received. */
export const FUNDING_FILE = fileOf(
  (paid: FundingRecord, facts: Facts) => ({
    ...paid,
    pair: facts.pair(paid.instrument),
    coin: facts.coin(paid.asset),
  }),
  [
    ['time', 'time', ({ time }) => time],
    ['account', 'text', ({ account }) => accountWord(account)],
    ['entry_id', 'text', ({ id }) => wireId(id)],
    ['symbol', 'text', ({ pair }) => pair.symbol],
    ['position', 'decimal', ({ lots, pair }) => decimal(lots, pair.quantityScale)],
    ['position_coin', 'text', ({ pair }) => pair.base.code],
    ['mark_price', 'decimal', ({ mark, pair }) => decimal(mark, pair.priceScale)],
    ['rate', 'decimal', ({ rate }) => decimal(rate, RATE_SCALE)],
    ['amount', 'decimal', ({ amount, coin }) => decimal(amount, coin.scale)],
    ['amount_coin', 'text', ({ coin }) => coin.code],
  ],
);
