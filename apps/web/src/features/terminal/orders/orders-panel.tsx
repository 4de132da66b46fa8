/** Orders. */
import type { Instrument } from '../../../data/state/instruments.ts';

/** The panel. */
export function OrdersPanel(props: { readonly instrument: Instrument }) {
  return <div>{props.instrument.symbol}</div>;
}
