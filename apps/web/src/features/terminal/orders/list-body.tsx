/** Loading, failed and empty states around a list of rows. */

import { type FocusEvent, type ReactNode, useEffect, useRef } from 'react';
import type { ListKind } from '../../../components/empty-list.tsx';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { ErrorState, SkeletonRows } from '../../../components/states.tsx';
import { errorText } from '../../../data/rest/error-text.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { moreMessages } from '../../../platform/locale/locale.ts';

/** Not of the first things that a terminal shows. */
const EmptyList = lazyPart(async () => {
  const [part] = await Promise.all([import('../../../components/empty-list.tsx'), moreMessages()]);
  return part.EmptyList;
}, 4);

/** How reading the rows went. */
interface Reading {
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

interface Props<T> {
  /** What the list is of, for what it says while it is empty. */
  readonly what: ListKind;
  readonly query: Reading;
  readonly rows: readonly T[];
  readonly children: (rows: readonly T[]) => ReactNode;
}

function Rows<T>({ what, query, rows, children }: Props<T>) {
  const t = useT();
  if (query.isPending) return <SkeletonRows rows={4} />;
  if (query.isError && rows.length === 0) {
    return <ErrorState message={errorText(t, query.error)} onRetry={() => void query.refetch()} />;
  }
  if (rows.length > 0) return children(rows);
  return <NoRows what={what} />;
}

/** What a list of the terminal says while it is empty. */
export function NoRows({ what }: { readonly what: ListKind }) {
  return <EmptyList what={what} />;
}

/**
 * Shows `children` once there are rows; old rows stay on screen when a refresh fails. A row that goes
 * away with the focus in it leaves the focus to the list.
 */
export function ListBody<T>(props: Props<T>) {
  const list = useRef<HTMLDivElement>(null);
  const focused = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows go when they change
  useEffect(() => {
    if (focused.current && document.activeElement === document.body) list.current?.focus();
  }, [props.rows]);
  const onBlur = (event: FocusEvent) => {
    focused.current = list.current?.contains(event.relatedTarget) ?? false;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only knows where the focus is
    <div
      className="list-body"
      ref={list}
      tabIndex={-1}
      onFocus={() => {
        focused.current = true;
      }}
      onBlur={onBlur}
    >
      <Rows {...props} />
    </div>
  );
}
