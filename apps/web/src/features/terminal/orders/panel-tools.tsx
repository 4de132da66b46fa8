/** What can be done with the list that is shown: for somebody who is signed in. */

import { Link } from '../../../platform/links/navigation.tsx';
import { useT } from '../../../platform/locale/intl.tsx';
import { PATHS } from '../../../platform/routes/paths.ts';
import type { OrdersTab } from './orders-tab.ts';
import { SPOT_LISTS } from './spot-lists.tsx';

/** The tools of a list. */
export function PanelTools(props: {
  readonly tab: OrdersTab;
  readonly symbol: string;
  readonly only: boolean;
  readonly onOnly: (only: boolean) => void;
}) {
  const t = useT();
  const { tab, symbol, only } = props;
  if (tab === 'balances') {
    return <Link to={PATHS.spotAssets}>{t('orders.manageFunds')}</Link>;
  }
  const listed = only ? symbol : '';
  return (
    <div className="orders-tools">
      <label className="check">
        <input
          type="checkbox"
          checked={only}
          onChange={(event) => props.onOnly(event.target.checked)}
        />
        {t('orders.onlyThis')}
      </label>
      {tab === 'open' && <SPOT_LISTS.open.CancelAll symbol={listed} />}
      {tab === 'plans' && <SPOT_LISTS.plans.CancelAll symbol={listed} />}
      {(tab === 'history' || tab === 'fills') && (
        <Link to={PATHS.spotRecords}>{t('orders.allRecords')}</Link>
      )}
    </div>
  );
}
