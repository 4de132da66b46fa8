/** Moves money between the accounts of one person, on a page of its own, with what was moved. */

import { amount, dateTime } from '../../data/format.ts';
import { useQuery } from '../../data/query/use-query.ts';
import { fetchTransfers } from '../../data/rest/trade.ts';
import type { TransferRow } from '../../data/rest/types.ts';
import { KEYS } from '../../data/state/account.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { useReceipt } from '../receipts/use-receipt.tsx';
import { RequireSession } from '../shell/require-session.tsx';
import { useTitle } from '../shell/use-title.ts';
import { ListCard } from '../wallet/wallet-parts.tsx';
import { ACCOUNT_NAMES } from './account-names.ts';
import { TransferForm } from './transfer-form.tsx';
import '../terminal/orders/orders.css';
import '../wallet/wallet.css';

const ROWS = 20;

/** The latest transfers. */
function Latest() {
  const t = useT();
  const query = useQuery<readonly TransferRow[]>({
    queryKey: [...KEYS.all, 'transfers', 'latest'],
    queryFn: () => fetchTransfers({ limit: ROWS }),
  });
  const nameOf = (kind: string, symbol: string) => {
    const id = Object.entries(ACCOUNT_NAMES).find(([key]) => key === kind)?.[1];
    return `${id === undefined ? kind : t(id)} ${symbol}`.trim();
  };
  const receipts = useReceipt<TransferRow>(({ transferId: id }) => {
    return { of: 'movement', account: 'spot', id };
  });
  return (
    <ListCard<TransferRow>
      title={t('records.transfers')}
      query={query}
      rowKey={(row) => row.transferId}
      columns={[
        { key: 'time', label: t('orders.time'), cell: (row) => dateTime(row.ts) },
        { key: 'coin', label: t('assets.coin'), cell: (row) => row.coin },
        { key: 'size', label: t('order.size'), cell: (row) => amount(row.size), end: true },
        { key: 'from', label: t('records.from'), cell: (r) => nameOf(r.fromType, r.fromSymbol) },
        { key: 'to', label: t('records.to'), cell: (row) => nameOf(row.toType, row.toSymbol) },
        receipts.column,
      ]}
    >
      {receipts.dialog}
    </ListCard>
  );
}

function Transfer() {
  const t = useT();
  useTitle(`${t('nav.transfer')} | Halcyon`);
  return (
    <div className="page page-wide">
      <h1 className="page-title">{t('transfer.title')}</h1>
      <div className="wallet-grid">
        <section className="card wallet-card">
          <TransferForm to="usdt_futures" />
        </section>
        <Latest />
      </div>
    </div>
  );
}

/** The page at `/asset/transfer`. */
export function TransferPage() {
  return (
    <RequireSession>
      <Transfer />
    </RequireSession>
  );
}
