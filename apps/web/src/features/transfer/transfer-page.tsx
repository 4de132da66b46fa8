/** Moves money between the accounts of one person, on a page of its own. */

import { useT } from '../../platform/locale/intl.tsx';
import { RequireSession } from '../shell/require-session.tsx';
import { useTitle } from '../shell/use-title.ts';
import { TransferForm } from './transfer-form.tsx';
import '../terminal/orders/orders.css';
import './transfer.css';

function Transfer() {
  const t = useT();
  useTitle(`${t('nav.transfer')} | Halcyon`);
  return (
    <div className="page">
      <h1 className="page-title">{t('transfer.title')}</h1>
      <section className="card transfer-card">
        <TransferForm to="usdt_futures" />
      </section>
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
