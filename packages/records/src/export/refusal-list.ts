/** Files of orders that were refused when they were placed. */
import {
  accountWord,
  marginCoin,
  OrderType,
  RefusedForm,
  Reject,
  refusalFigures,
  Side,
} from '@halcyon/domain';
import { type RefusalRecord, refusals as readRefusals } from '../kinds/refusals.ts';
import { type Cell, type Column, decimal, decimalOrNone, type Facts, namesOf } from './cells.ts';
import type { ExportedList } from './exported-list.ts';

const SIDES = namesOf(Side);
const TYPES = namesOf(OrderType);
const FORMS = namesOf(RefusedForm);
const REASONS = namesOf(Reject);

const COLUMNS: readonly Column[] = [
  ['time', 'time'],
  ['account', 'text'],
  ['client_id', 'text'],
  ['symbol', 'text'],
  ['side', 'text'],
  ['form', 'text'],
  ['type', 'text'],
  ['trigger_price', 'decimal'],
  ['price', 'decimal'],
  ['quantity', 'decimal'],
  ['quantity_coin', 'text'],
  ['amount', 'decimal'],
  ['amount_coin', 'text'],
  ['reason', 'text'],
  ['limit', 'decimal'],
  ['value', 'decimal'],
  ['limit_coin', 'text'],
];

function cellsOf(refusal: RefusalRecord, facts: Facts): Cell[] {
  const pair = facts.pair(refusal.instrument);
  const { base, quote } = pair;
  const { account } = refusal;
  const margin = marginCoin<{ readonly code: string }>(account, { code: facts.settleCoin }, quote);
  const figures = refusalFigures({ instrument: pair, base, quote, margin }, refusal);
  const { scale = 0, coin = '' } = figures?.unit ?? {};
  return [
    refusal.time,
    accountWord(account),
    refusal.clientId,
    pair.symbol,
    SIDES[refusal.side] ?? '',
    FORMS[refusal.form] ?? '',
    TYPES[refusal.type] ?? '',
    decimalOrNone(refusal.trigger, pair.priceScale),
    decimalOrNone(refusal.price, pair.priceScale),
    decimalOrNone(refusal.quantity, pair.quantityScale),
    base.code,
    decimalOrNone(refusal.quoteAmount, quote.scale),
    quote.code,
    REASONS[refusal.code] ?? '',
    figures === null ? null : decimal(figures.limit, scale),
    figures === null ? null : decimal(figures.value, scale),
    coin ?? '',
  ];
}

/** See the head of the file. */
export const refusals: ExportedList = {
  columns: COLUMNS,
  read: async (db, asked, facts) => {
    const found = await readRefusals(db, asked);
    return found.map((refusal) => ({
      id: refusal.id,
      time: refusal.time,
      cells: cellsOf(refusal, facts),
    }));
  },
};
