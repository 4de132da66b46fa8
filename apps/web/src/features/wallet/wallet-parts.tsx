/** What the pages of deposits and withdrawals share. */

import type { WithdrawTerms } from '@halcyon/domain/web';
import type { ReactNode } from 'react';
import { DataTable, type TableColumn } from '../../components/data-table.tsx';
import { EmptyList, type ListKind } from '../../components/empty-list.tsx';
import { ErrorState, SkeletonRows } from '../../components/states.tsx';
import { useQuery } from '../../data/query/use-query.ts';
import { errorText } from '../../data/rest/error-text.ts';
import type { WalletRow } from '../../data/rest/types.ts';
import { KEYS } from '../../data/state/account.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { fetchTerms } from './wallet-api.ts';
import { walletStatus } from './withdrawal-status.ts';
import '../desk/order-form/order-form.css';

/** Below the account's own, so that whatever changes balances reads them anew. */
export const WALLET_KEYS = {
  terms: ['wallet', 'terms'],
  book: ['wallet', 'book'],
  arriving: [...KEYS.all, 'deposits', 'arriving'],
  deposits: [...KEYS.all, 'deposits', 'latest'],
  withdrawals: [...KEYS.all, 'withdrawals', 'latest'],
  day: [...KEYS.all, 'withdrawals', 'day'],
} as const;

/** The status of a row in words. */
export function useStatusText(): (
  row: Pick<WalletRow, 'status' | 'tradeId' | 'orderId'>,
) => string {
  const t = useT();
  return (row) => t(walletStatus(row));
}

/** How far a transaction is, in words and as a bar. */
export function Confirmations(props: {
  readonly count: number;
  readonly needed: number;
  readonly word: string;
}) {
  const t = useT();
  const { needed, word } = props;
  const count = Math.min(props.count, needed);
  const text = t('wallet.confirmed', { count, needed });
  return (
    <span className="deposit-progress">
      <span>{word}</span>
      <progress max={needed} value={count} aria-label={text} />
      <span className="num">{text}</span>
    </span>
  );
}

/** Terms of all coins. */
export function useTerms() {
  return useQuery<readonly WithdrawTerms[]>({ queryKey: WALLET_KEYS.terms, queryFn: fetchTerms });
}

/** A name and its value in one line. */
export function Fact(props: { readonly name: string; readonly children: ReactNode }) {
  return (
    <p className="order-line">
      <span className="muted">{props.name}</span>
      <span>{props.children}</span>
    </p>
  );
}

/** A card with the latest rows of a list. */
export function ListCard<T>(props: {
  readonly title: string;
  readonly what: ListKind;
  readonly query: {
    readonly data?: readonly T[] | undefined;
    readonly error: unknown;
    readonly isError: boolean;
    readonly refetch: () => unknown;
  };
  readonly columns: readonly TableColumn<T>[];
  readonly rowKey: (row: T) => string;
  readonly children?: ReactNode;
}) {
  const t = useT();
  const { data, error, isError, refetch } = props.query;
  return (
    <section className="card wallet-card">
      <h2>{props.title}</h2>
      {props.children}
      {data === undefined && !isError && <SkeletonRows rows={4} />}
      {data === undefined && isError && (
        <ErrorState message={errorText(t, error)} onRetry={() => void refetch()} />
      )}
      {data?.length === 0 && <EmptyList what={props.what} />}
      {data !== undefined && data.length > 0 && (
        <DataTable label={props.title} columns={props.columns} rows={data} rowKey={props.rowKey} />
      )}
    </section>
  );
}
