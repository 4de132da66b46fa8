/** Open orders of the margin accounts over all pairs, those that ended last, and the details of each. */

import { MARGIN_KINDS, type MarginKind } from '@halcyon/domain/web';
import { ButtonLink } from '../../../components/button.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { useTitle } from '../../../components/use-title.ts';
import { useOpenOrders } from '../../../data/state/account.ts';
import { useNavigate } from '../../../platform/links/navigation.tsx';
import { useLocation } from '../../../platform/links/router.tsx';
import { useT } from '../../../platform/locale/intl.tsx';
import { marginPath, PATHS } from '../../../platform/routes/paths.ts';
import { RequireSession } from '../../auth/require-session.tsx';
import { DetailsButton, useOrderDetails } from '../../order-details/use-order-details.tsx';
import { searchWith } from '../../records/filter-address.ts';
import { ENDED_ON_MARGIN, MARGIN_DESK_LISTS } from '../lists/margin-desk-lists.tsx';
import '../../terminal/orders/orders.css';
import '../../futures/pages/pages.css';

type Tab = MarginKind | 'ended';
const TABS: readonly Tab[] = [...MARGIN_KINDS, 'ended'];

function Lists() {
  const t = useT();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const asked = new URLSearchParams(search).get('tab');
  const tab = TABS.find((key) => key === asked) ?? 'crossed';
  const open = {
    crossed: useOpenOrders('', 'crossed'),
    isolated: useOpenOrders('', 'isolated'),
  };
  const details = useOrderDetails('spot');
  const opened = tab === 'ended' ? undefined : MARGIN_DESK_LISTS[tab].open;
  const { List } = opened ?? ENDED_ON_MARGIN;
  const labelOf = (key: Tab) => {
    if (key === 'ended') return t('orders.history');
    const { total } = open[key];
    const name = t(`positions.mode.${key}`);
    return total === undefined ? name : `${name} (${total})`;
  };
  return (
    <div className="card futures-lists">
      <Tabs
        className="orders"
        label={t('orders.title')}
        items={TABS.map((key) => ({ key, label: labelOf(key) }))}
        value={tab}
        onChange={(key) =>
          navigate(pathname + searchWith(search, { tab: key === 'crossed' ? '' : key }), true)
        }
        extra={
          <div className="orders-extra">
            {opened !== undefined && <opened.CancelAll symbol="" />}
          </div>
        }
      >
        <List symbol="" more={(id) => <DetailsButton id={id} details={details} />} />
      </Tabs>
      {details.dialog}
    </div>
  );
}

function Body() {
  const t = useT();
  useTitle(`${t('nav.marginOrders')} | Halcyon`);
  return (
    <div className="page page-wide">
      <h1 className="page-title">{t('nav.marginOrders')}</h1>
      <p className="futures-links">
        <ButtonLink to={marginPath('crossed')}>{t('nav.trade')}</ButtonLink>
        <ButtonLink to={PATHS.marginRecords}>{t('nav.marginRecords')}</ButtonLink>
      </p>
      <Lists />
    </div>
  );
}

/** The page at `/order/marginOrderInfo`. */
export function MarginOrdersPage() {
  return (
    <RequireSession>
      <Body />
    </RequireSession>
  );
}
