export { ApiBorrowerPort } from './borrower-port.ts';
export type * from './contract-rows.ts';
export { ApiError, NoAnswer, NotConnected } from './errors.ts';
export * from './market-port.ts';
export { contractMarket, type Digits, type MarketProduct } from './market-product.ts';
export { RestClient, type RestOptions } from './rest-client.ts';
export * from './routes.ts';
export { type Credentials, type LoginArgs, type SignedParts, Signer } from './signing.ts';
export { type ChannelListener, WsClient, type WsOptions, type WsState } from './ws-client.ts';
export type {
  AccountRow,
  BookLevel,
  BookRow,
  CandleRow,
  ChannelArg,
  ChannelRows,
  FillRow,
  OrderRow,
  PlanRow,
  Push,
  TickerRow,
  TradeItem,
  TradeResult,
  TradeRow,
} from './ws-messages.ts';
export type { RowOf } from './ws-rows.ts';
