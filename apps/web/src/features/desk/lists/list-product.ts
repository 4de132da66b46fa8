/**
 * The lists of a product: what differs between open orders, plans, ended orders and fills of two accounts. `rowList` and
 * `openList` make the components of it, and a product has those that it names.
 */

import type { OrderListName } from '@halcyon/domain/web';
import type { ComponentType, ReactNode } from 'react';
import type { ListKind } from '../../../components/empty-list.tsx';
import type { QueryKey } from '../../../data/query/query.ts';
import type { QueryClient } from '../../../data/query/query-client.ts';
import type { MessageId } from '../../../platform/locale/intl.tsx';
import type { ListCells } from './columns.tsx';
import type { GoingOrder } from './heads.ts';

/** Rows as far as they are read. */
export interface ReadRows<Row> {
  readonly rows: readonly Row[];
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
  /** Asks for more; absent: there are none, or no more are listed. */
  readonly more?: (() => void) | undefined;
}

/** What is read and shown, row by row. */
export interface ListOf<Row> {
  readonly label: MessageId;
  /** What it says while it is empty. */
  readonly what: ListKind;
  /** @param symbol of this alone; '' = of all */
  readonly useRows: (symbol: string) => ReadRows<Row>;
  readonly idOf: (row: Row) => string;
  /** What is in its columns, in their order. */
  readonly useCells: () => ListCells<Row>;
  /** When columns go, where that differs from other lists. */
  readonly goes?: GoingOrder;
}

/** Properties of a dialog that amends a row. */
export interface AmendProps<Row> {
  readonly row: Row;
  /** What its price is to become, where that was chosen before. */
  readonly price?: string;
  readonly onClose: () => void;
}

/** A list of what has not ended: its rows can be cancelled, and some amended. */
export interface OpenListOf<Row> extends ListOf<Row> {
  /** Its name where all of it is cancelled; absent: each is cancelled by itself. */
  readonly list?: OrderListName;
  /** What is read again after one was cancelled. */
  readonly changes: QueryKey;
  readonly cancel: (row: Row, client: QueryClient) => Promise<unknown>;
  /** Absent: none can be amended. */
  readonly amend?: {
    readonly has: (row: Row) => boolean;
    readonly Dialog: ComponentType<AmendProps<Row>>;
  };
  /** What else can be done with a row. */
  readonly Actions?: ComponentType<{ readonly row: Row }>;
}

/** What a list is given where it is shown. */
export interface ShownList {
  /** Of this alone; '' = of all. */
  readonly symbol: string;
  /** What else can be done with a row, by its id. */
  readonly more?: ((id: string) => ReactNode) | undefined;
}

/** A list. */
export interface DeskList {
  readonly List: ComponentType<ShownList>;
}

/** A list of what has not ended, and what cancels all of it. */
export interface OpenDeskList extends DeskList {
  readonly CancelAll: ComponentType<Pick<ShownList, 'symbol'>>;
}

/** The lists that a product has. */
export interface ListProduct {
  readonly open: OpenDeskList;
  /** Absent: the account has no plans. */
  readonly plans?: OpenDeskList;
  /** Parent orders; absent: the account has none. */
  readonly algo?: DeskList;
  readonly history: DeskList;
  readonly fills: DeskList;
}

/** Their names. */
export type ListName = keyof ListProduct;
