/** Fundings and liquidations: prices in ticks, rates in 10^-8, sizes in lots. */
import type { MarginMode, PositionLeg } from '@halcyon/domain';
import type { Kysely } from 'kysely';
import { checkInteger } from '../errors.ts';
import type { RecordsTables } from '../projection/schema.ts';
import type { PageRequest } from './window.ts';
import { idRange, PAGE_LIMIT_MAX } from './window.ts';

/** What a position paid or received in a funding round. */
export interface FundingRecord {
  /** That of its bill. */
  readonly id: number;
  readonly account: number;
  readonly instrument: number;
  readonly leg: PositionLeg;
  readonly round: number;
  readonly rate: number;
  readonly mark: number;
  /** Signed: + long. */
  readonly lots: number;
  readonly asset: number;
  /** Settle units, + received. */
  readonly amount: number;
  readonly time: number;
  readonly seq: number;
}

/** A funding round of a contract. */
export interface FundingRoundRecord {
  readonly instrument: number;
  readonly round: number;
  readonly rate: number;
  readonly mark: number;
  readonly index: number;
  /** When it was due, Unix ms; it began at `time`. */
  readonly due: number;
  readonly time: number;
  readonly seq: number;
}

/** A step of a liquidation; money in settle units. */
export interface LiquidationRecord {
  readonly id: number;
  readonly account: number;
  readonly instrument: number;
  readonly leg: PositionLeg;
  readonly marginMode: MarginMode;
  /** Lots closed in the book, and off it. */
  readonly closed: number;
  readonly deleveraged: number;
  readonly mark: number;
  /** Margin units that were missing, negative. */
  readonly excess: number;
  /** Worst price that its order could trade at. */
  readonly limit: number;
  readonly fee: number;
  readonly paidByFund: number;
  readonly time: number;
  readonly seq: number;
}

/** Which fundings or liquidations of an account are wanted. */
export interface ContractEventsQuery extends PageRequest {
  readonly account: number;
  readonly instrument?: number | undefined;
  readonly leg?: PositionLeg | undefined;
  /** Fundings: only what was received, or only what was paid. */
  readonly sign?: 1 | -1 | undefined;
  /** Liquidations: only those of positions with this margin. */
  readonly marginMode?: MarginMode | undefined;
}

/** What an account's positions paid and received, newest first. */
export async function fundings(
  db: Kysely<RecordsTables>,
  query: ContractEventsQuery,
): Promise<FundingRecord[]> {
  const { from, to } = await idRange(db, 'bill_id', query);
  let select = db
    .selectFrom('fundings')
    .selectAll()
    .where('account', '=', query.account)
    .where('id', '>=', from)
    .where('id', '<', to);
  if (query.instrument !== undefined) select = select.where('instrument', '=', query.instrument);
  if (query.leg !== undefined) select = select.where('leg', '=', query.leg);
  if (query.sign !== undefined) select = select.where('amount', query.sign > 0 ? '>' : '<', 0);
  if (query.startTime !== undefined) select = select.where('time', '>=', query.startTime);
  if (query.endTime !== undefined) select = select.where('time', '<=', query.endTime);
  const rows = await select.orderBy('id', 'desc').limit(query.limit).execute();
  return rows as unknown as FundingRecord[];
}

/** The rounds of a contract, newest first; ids are rounds. Their number in a window is small. */
export async function fundingRounds(
  db: Kysely<RecordsTables>,
  query: PageRequest & { readonly instrument: number },
): Promise<FundingRoundRecord[]> {
  checkInteger('limit', query.limit, 1, PAGE_LIMIT_MAX);
  const { idLessThan = Number.MAX_SAFE_INTEGER } = query;
  checkInteger('idLessThan', idLessThan, 0, Number.MAX_SAFE_INTEGER);
  let select = db
    .selectFrom('funding_rounds')
    .select(['instrument', 'round', 'rate', 'mark', 'index_price as index', 'due', 'time', 'seq'])
    .where('instrument', '=', query.instrument)
    .where('round', '<', idLessThan);
  if (query.startTime !== undefined) select = select.where('due', '>=', query.startTime);
  if (query.endTime !== undefined) select = select.where('due', '<=', query.endTime);
  return select.orderBy('round', 'desc').limit(query.limit).execute();
}

/** The steps of an account's liquidations, newest first. */
export async function liquidations(
  db: Kysely<RecordsTables>,
  query: ContractEventsQuery,
): Promise<LiquidationRecord[]> {
  const { from, to } = await idRange(db, 'liquidation_id', query);
  let select = db
    .selectFrom('liquidations')
    .select([
      'id',
      'account',
      'instrument',
      'leg',
      'margin_mode as marginMode',
      'closed',
      'deleveraged',
      'mark',
      'excess',
      'limit_price as limit',
      'fee',
      'paid_by_fund as paidByFund',
      'time',
      'seq',
    ])
    .where('account', '=', query.account)
    .where('id', '>=', from)
    .where('id', '<', to);
  if (query.instrument !== undefined) select = select.where('instrument', '=', query.instrument);
  if (query.leg !== undefined) select = select.where('leg', '=', query.leg);
  if (query.marginMode !== undefined) select = select.where('margin_mode', '=', query.marginMode);
  if (query.startTime !== undefined) select = select.where('time', '>=', query.startTime);
  if (query.endTime !== undefined) select = select.where('time', '<=', query.endTime);
  const rows = await select.orderBy('id', 'desc').limit(query.limit).execute();
  return rows as unknown as LiquidationRecord[];
}
