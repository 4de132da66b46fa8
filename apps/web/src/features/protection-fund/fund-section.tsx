/** A part of the page of the fund: its heading, a list, and what is said while there is none. */

import type { ReactNode } from 'react';
import { EmptyState, ErrorState, SkeletonRows } from '../../components/states.tsx';
import { errorText } from '../../data/rest/error-text.ts';
import { useT } from '../../platform/locale/intl.tsx';

/** How far a list has come. */
interface Read {
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly error: Parameters<typeof errorText>[1];
  readonly refetch: () => Promise<void>;
}

/** The section. @param props.empty said where nothing is in it @param props.children the list, where there is one */
export function FundSection(props: {
  readonly title: string;
  readonly read: Read;
  readonly count: number;
  readonly empty: string;
  readonly note?: ReactNode;
  readonly children: ReactNode;
}) {
  const t = useT();
  const { title, read, count, empty, note, children } = props;
  const failed = read.isError && count === 0;
  return (
    <section className="card fund-section">
      <h2>{title}</h2>
      {note !== undefined && <p className="fund-note muted">{note}</p>}
      {failed && (
        <ErrorState message={errorText(t, read.error)} onRetry={() => void read.refetch()} />
      )}
      {read.isPending && <SkeletonRows rows={4} height={28} />}
      {!failed && !read.isPending && count === 0 && <EmptyState text={empty} />}
      {count > 0 && <div className="fund-list">{children}</div>}
    </section>
  );
}
