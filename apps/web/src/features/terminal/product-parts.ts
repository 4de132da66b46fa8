/** What a product puts into the terminal's frame: bar, book, chart and trades are the frame's own. */

import type { ComponentType } from 'react';
import type { QueryResult } from '../../data/query/use-query.ts';
import type { InstrumentInfo, Instruments } from '../../data/state/instruments.ts';
import type { LinesProps } from './chart/chart-panel.tsx';
import type { OwnPrices } from './use-own-orders.ts';

/** What every part of a product is given. */
export interface PartProps {
  readonly instrument: InstrumentInfo;
}

/** What the order form is given. */
export interface FormProps extends PartProps {
  /** The side that a person has chosen by opening the form. */
  readonly initialSide?: 'buy' | 'sell';
  /** Whether both sides stand beside each other. */
  readonly wide?: boolean;
  /** Called after an order has been accepted. */
  readonly onPlaced?: () => void;
}

/** The parts of one product; the hooks must be the same for as long as the terminal is shown. */
export interface ProductParts {
  /** All instruments of the product. */
  readonly useListed: () => QueryResult<Instruments>;
  /** Own orders, as the book marks them. */
  readonly useOwn: (instrument: InstrumentInfo) => OwnPrices;
  /** Figures of the bar, behind the last price. */
  readonly Figures: ComponentType<PartProps>;
  readonly Form: ComponentType<FormProps>;
  /** What the person has, under the form; null where the form says it all. */
  readonly Account: ComponentType<PartProps> | null;
  /** Own orders and positions over the candles; fetched when somebody is signed in. */
  readonly Lines: ComponentType<LinesProps>;
  /** Keys, commands and the ladder; fetched for somebody who is signed in. */
  readonly Desk: ComponentType<PartProps>;
  /** Positions, orders and history, under the chart. */
  readonly Lists: ComponentType<PartProps>;
}
