/** Order form. */
import type { Instrument } from '../../../data/state/instruments.ts';

/** The form. */
export function OrderForm(props: {
  readonly instrument: Instrument;
  readonly initialSide?: 'buy' | 'sell';
  readonly onPlaced?: () => void;
}) {
  return <div>{props.instrument.symbol}</div>;
}
