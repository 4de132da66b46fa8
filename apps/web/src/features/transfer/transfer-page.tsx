/** Moves money between the accounts of one person, on a page of its own, with what was moved. */

import { ErrorState, SkeletonRows } from '../../components/states.tsx';
import { useTitle } from '../../components/use-title.ts';
import { amount, dateTime } from '../../data/format.ts';
import { useQuery } from '../../data/query/use-query.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { type FamilyTransferRow, fetchMovements } from '../../data/rest/movements.ts';
import { KEYS } from '../../data/state/account.ts';
import { useSession } from '../../data/state/session.ts';
import { ACTING } from '../../platform/client/acting.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { RequireSession } from '../auth/require-session.tsx';
import { useReceipt } from '../receipts/use-receipt.tsx';
import { FamilyTransferForm } from '../sub-accounts/transfer-form.tsx';
import { useFamily } from '../sub-accounts/use-family.ts';
import { ListCard } from '../wallet/wallet-parts.tsx';
import { fromText, toText } from './account-names.ts';
import { TransferForm } from './transfer-form.tsx';
import '../desk/order-form/order-form.css';
import '../terminal/orders/orders.css';
import '../wallet/wallet.css';

const ROWS = 20;

/** The latest transfers. */
function Latest() {
  const t = useT();
  const query = useQuery<readonly FamilyTransferRow[]>({
    queryKey: [...KEYS.all, 'transfers', 'latest'],
    queryFn: async () => (await fetchMovements('transfers', { limit: ROWS })).rows,
  });
  const receipts = useReceipt<FamilyTransferRow>(({ transferId: id }) => {
    return { of: 'movement', account: 'spot', id };
  });
  return (
    <ListCard<FamilyTransferRow>
      title={t('records.transfers')}
      what="transfers"
      query={query}
      rowKey={(row) => row.transferId}
      columns={[
        { key: 'time', label: t('orders.time'), cell: (row) => dateTime(row.ts) },
        { key: 'coin', label: t('assets.coin'), cell: (row) => row.coin },
        { key: 'size', label: t('order.size'), cell: (row) => amount(row.size), end: true },
        { key: 'from', label: t('records.from'), cell: (row) => fromText(t, row) },
        { key: 'to', label: t('records.to'), cell: (row) => toText(t, row) },
        receipts.column,
      ]}
    >
      {receipts.dialog}
    </ListCard>
  );
}

/** Between all accounts of a person and the sub-accounts. */
function OwnersForm() {
  const t = useT();
  const { data: family, isError, error, refetch } = useFamily();
  if (family === undefined) {
    if (!isError) return <SkeletonRows rows={4} height={40} />;
    return <ErrorState message={errorText(t, error)} onRetry={() => void refetch()} />;
  }
  const { uid } = family.own;
  const way = { from: { uid, account: 'spot' }, to: { uid, account: 'usdt_futures' } } as const;
  return <FamilyTransferForm family={family} way={way} />;
}

function Transfer() {
  const t = useT();
  useTitle(`${t('nav.transfer')} | Halcyon`);
  const { user } = useSession();
  // A guest has no sub-accounts, and a sub-account sees no other one's money.
  const isOwner = ACTING === '' && user?.guest !== true;
  return (
    <div className="page page-wide">
      <h1 className="page-title">{t('transfer.title')}</h1>
      <div className="wallet-grid">
        <section className="card wallet-card">
          {isOwner ? <OwnersForm /> : <TransferForm to="usdt_futures" />}
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
