/** A part of a page: its heading and a list that comes page by page, or what is said while there is none. */

import type { CopyPage } from '@halcyon/domain/web';
import type { ReactNode } from 'react';
import { DataTable, LOW_CELLS, type TableColumn } from '../../components/data-table.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../components/states.tsx';
import type { QueryKey } from '../../data/query/query.ts';
import { type PagedList, usePages } from '../../data/query/use-pages.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { useT } from '../../platform/locale/intl.tsx';

const FRESH_MS = 2_000;
const EVERY_MS = 5_000;

/** A list of copy trading, read again while somebody looks at it. */
export function useCopyPages<Row>(
  queryKey: QueryKey,
  read: (before: string) => Promise<CopyPage<Row>>,
): PagedList<Row, CopyPage<Row>> {
  return usePages<Row, CopyPage<Row>>({
    ...{ queryKey, read, enabled: true },
    ...{ staleTime: FRESH_MS, refetchInterval: EVERY_MS },
  });
}

/** What is said of a read that has nothing to show yet; null = it has. */
export function ReadState(props: {
  readonly isPending: boolean;
  readonly error: unknown;
  readonly refetch: () => Promise<void>;
}) {
  const t = useT();
  const { isPending, error, refetch } = props;
  if (isPending) return <SkeletonRows rows={4} height={28} />;
  return <ErrorState message={errorText(t, error)} onRetry={() => void refetch()} />;
}

/** The section. */
export function ListSection<Row>(props: {
  readonly title: string;
  readonly list: PagedList<Row>;
  readonly columns: readonly TableColumn<Row>[];
  readonly rowKey: (row: Row) => string;
  readonly empty: string;
  readonly note?: ReactNode;
}) {
  const { title, list, columns, rowKey, empty, note } = props;
  const { rows, isPending, isError } = list;
  const none = rows.length === 0;
  return (
    <section className="card copy-section">
      <h2>{title}</h2>
      {note}
      {none && (isPending || isError) && <ReadState {...list} />}
      {none && !isPending && !isError && <EmptyState text={empty} />}
      {!none && (
        <div className="copy-list">
          <DataTable
            label={title}
            columns={columns}
            rows={rows}
            rowKey={rowKey}
            onEnd={list.more}
            cells={LOW_CELLS}
          />
        </div>
      )}
    </section>
  );
}
