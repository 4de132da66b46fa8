/** What a kind of record is: its lines, its columns, where they come from. */

import type { ExportAccount } from '@halcyon/domain/web';
import type { ReceiptRequest } from '../../data/rest/receipts.ts';
import type { RecordQuery } from '../../data/rest/trade.ts';
import type { MessageId } from '../../platform/locale/intl.tsx';
import { headsOf, type ListColumn } from '../desk/lists/heads.ts';
import type { FilteredKind } from './filter-address.ts';

/** One line of any kind of record, as texts by column. */
export interface RecordLine {
  readonly id: string;
  readonly cells: Readonly<Record<string, string>>;
  /** Colours the `side` cell. */
  readonly side?: 'buy' | 'sell';
  /** Unix ms; of kinds whose queries may span so many days. */
  readonly time?: number;
  /** The order that it is, or is of: its details are a press away. Plans have none. */
  readonly order?: string;
  /** What asks for its receipt. */
  readonly receipt?: ReceiptRequest;
}

/** A column of a record table. */
export interface RecordColumn {
  readonly key: string;
  readonly label: MessageId;
  readonly end?: boolean;
  /** See components/column-fit.ts. */
  readonly goes?: number | undefined;
}

/** Names of the kinds. */
export type RecordKey =
  | 'orders'
  | 'plans'
  | 'refusals'
  | 'fills'
  | 'positions'
  | 'funding'
  | 'liquidations'
  | 'ledger'
  | 'fundingLedger'
  | 'converts'
  | 'deposits'
  | 'withdrawals'
  | 'transfers'
  | 'loans'
  | 'repayments'
  | 'interest';

/** A kind of record. */
export interface RecordKind extends FilteredKind {
  readonly key: RecordKey;
  readonly label: MessageId;
  /** Days that one query may span between two ends; null = any number. */
  readonly rangeDays: number | null;
  readonly columns: readonly RecordColumn[];
  /** Of which account its files are, where it is not the page's own. */
  readonly account?: ExportAccount;
  /** Whether its lines have receipts, or some of them. */
  readonly receipts?: true;
  readonly fetch: (query: RecordQuery) => Promise<RecordLine[]>;
}

/** What most kinds of the trading API have in common. */
export const PLAIN = { narrows: [], rangeDays: 90 } as const;
/** What those of the web app's own API have. */
export const WHOLE = { narrows: [], rangeDays: null } as const;

/** When columns go where a table has no room for all (components/column-fit.ts), in any kind of record. */
const GOES: Readonly<Record<string, number>> = {
  id: 8,
  order: 8,
  transaction: 8,
  loan: 6,
  role: 6,
  chain: 5,
  fee: 5,
  closed: 2,
  time: 2,
  status: 0,
  ended: 0,
};

/** Columns that lists of orders and fills have too. */
export function fields<Key extends ListColumn>(...keys: readonly Key[]): readonly RecordColumn[] {
  return headsOf(keys, GOES);
}

/** A column of records alone. @param end whether its texts are figures */
export function column(key: string, label: MessageId, end = false): RecordColumn {
  return { key, label, end, goes: GOES[key] };
}
