/** Which rows a channel has. */
import type { ContractChannelRows } from './contract-rows.ts';
import type { CandleRow, ChannelRows } from './ws-messages.ts';

interface RowsOfProduct {
  SPOT: ChannelRows;
  'USDT-FUTURES': ContractChannelRows;
}

/** The row type of a channel of an instType. */
export type RowOf<C extends string, InstType extends string = 'SPOT'> = C extends `candle${string}`
  ? CandleRow
  : InstType extends keyof RowsOfProduct
    ? C extends keyof RowsOfProduct[InstType]
      ? RowsOfProduct[InstType][C]
      : unknown
    : unknown;
