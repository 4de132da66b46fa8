/** What can be done with the list that is shown: for somebody who is signed in. */

import { useOpenOrders, usePlanOrders } from '../../../data/state/account.ts';
import { Link } from '../../../platform/links/navigation.tsx';
import { useT } from '../../../platform/locale/intl.tsx';
import { PATHS } from '../../../platform/routes/paths.ts';
import { CancelAll } from './cancel-all.tsx';
import type { OrdersTab } from './orders-tab.ts';

function CancelOpen({ symbol }: { readonly symbol: string }) {
  return <CancelAll list="book" symbol={symbol} some={useOpenOrders(symbol).rows.length > 0} />;
}

function CancelPlans({ symbol }: { readonly symbol: string }) {
  return <CancelAll list="plans" symbol={symbol} some={usePlanOrders(symbol).rows.length > 0} />;
}

/** The tools of a list. */
export function PanelTools(props: {
  readonly tab: OrdersTab;
  readonly symbol: string;
  readonly only: boolean;
  readonly onOnly: (only: boolean) => void;
}) {
  const t = useT();
  if (props.tab === 'balances') {
    return <Link to={PATHS.spotAssets}>{t('orders.manageFunds')}</Link>;
  }
  return (
    <div className="orders-tools">
      <label className="check">
        <input
          type="checkbox"
          checked={props.only}
          onChange={(event) => props.onOnly(event.target.checked)}
        />
        {t('orders.onlyThis')}
      </label>
      {props.tab === 'open' && <CancelOpen symbol={props.only ? props.symbol : ''} />}
      {props.tab === 'plans' && <CancelPlans symbol={props.only ? props.symbol : ''} />}
      {(props.tab === 'history' || props.tab === 'fills') && (
        <Link to={PATHS.spotRecords}>{t('orders.allRecords')}</Link>
      )}
    </div>
  );
}
