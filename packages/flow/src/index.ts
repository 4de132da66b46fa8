/** Where the ghost orders of a paper venue come from. */
export { ghostCommands } from './ghost-commands.ts';
export type { BookEvent, DepthEvent, FeedEvent, PriceLevel, PrintEvent } from './l2/feed-event.ts';
export { L2Translator, OrderNumbers } from './l2/l2-translator.ts';
export { type LiveLoans, missedLoans } from './live/live-loans.ts';
export {
  type FollowedOrder,
  type FollowedPrices,
  LiveTranslator,
  type LiveView,
} from './live/live-translator.ts';
export { type GhostPlace, listingOf, type SeededMarket, seedSteps } from './live/seed.ts';
export { BookFeedReader } from './recorded/book-feed.ts';
export { type FlowMoment, recordedFlow } from './recorded/recorded-flow.ts';
export {
  type RecordedOptions,
  RecordedSource,
  type Recording,
} from './recorded/recorded-source.ts';
export { RecordingError } from './recorded/recording-error.ts';
export type {
  FlowHost,
  FlowInstrument,
  FlowPace,
  FlowPosition,
  FlowSource,
  PacedSource,
  StandingGhost,
} from './source.ts';
export { openPrices } from './upstream/ccxt-prices.ts';
export {
  type PriceExchange,
  PriceStream,
  type PriceStreamOptions,
  type PriceTicker,
} from './upstream/price-stream.ts';
export {
  openUpstream,
  type UpstreamBook,
  type UpstreamExchange,
  type UpstreamStream,
  type UpstreamTrade,
} from './upstream/upstream-exchange.ts';
export {
  type UpstreamInstrument,
  type UpstreamOptions,
  UpstreamSource,
} from './upstream/upstream-source.ts';
