/** What a list has to say to become a file: its columns, and how its rows are read. */
import type {
  AccountId,
  MarginMode,
  OrderType,
  PlanType,
  PostingReason,
  Side,
} from '@halcyon/domain';
import type { Kysely } from 'kysely';
import type { Cell, Facts, FileColumns } from '../kinds/cells.ts';
import type { StoredOrderStatus } from '../kinds/orders.ts';
import type { StoredPlanStatus } from '../kinds/plans.ts';
import type { RecordsTables } from '../projection/schema.ts';

/** What rows are narrowed to, as far as a list has it. */
export interface ExportFilter {
  readonly instrument?: number | undefined;
  readonly asset?: number | undefined;
  readonly side?: Side | undefined;
  /** Of orders. */
  readonly orderType?: OrderType | undefined;
  readonly orderStatus?: StoredOrderStatus | undefined;
  /** Of plans. */
  readonly planTypes?: readonly PlanType[] | undefined;
  readonly planStatus?: StoredPlanStatus | undefined;
  /** Of ledger entries. */
  readonly reasons?: readonly PostingReason[] | undefined;
  /** Of fundings: what was received, or what was paid. */
  readonly sign?: 1 | -1 | undefined;
  /** Of positions and liquidations. */
  readonly marginMode?: MarginMode | undefined;
  /** Unix ms, inclusive. */
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
}

/** Which rows of one account are wanted, behind which one. */
export interface ExportRowsQuery extends ExportFilter {
  readonly account: AccountId;
  readonly idLessThan?: number | undefined;
  readonly limit: number;
}

/** A row of a file and its place in the list. */
export interface ListedRow {
  readonly id: number;
  /** By what the list is narrowed to a window. */
  readonly time: number;
  readonly cells: readonly Cell[];
}

/** See the head of the file. Rows come newest first. */
export interface ExportedList {
  readonly columns: FileColumns<never>['names'];
  /** True where rows are of a person and not of an account: they are read once. */
  readonly ofPerson?: true;
  readonly read: (
    db: Kysely<RecordsTables>,
    asked: ExportRowsQuery,
    facts: Facts,
  ) => Promise<ListedRow[]>;
}

/** How the records of a list are read, and where in it a record is. */
interface Reading<Of> {
  readonly ofPerson?: true;
  readonly read: (db: Kysely<RecordsTables>, asked: ExportRowsQuery) => Promise<readonly Of[]>;
  readonly placeOf: (record: Of) => Omit<ListedRow, 'cells'>;
}

/** A list of the records of a kind. */
export function listOf<Of>(
  file: FileColumns<Of>,
  { read, placeOf, ...rest }: Reading<Of>,
): ExportedList {
  return {
    ...rest,
    columns: file.names,
    read: async (db, asked, facts) => {
      const found = await read(db, asked);
      return found.map((record) => ({ ...placeOf(record), cells: file.cellsOf(record, facts) }));
    },
  };
}
