/** The spot terminal of one instrument. */

import { lazyPart } from '../../components/lazy-part.tsx';
import { useInstruments } from '../../data/state/instruments.ts';
import { moreMessages } from '../../platform/locale/locale.ts';
import { useSymbol } from '../../platform/routes/use-symbol.ts';
import { DayFigures } from './bar/day-figures.tsx';
import { OrderForm } from './order-form/order-form.tsx';
import { OrdersPanel } from './orders/orders-panel.tsx';
import type { ProductParts } from './product-parts.ts';
import { Terminal } from './terminal.tsx';
import { useOwnPrices } from './use-own-orders.ts';

const SpotLines = lazyPart(async () => {
  const [part] = await Promise.all([import('./chart/lines/spot-lines.tsx'), moreMessages()]);
  return part.SpotLines;
}, 0);

const SPOT: ProductParts = {
  useListed: useInstruments,
  useOwn: useOwnPrices,
  Figures: DayFigures,
  Form: OrderForm,
  Account: null,
  Lines: SpotLines,
  Lists: OrdersPanel,
};

/** Reads the symbol from the address and shows its terminal. */
export function TerminalPage() {
  return <Terminal symbol={useSymbol() ?? ''} parts={SPOT} />;
}
