/** What one chunk of events changes, gathered in memory and written in one transaction. */
import type { DatabaseKind } from '../sql/connect.ts';
import type { SqlValue } from '../sql/row-writer.ts';
import { RowWriter } from '../sql/row-writer.ts';
import type { PositionState } from './position-rows.ts';
import { positionRow } from './position-rows.ts';
import type { OrderState, PlanState } from './rows.ts';
import { orderRow, planRow } from './rows.ts';
import { RECORDS_TABLES } from './schema.ts';

type TableName = keyof typeof RECORDS_TABLES;

/** What a row that is written again may change. */
const MUTABLE = {
  users: ['simulated'],
  assets: ['code', 'name', 'scale'],
  instruments: ['symbol', 'price_scale', 'quantity_scale', 'quote_factor', 'lot_units'],
  positions: [
    'margin_mode',
    'leverage',
    'lots',
    'cost',
    'margin',
    'opened_lots',
    'opened_value',
    'closed_lots',
    'closed_value',
    'profit',
    'fees',
    'opening_fees',
    'funding',
    'closed_id',
    'closed_at',
    'updated_at',
  ],
  orders: [
    'price',
    'quantity',
    'filled_quantity',
    'filled_quote',
    'fee',
    'trades',
    'remaining',
    'status',
    'done_reason',
    'updated_at',
    'profit',
    'closed_lots',
    'closed_entry',
  ],
  fee_terms: ['terms'],
  holding_hours: ['units'],
  position_hours: ['lots', 'cost'],
  fund_hours: ['units'],
  copy_portfolios: ['ended_at', 'closing', 'paid_in', 'share_ppm', 'hidden', 'settings'],
  copy_books: ['mark', 'owed', 'shared'],
  copy_batches: ['lots', 'filled', 'cost', 'owners', 'left_out'],
  copy_fills: ['left_out', 'lots', 'filled', 'cost', 'fee'],
  copy_hours: ['amount', 'cost'],
  movements: ['actor', 'reason', 'status', 'updated_at', 'approved_by', 'tx'],
  plans: [
    'trigger_by',
    'trigger_price',
    'price',
    'quantity',
    'quote_amount',
    'callback_ppm',
    'take_profit_trigger',
    'take_profit_price',
    'take_profit_by',
    'stop_loss_trigger',
    'stop_loss_price',
    'stop_loss_by',
    'status',
    'order_id',
    'code',
    'updated_at',
  ],
} as const satisfies Partial<Record<TableName, readonly string[]>>;

/** The writers of one database; they keep statements in its dialect, so each database has its own. */
export function makeWriters(kind: DatabaseKind) {
  const writer = (name: TableName, mutable: readonly string[] = []) => {
    const { columns, key } = RECORDS_TABLES[name];
    return new RowWriter(kind, { name, columns: Object.keys(columns), key, mutable });
  };
  return {
    marks: writer('marks'),
    users: writer('users', MUTABLE.users),
    assets: writer('assets', MUTABLE.assets),
    instruments: writer('instruments', MUTABLE.instruments),
    orders: writer('orders', MUTABLE.orders),
    plans: writer('plans', MUTABLE.plans),
    planFailures: writer('plan_failures'),
    fills: writer('fills'),
    bills: writer('bills'),
    movements: writer('movements', MUTABLE.movements),
    prevented: writer('prevented_matches'),
    positions: writer('positions', MUTABLE.positions),
    fundings: writer('fundings'),
    fundingRounds: writer('funding_rounds'),
    liquidations: writer('liquidations'),
    fundEntries: writer('fund_entries'),
    loans: writer('loans'),
    feeChanges: writer('fee_changes'),
    feeTerms: writer('fee_terms', MUTABLE.fee_terms),
    marginLiquidations: writer('margin_liquidations'),
    refusals: writer('refusals'),
    notices: writer('notices'),
    holdingHours: writer('holding_hours', MUTABLE.holding_hours),
    positionHours: writer('position_hours', MUTABLE.position_hours),
    priceHours: writer('price_hours'),
    fundHours: writer('fund_hours', MUTABLE.fund_hours),
    deleveragings: writer('deleveragings'),
    copyPortfolios: writer('copy_portfolios', MUTABLE.copy_portfolios),
    copyBooks: writer('copy_books', MUTABLE.copy_books),
    copyBatches: writer('copy_batches', MUTABLE.copy_batches),
    copyFills: writer('copy_fills', MUTABLE.copy_fills),
    copyShares: writer('copy_shares'),
    copyBases: writer('copy_bases'),
    copyHours: writer('copy_hours', MUTABLE.copy_hours),
  };
}

/** One writer a table. */
export type Writers = ReturnType<typeof makeWriters>;

type Row = readonly SqlValue[];

/** Rows to write: those in maps and sets replace what is there, the others are new. */
export class WriteSet {
  readonly marks: Row[] = [];
  readonly users = new Map<number, Row>();
  readonly assets = new Map<number, Row>();
  readonly instruments = new Map<number, Row>();
  readonly orders = new Set<OrderState>();
  readonly plans = new Set<PlanState>();
  readonly planFailures: Row[] = [];
  readonly fills: Row[] = [];
  readonly bills: Row[] = [];
  readonly movements = new Map<number, Row>();
  readonly prevented: Row[] = [];
  readonly positions = new Set<PositionState>();
  readonly fundings: Row[] = [];
  readonly fundingRounds: Row[] = [];
  readonly liquidations: Row[] = [];
  readonly fundEntries: Row[] = [];
  readonly loans: Row[] = [];
  readonly feeChanges: Row[] = [];
  readonly feeTerms = new Map<string, Row>();
  readonly marginLiquidations: Row[] = [];
  readonly refusals: Row[] = [];
  readonly notices: Row[] = [];
  readonly holdingHours = new Map<string, Row>();
  readonly positionHours = new Map<string, Row>();
  readonly priceHours: Row[] = [];
  readonly fundHours = new Map<string, Row>();
  readonly deleveragings = new Map<string, Row>();
  readonly copyPortfolios = new Map<number, Row>();
  readonly copyBooks = new Map<number, Row>();
  readonly copyBatches = new Map<number, Row>();
  readonly copyFills = new Map<string, Row>();
  readonly copyShares: Row[] = [];
  readonly copyBases: Row[] = [];
  readonly copyHours = new Map<string, Row>();

  /** Rows that will be written. */
  get size(): number {
    return (
      this.marks.length +
      this.users.size +
      this.assets.size +
      this.instruments.size +
      this.orders.size +
      this.plans.size +
      this.planFailures.length +
      this.fills.length +
      this.bills.length +
      this.movements.size +
      this.prevented.length +
      this.positions.size +
      this.fundings.length +
      this.fundingRounds.length +
      this.liquidations.length +
      this.fundEntries.length +
      this.loans.length +
      this.feeChanges.length +
      this.feeTerms.size +
      this.marginLiquidations.length +
      this.refusals.length +
      this.notices.length +
      this.holdingHours.size +
      this.positionHours.size +
      this.priceHours.length +
      this.fundHours.size +
      this.deleveragings.size +
      this.copyPortfolios.size +
      this.copyBooks.size +
      this.copyBatches.size +
      this.copyFills.size +
      this.copyShares.length +
      this.copyBases.length +
      this.copyHours.size
    );
  }

  /** Everything, in the order in which it is written. */
  rows(): readonly (readonly [writer: keyof Writers, rows: readonly Row[]])[] {
    return [
      ['users', [...this.users.values()]],
      ['assets', [...this.assets.values()]],
      ['instruments', [...this.instruments.values()]],
      ['marks', this.marks],
      ['orders', Array.from(this.orders, orderRow)],
      ['plans', Array.from(this.plans, planRow)],
      ['planFailures', this.planFailures],
      ['fills', this.fills],
      ['bills', this.bills],
      ['movements', [...this.movements.values()]],
      ['prevented', this.prevented],
      ['positions', Array.from(this.positions, positionRow)],
      ['fundings', this.fundings],
      ['fundingRounds', this.fundingRounds],
      ['liquidations', this.liquidations],
      ['fundEntries', this.fundEntries],
      ['loans', this.loans],
      ['feeChanges', this.feeChanges],
      ['feeTerms', [...this.feeTerms.values()]],
      ['marginLiquidations', this.marginLiquidations],
      ['refusals', this.refusals],
      ['notices', this.notices],
      ['holdingHours', [...this.holdingHours.values()]],
      ['positionHours', [...this.positionHours.values()]],
      ['priceHours', this.priceHours],
      ['fundHours', [...this.fundHours.values()]],
      ['deleveragings', [...this.deleveragings.values()]],
      ['copyPortfolios', [...this.copyPortfolios.values()]],
      ['copyBooks', [...this.copyBooks.values()]],
      ['copyBatches', [...this.copyBatches.values()]],
      ['copyFills', [...this.copyFills.values()]],
      ['copyShares', this.copyShares],
      ['copyBases', this.copyBases],
      ['copyHours', [...this.copyHours.values()]],
    ];
  }
}
