export { ApiBorrowerPort } from './borrower-port.ts';
export { ApiError, NoAnswer, NotConnected } from './errors.ts';
export * from './market-port.ts';
export { contractMarket, type Digits, type MarketProduct } from './market-product.ts';
export { RestClient, type RestOptions } from './rest-client.ts';
export * from './routes.ts';
export { type Credentials, type LoginArgs, type SignedParts, Signer } from './signing.ts';
export { type ChannelListener, WsClient, type WsOptions, type WsState } from './ws-client.ts';
export type { ChannelArg, Push, TradeItem, TradeResult } from './ws-messages.ts';
