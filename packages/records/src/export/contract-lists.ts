/** Files of positions, fundings and liquidations. */
import { accountWord, isMargin, MARGIN_SCALE, MarginMode, Side, wireId } from '@halcyon/domain';
import { fundings } from '../kinds/fundings.ts';
import { liquidations, marginLiquidations } from '../kinds/liquidations.ts';
import { type PositionRecord, positionHistory } from '../kinds/positions.ts';
import {
  type Cell,
  type Column,
  decimal,
  type ExactDecimal,
  type Facts,
  namesOf,
} from './cells.ts';
import type { ExportedList, ListedRow } from './exported-list.ts';

const MARGIN_MODES = namesOf(MarginMode);
/** Digits of a funding rate. */
const RATE_SCALE = 8;

const POSITION_COLUMNS: readonly Column[] = [
  ['opened_at', 'time'],
  ['closed_at', 'time'],
  ['account', 'text'],
  ['symbol', 'text'],
  ['side', 'text'],
  ['margin_mode', 'text'],
  ['quantity', 'decimal'],
  ['quantity_coin', 'text'],
  ['entry_price', 'decimal'],
  ['exit_price', 'decimal'],
  ['realised_profit', 'decimal'],
  ['fees', 'decimal'],
  ['funding', 'decimal'],
  ['net_profit', 'decimal'],
  ['amount_coin', 'text'],
];

/** An average, two digits finer than a price; null without lots. */
function average(value: bigint, lots: bigint, priceScale: number): ExactDecimal | null {
  return lots === 0n ? null : decimal((value * 100n + lots / 2n) / lots, priceScale + 2);
}

function positionCells(position: PositionRecord, facts: Facts): Cell[] {
  const pair = facts.pair(position.instrument);
  const money = (units: number) => decimal(units, pair.quote.scale);
  const { profit, fees, funding } = position;
  return [
    position.openedAt,
    position.closedAt,
    accountWord(position.account),
    pair.symbol,
    position.side === Side.buy ? 'long' : 'short',
    MARGIN_MODES[position.marginMode] ?? '',
    decimal(position.closedLots, pair.quantityScale),
    pair.base.code,
    average(position.openedValue, position.openedLots, pair.priceScale),
    average(position.closedValue, position.closedLots, pair.priceScale),
    money(profit),
    money(fees),
    money(funding),
    money(profit - fees + funding),
    pair.quote.code,
  ];
}

const positions: ExportedList = {
  columns: POSITION_COLUMNS,
  read: async (db, asked, facts) =>
    (await positionHistory(db, asked)).map((position) => ({
      id: position.closedId,
      time: position.closedAt,
      cells: positionCells(position, facts),
    })),
};

const funding: ExportedList = {
  columns: [
    ['time', 'time'],
    ['account', 'text'],
    ['entry_id', 'text'],
    ['symbol', 'text'],
    ['position', 'decimal'],
    ['position_coin', 'text'],
    ['mark_price', 'decimal'],
    ['rate', 'decimal'],
    ['amount', 'decimal'],
    ['amount_coin', 'text'],
  ],
  read: async (db, asked, facts) =>
    (await fundings(db, asked)).map((paid) => {
      const pair = facts.pair(paid.instrument);
      const coin = facts.coin(paid.asset);
      const cells: Cell[] = [
        paid.time,
        accountWord(paid.account),
        wireId(paid.id),
        pair.symbol,
        decimal(paid.lots, pair.quantityScale),
        pair.base.code,
        decimal(paid.mark, pair.priceScale),
        decimal(paid.rate, RATE_SCALE),
        decimal(paid.amount, coin.scale),
        coin.code,
      ];
      return { id: paid.id, time: paid.time, cells };
    }),
};

const LIQUIDATION_COLUMNS: readonly Column[] = [
  ['time', 'time'],
  ['account', 'text'],
  ['symbol', 'text'],
  ['closed', 'decimal'],
  ['deleveraged', 'decimal'],
  ['closed_coin', 'text'],
  ['mark_price', 'decimal'],
  ['fee', 'decimal'],
  ['paid_by_fund', 'decimal'],
  ['lost_by_lenders', 'decimal'],
  ['amount_coin', 'text'],
];

/** Of margin accounts, which have several coins, money is in margin units, those of the settle coin. */
const liquidated: ExportedList = {
  columns: LIQUIDATION_COLUMNS,
  read: async (db, asked, facts): Promise<ListedRow[]> => {
    if (isMargin(asked.account)) {
      const steps = await marginLiquidations(db, asked);
      return steps.map((step) => {
        const money = [step.fee, step.paidByFund, step.lostByPools];
        const symbol = facts.symbol(step.instrument);
        const own: Cell[] = [step.time, accountWord(step.account), symbol, null, null, '', null];
        const amounts = money.map((units) => decimal(units, MARGIN_SCALE));
        const cells = [...own, ...amounts, facts.settleCoin];
        return { id: step.id, time: step.time, cells };
      });
    }
    return (await liquidations(db, asked)).map((step) => {
      const pair = facts.pair(step.instrument);
      const cells: Cell[] = [
        step.time,
        accountWord(step.account),
        pair.symbol,
        decimal(step.closed, pair.quantityScale),
        decimal(step.deleveraged, pair.quantityScale),
        pair.base.code,
        decimal(step.mark, pair.priceScale),
        decimal(step.fee, pair.quote.scale),
        decimal(step.paidByFund, pair.quote.scale),
        null,
        pair.quote.code,
      ];
      return { id: step.id, time: step.time, cells };
    });
  },
};

/** The lists of this file. */
export const CONTRACT_LISTS = { positions, funding, liquidations: liquidated } as const;
