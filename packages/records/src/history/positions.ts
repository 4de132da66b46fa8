import type { MarginMode, PositionLeg, Side } from '@halcyon/domain';
import type { Kysely } from 'kysely';
import { checkInteger } from '../errors.ts';
import type { RecordsTables } from '../projection/schema.ts';
import { int64Text } from '../sql/int64.ts';
import type { PageRequest } from './window.ts';
import { idRange } from './window.ts';

/**
 * One position of a contract, from its opening on. Sizes in lots, values in tick-lots, money in settle
 * units; an average price is value over lots, in ticks.
 */
export interface PositionRecord {
  readonly account: number;
  readonly instrument: number;
  readonly leg: PositionLeg;
  /** The trade that opened it; names it, with the three above. */
  readonly opened: number;
  /** Buy = long. */
  readonly side: Side;
  readonly marginMode: MarginMode;
  readonly leverage: number;
  /** What is open now: signed lots, what they cost in tick-lots, margin of their own. */
  readonly lots: number;
  readonly cost: number;
  readonly margin: number;
  readonly openedLots: bigint;
  readonly openedValue: bigint;
  readonly closedLots: bigint;
  readonly closedValue: bigint;
  /** Realised, before fees. */
  readonly profit: number;
  readonly fees: number;
  /** The part of the fees that opening cost. */
  readonly openingFees: number;
  /** Received less paid. */
  readonly funding: number;
  /** Counts the closed positions; 0 = it is open. Pages of closed positions follow it. */
  readonly closedId: number;
  readonly openedAt: number;
  /** 0 = it is open. */
  readonly closedAt: number;
  readonly updatedAt: number;
  /** Sequence of the command that opened it. */
  readonly seq: number;
}

/** Which positions of an account are wanted; the window is one of closing times. */
export interface PositionsQuery extends PageRequest {
  readonly account: number;
  readonly instrument?: number | undefined;
  readonly leg?: PositionLeg | undefined;
  /** Buy = long. */
  readonly side?: Side | undefined;
  readonly marginMode?: MarginMode | undefined;
}

/** Closed positions, the last closed first; ids are `closedId`. */
export async function positionHistory(
  db: Kysely<RecordsTables>,
  query: PositionsQuery,
): Promise<PositionRecord[]> {
  const { from, to } = await idRange(db, 'closed_id', query);
  let select = selectPositions(db)
    .where('account', '=', query.account)
    .where('closed_id', '>', 0)
    .where('closed_id', '>=', from)
    .where('closed_id', '<', to);
  if (query.instrument !== undefined) select = select.where('instrument', '=', query.instrument);
  if (query.leg !== undefined) select = select.where('leg', '=', query.leg);
  if (query.side !== undefined) select = select.where('side', '=', query.side);
  if (query.marginMode !== undefined) select = select.where('margin_mode', '=', query.marginMode);
  if (query.startTime !== undefined) select = select.where('closed_at', '>=', query.startTime);
  if (query.endTime !== undefined) select = select.where('closed_at', '<=', query.endTime);
  return (await select.orderBy('closed_id', 'desc').limit(query.limit).execute()).map(toRecord);
}

/** All open positions of an account: two a contract at most. The last opened comes first. */
export async function openPositions(
  db: Kysely<RecordsTables>,
  query: { readonly account: number },
): Promise<PositionRecord[]> {
  const rows = await selectPositions(db)
    .where('account', '=', query.account)
    .where('closed_id', '=', 0)
    .orderBy('opened', 'desc')
    .orderBy('leg')
    .execute();
  return rows.map(toRecord);
}

/** A position by its name, or null. */
export async function positionByTrade(
  db: Kysely<RecordsTables>,
  query: {
    readonly account: number;
    readonly instrument: number;
    readonly leg: PositionLeg;
    readonly opened: number;
  },
): Promise<PositionRecord | null> {
  checkInteger('opened', query.opened, 0, Number.MAX_SAFE_INTEGER);
  const row = await selectPositions(db)
    .where('account', '=', query.account)
    .where('instrument', '=', query.instrument)
    .where('leg', '=', query.leg)
    .where('opened', '=', query.opened)
    .executeTakeFirst();
  return row === undefined ? null : toRecord(row);
}

function selectPositions(db: Kysely<RecordsTables>) {
  return db
    .selectFrom('positions')
    .select([
      'account',
      'instrument',
      'leg',
      'opened',
      'side',
      'margin_mode as marginMode',
      'leverage',
      'lots',
      'cost',
      'margin',
      int64Text('opened_lots').as('openedLots'),
      int64Text('opened_value').as('openedValue'),
      int64Text('closed_lots').as('closedLots'),
      int64Text('closed_value').as('closedValue'),
      'profit',
      'fees',
      'opening_fees as openingFees',
      'funding',
      'closed_id as closedId',
      'opened_at as openedAt',
      'closed_at as closedAt',
      'updated_at as updatedAt',
      'seq',
    ]);
}

type BigColumn = 'openedLots' | 'openedValue' | 'closedLots' | 'closedValue';
type Selected = Omit<PositionRecord, BigColumn> & Record<BigColumn, string>;

function toRecord(row: unknown): PositionRecord {
  const selected = row as Selected;
  return {
    ...selected,
    openedLots: BigInt(selected.openedLots),
    openedValue: BigInt(selected.openedValue),
    closedLots: BigInt(selected.closedLots),
    closedValue: BigInt(selected.closedValue),
  };
}
