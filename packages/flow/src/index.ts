/** Where the ghost orders of a paper venue come from. */
export {
  type FollowedOrder,
  type FollowedPrices,
  LiveTranslator,
  type LiveView,
} from './live/live-translator.ts';
export { type GhostPlace, listingOf, type SeededMarket, seedSteps } from './live/seed.ts';
