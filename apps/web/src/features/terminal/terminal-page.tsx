/** The spot terminal of one instrument. */

import { lazyPart } from '../../components/lazy-part.tsx';
import { useInstruments } from '../../data/state/instruments.ts';
import { moreMessages } from '../../platform/locale/locale.ts';
import { useSymbol } from '../../platform/routes/use-symbol.ts';
import { OrderForm } from '../desk/order-form/order-form.tsx';
import {
  MarginBox,
  MarginDesk,
  MarginForm,
  MarginLines,
  MarginLists,
} from '../margin/margin-parts.ts';
import { AccountTabs } from './account/account-tabs.tsx';
import { useTerminalAccount } from './account/terminal-account.ts';
import { DayFigures } from './bar/day-figures.tsx';
import { OrdersPanel } from './orders/orders-panel.tsx';
import type { FormProps, ProductParts } from './product-parts.ts';
import { SPOT_ORDERS } from './spot-form/spot-product.tsx';
import { Terminal } from './terminal.tsx';
import { useOwnPrices } from './use-own-orders.ts';

const SpotLines = lazyPart(async () => {
  const [part] = await Promise.all([import('./chart/lines/spot-lines.tsx'), moreMessages()]);
  return part.SpotLines;
}, 0);

const SpotDesk = lazyPart(async () => {
  const [part] = await Promise.all([import('./spot-form/spot-desk.ts'), moreMessages()]);
  return part.SpotDesk;
}, 0);

/** The order form of the chosen account, under the choice. */
function TerminalForm(props: FormProps) {
  const { account } = useTerminalAccount();
  return (
    <div>
      <AccountTabs />
      {account === 'spot' ? (
        <OrderForm {...props} product={SPOT_ORDERS} />
      ) : (
        <MarginForm {...props} />
      )}
    </div>
  );
}

const SPOT: ProductParts = {
  useListed: useInstruments,
  useOwn: useOwnPrices,
  Figures: DayFigures,
  Form: TerminalForm,
  Account: null,
  Lines: SpotLines,
  Desk: SpotDesk,
  Lists: OrdersPanel,
};

/** All but account, lines, keys and lists is as it is for spot. */
const MARGIN: ProductParts = {
  ...SPOT,
  Account: MarginBox,
  Lines: MarginLines,
  Desk: MarginDesk,
  Lists: MarginLists,
};

/** Reads symbol and account from the address and shows the terminal. */
export function TerminalPage() {
  const { account } = useTerminalAccount();
  return <Terminal symbol={useSymbol() ?? ''} parts={account === 'spot' ? SPOT : MARGIN} />;
}
