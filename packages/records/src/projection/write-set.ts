/** What one chunk of events changes, gathered in memory and written in one transaction. */

import { RECORD_KINDS } from '../kinds/all.ts';
import { BILLS } from '../kinds/bills.ts';
import { FEE_CHANGES } from '../kinds/fee-changes.ts';
import { FILLS } from '../kinds/fills.ts';
import { FUND_ENTRIES } from '../kinds/fund-entries.ts';
import { FUNDING_ROUNDS, FUNDINGS } from '../kinds/fundings.ts';
import type { Kind, RowOf } from '../kinds/kind.ts';
import { LIQUIDATIONS, MARGIN_LIQUIDATIONS } from '../kinds/liquidations.ts';
import { ASSETS, INSTRUMENTS, USERS } from '../kinds/listed.ts';
import { LOANS } from '../kinds/loans.ts';
import { MOVEMENTS } from '../kinds/movements.ts';
import { NOTICES } from '../kinds/notices.ts';
import { ORDERS, type OrderState } from '../kinds/orders.ts';
import { PARENTS, type ParentRowState } from '../kinds/parents.ts';
import { PLAN_FAILURES, PLANS, type PlanState } from '../kinds/plans.ts';
import { POSITIONS, type PositionState } from '../kinds/positions.ts';
import { PREVENTED_MATCHES } from '../kinds/prevented.ts';
import { REFUSALS } from '../kinds/refusals.ts';
import type { DatabaseKind } from '../sql/connect.ts';
import type { SqlValue } from '../sql/row-writer.ts';
import { RowWriter } from '../sql/row-writer.ts';
import { RECORDS_TABLES } from './schema.ts';

type TableName = keyof typeof RECORDS_TABLES;

/** What a row that is written again may change, of tables that no kind declares. */
const MUTABLE: Partial<Record<TableName, readonly string[]>> = {
  fee_terms: ['terms'],
  holding_hours: ['units'],
  position_hours: ['lots', 'cost'],
  fund_hours: ['units'],
  copy_portfolios: ['ended_at', 'closing', 'paid_in', 'share_ppm', 'hidden', 'settings'],
  copy_books: ['mark', 'owed', 'shared'],
  copy_batches: ['lots', 'filled', 'cost', 'owners', 'left_out', 'told'],
  copy_orders: ['price'],
  copy_order_ends: ['reason', 'seq', 'time'],
  copy_fills: ['left_out', 'lots', 'filled', 'cost', 'fee'],
  copy_hours: ['amount', 'cost'],
  copy_exits: ['reason', 'equity', 'base', 'peak', 'mark', 'lots', 'cost', 'still_open'],
  copy_ends: ['how', 'seq'],
  copy_gathered: ['lots', 'followers', 'ended', 'reason', 'code', 'bound', 'given'],
  copy_days: ['times', 'units', 'batch'],
};

/** The writers of one database; they keep statements in its dialect, so each database has its own. */
export function makeWriters(kind: DatabaseKind) {
  const writer = (name: TableName) => {
    const { columns, key } = RECORDS_TABLES[name];
    const kinds: Readonly<Record<string, Pick<Kind, 'mutable'>>> = RECORD_KINDS;
    const mutable = kinds[name]?.mutable ?? MUTABLE[name] ?? [];
    return new RowWriter(kind, { name, columns: Object.keys(columns), key, mutable });
  };
  return {
    marks: writer('marks'),
    users: writer('users'),
    assets: writer('assets'),
    instruments: writer('instruments'),
    orders: writer('orders'),
    plans: writer('plans'),
    planFailures: writer('plan_failures'),
    fills: writer('fills'),
    bills: writer('bills'),
    movements: writer('movements'),
    prevented: writer('prevented_matches'),
    positions: writer('positions'),
    fundings: writer('fundings'),
    fundingRounds: writer('funding_rounds'),
    liquidations: writer('liquidations'),
    fundEntries: writer('fund_entries'),
    loans: writer('loans'),
    feeChanges: writer('fee_changes'),
    feeTerms: writer('fee_terms'),
    marginLiquidations: writer('margin_liquidations'),
    refusals: writer('refusals'),
    notices: writer('notices'),
    parents: writer('parent_orders'),
    holdingHours: writer('holding_hours'),
    positionHours: writer('position_hours'),
    priceHours: writer('price_hours'),
    fundHours: writer('fund_hours'),
    deleveragings: writer('deleveragings'),
    copyPortfolios: writer('copy_portfolios'),
    copyBooks: writer('copy_books'),
    copyBatches: writer('copy_batches'),
    copyOrders: writer('copy_orders'),
    copyOrderEnds: writer('copy_order_ends'),
    copyFills: writer('copy_fills'),
    copyShares: writer('copy_shares'),
    copyBases: writer('copy_bases'),
    copyHours: writer('copy_hours'),
    copyExits: writer('copy_exits'),
    copyEnds: writer('copy_ends'),
    copyGathered: writer('copy_gathered'),
    copyDays: writer('copy_days'),
    copyOwnTrades: writer('copy_own_trades'),
  };
}

/** One writer a table. */
export type Writers = ReturnType<typeof makeWriters>;

type Row = readonly SqlValue[];

/** Rows to write: those in maps and sets replace what is there, the others are new. */
export class WriteSet {
  readonly marks: Row[] = [];
  readonly users = new Map<number, RowOf<typeof USERS>>();
  readonly assets = new Map<number, RowOf<typeof ASSETS>>();
  readonly instruments = new Map<number, RowOf<typeof INSTRUMENTS>>();
  readonly orders = new Set<OrderState>();
  readonly plans = new Set<PlanState>();
  readonly planFailures: RowOf<typeof PLAN_FAILURES>[] = [];
  readonly fills: RowOf<typeof FILLS>[] = [];
  readonly bills: RowOf<typeof BILLS>[] = [];
  readonly movements = new Map<number, RowOf<typeof MOVEMENTS>>();
  readonly prevented: RowOf<typeof PREVENTED_MATCHES>[] = [];
  readonly positions = new Set<PositionState>();
  readonly fundings: RowOf<typeof FUNDINGS>[] = [];
  readonly fundingRounds: RowOf<typeof FUNDING_ROUNDS>[] = [];
  readonly liquidations: RowOf<typeof LIQUIDATIONS>[] = [];
  readonly fundEntries: RowOf<typeof FUND_ENTRIES>[] = [];
  readonly loans: RowOf<typeof LOANS>[] = [];
  readonly feeChanges: RowOf<typeof FEE_CHANGES>[] = [];
  readonly feeTerms = new Map<string, Row>();
  readonly marginLiquidations: RowOf<typeof MARGIN_LIQUIDATIONS>[] = [];
  readonly refusals: RowOf<typeof REFUSALS>[] = [];
  readonly notices: RowOf<typeof NOTICES>[] = [];
  readonly parents = new Set<ParentRowState>();
  readonly holdingHours = new Map<string, Row>();
  readonly positionHours = new Map<string, Row>();
  readonly priceHours: Row[] = [];
  readonly fundHours = new Map<string, Row>();
  readonly deleveragings = new Map<string, Row>();
  readonly copyPortfolios = new Map<number, Row>();
  readonly copyBooks = new Map<number, Row>();
  readonly copyBatches = new Map<number, Row>();
  readonly copyOrders = new Map<number, Row>();
  readonly copyOrderEnds = new Map<number, Row>();
  readonly copyFills = new Map<string, Row>();
  readonly copyShares: Row[] = [];
  readonly copyBases: Row[] = [];
  readonly copyHours = new Map<string, Row>();
  readonly copyExits = new Map<string, Row>();
  readonly copyEnds = new Map<number, Row>();
  readonly copyGathered = new Map<number, Row>();
  readonly copyDays = new Map<string, Row>();
  readonly copyOwnTrades: Row[] = [];

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
      this.parents.size +
      this.holdingHours.size +
      this.positionHours.size +
      this.priceHours.length +
      this.fundHours.size +
      this.deleveragings.size +
      this.copyPortfolios.size +
      this.copyBooks.size +
      this.copyBatches.size +
      this.copyOrders.size +
      this.copyOrderEnds.size +
      this.copyFills.size +
      this.copyShares.length +
      this.copyBases.length +
      this.copyHours.size +
      this.copyExits.size +
      this.copyEnds.size +
      this.copyGathered.size +
      this.copyDays.size +
      this.copyOwnTrades.length
    );
  }

  /** Everything, in the order in which it is written. */
  rows(): readonly (readonly [writer: keyof Writers, rows: readonly Row[]])[] {
    return [
      ['users', Array.from(this.users.values(), USERS.valuesOf)],
      ['assets', Array.from(this.assets.values(), ASSETS.valuesOf)],
      ['instruments', Array.from(this.instruments.values(), INSTRUMENTS.valuesOf)],
      ['marks', this.marks],
      ['orders', Array.from(this.orders, ORDERS.valuesOf)],
      ['plans', Array.from(this.plans, PLANS.valuesOf)],
      ['planFailures', this.planFailures.map(PLAN_FAILURES.valuesOf)],
      ['fills', this.fills.map(FILLS.valuesOf)],
      ['bills', this.bills.map(BILLS.valuesOf)],
      ['movements', Array.from(this.movements.values(), MOVEMENTS.valuesOf)],
      ['prevented', this.prevented.map(PREVENTED_MATCHES.valuesOf)],
      ['positions', Array.from(this.positions, POSITIONS.valuesOf)],
      ['fundings', this.fundings.map(FUNDINGS.valuesOf)],
      ['fundingRounds', this.fundingRounds.map(FUNDING_ROUNDS.valuesOf)],
      ['liquidations', this.liquidations.map(LIQUIDATIONS.valuesOf)],
      ['fundEntries', this.fundEntries.map(FUND_ENTRIES.valuesOf)],
      ['loans', this.loans.map(LOANS.valuesOf)],
      ['feeChanges', this.feeChanges.map(FEE_CHANGES.valuesOf)],
      ['feeTerms', [...this.feeTerms.values()]],
      ['marginLiquidations', this.marginLiquidations.map(MARGIN_LIQUIDATIONS.valuesOf)],
      ['refusals', this.refusals.map(REFUSALS.valuesOf)],
      ['notices', this.notices.map(NOTICES.valuesOf)],
      ['parents', Array.from(this.parents, PARENTS.valuesOf)],
      ['holdingHours', [...this.holdingHours.values()]],
      ['positionHours', [...this.positionHours.values()]],
      ['priceHours', this.priceHours],
      ['fundHours', [...this.fundHours.values()]],
      ['deleveragings', [...this.deleveragings.values()]],
      ['copyPortfolios', [...this.copyPortfolios.values()]],
      ['copyBooks', [...this.copyBooks.values()]],
      ['copyBatches', [...this.copyBatches.values()]],
      ['copyOrders', [...this.copyOrders.values()]],
      ['copyOrderEnds', [...this.copyOrderEnds.values()]],
      ['copyFills', [...this.copyFills.values()]],
      ['copyShares', this.copyShares],
      ['copyBases', this.copyBases],
      ['copyHours', [...this.copyHours.values()]],
      ['copyExits', [...this.copyExits.values()]],
      ['copyEnds', [...this.copyEnds.values()]],
      ['copyGathered', [...this.copyGathered.values()]],
      ['copyDays', [...this.copyDays.values()]],
      ['copyOwnTrades', this.copyOwnTrades],
    ];
  }
}
