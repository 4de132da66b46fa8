/** Changes one coin into another at a quoted price. */

import { useTitle } from '../../components/use-title.ts';
import { amount, dateTime } from '../../data/format.ts';
import { useQuery } from '../../data/query/use-query.ts';
import { KEYS } from '../../data/state/account.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { RequireSession } from '../auth/require-session.tsx';
import { useReceipt } from '../receipts/use-receipt.tsx';
import { ListCard } from '../wallet/wallet-parts.tsx';
import { type ConvertRow, fetchLatest, givenText, rateText } from './convert-api.ts';
import { ConvertForm } from './convert-form.tsx';
import { SmallBalances } from './small-balances.tsx';
import '../terminal/orders/orders.css';
import '../wallet/wallet.css';

function Latest() {
  const t = useT();
  const query = useQuery<readonly ConvertRow[]>({
    queryKey: [...KEYS.all, 'converts', 'latest'],
    queryFn: fetchLatest,
  });
  const receipts = useReceipt<ConvertRow>(({ id }) => ({ of: 'order', account: 'spot', id }));
  return (
    <ListCard<ConvertRow>
      title={t('convert.history')}
      what="conversions"
      query={query}
      rowKey={(row) => row.id}
      columns={[
        { key: 'time', label: t('orders.time'), cell: (row) => dateTime(row.ts) },
        {
          key: 'from',
          label: t('records.from'),
          cell: (row) => givenText(row),
          end: true,
        },
        {
          key: 'to',
          label: t('records.to'),
          cell: (row) => `${amount(row.toCoinSize)} ${row.toCoin}`,
          end: true,
        },
        {
          key: 'price',
          label: t('order.price'),
          cell: rateText,
          end: true,
        },
        {
          key: 'fee',
          label: t('orders.fee'),
          cell: (row) => `${amount(row.fee)} ${row.toCoin}`,
          end: true,
        },
        receipts.column,
      ]}
    >
      {receipts.dialog}
    </ListCard>
  );
}

function Convert() {
  const t = useT();
  useTitle(`${t('nav.convert')} | Halcyon`);
  return (
    <div className="page page-wide">
      <h1 className="page-title">{t('nav.convert')}</h1>
      <p className="page-intro">{t('convert.text')}</p>
      <div className="wallet-grid">
        <section className="card wallet-card">
          <ConvertForm />
        </section>
        <SmallBalances />
        <Latest />
      </div>
    </div>
  );
}

/** The page at `/asset/convert`. */
export function ConvertPage() {
  return (
    <RequireSession>
      <Convert />
    </RequireSession>
  );
}
