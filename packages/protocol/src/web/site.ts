/** What everybody may see, and the paper venue. */
import type { ReservesRoot } from '@halcyon/domain';
import type {
  AttributionConfig,
  Begun,
  CoinIcon,
  CurrencyRates,
  FeeScheduleInfo,
  IndexPriceRow,
  Outbox,
  OwnReservesProof,
  PaperFidelity,
  PaperFlow,
  PaperFundsRow,
  PaperPauseRow,
  ReservesChain,
  ReservesNow,
  SealsAnswer,
} from '@halcyon/domain/web';
import { coin, decimal, object, optional, symbol } from '../schema/fields.ts';
import { integer, word } from '../schema/web-fields.ts';
import { answer, webArea } from './spec.ts';

const site = webArea('For everybody');
const paper = webArea('Paper trading');

export const feeSchedule = site('GET /fees', {
  need: 'public',
  summary: 'The fee levels',
  answer: answer<FeeScheduleInfo>('FeeScheduleInfo'),
});

export const indexPrice = site('GET /index-prices', {
  need: 'public',
  summary: 'An index price and who tells it; null = there is none',
  fields: object({
    product: optional(word('absent = futures', ['spot', 'futures'])),
    symbol: symbol(),
  }),
  answer: answer<IndexPriceRow | null>('IndexPriceRow'),
});

export const seals = site('GET /seals', {
  need: 'public',
  summary: 'Seals of receipts, oldest first',
  fields: object({
    venue: optional(word('absent = live', ['live', 'paper'])),
    after: optional(integer('only what is sealed behind this place in the journal', 0, 1e15 - 1)),
  }),
  answer: answer<SealsAnswer>('SealsAnswer'),
});

export const reserves = site('GET /reserves', {
  need: 'public',
  summary: 'What the exchange owes and has of every asset, by the newest root of reserves',
  answer: answer<ReservesNow>('ReservesNow'),
});

export const reservesChain = site('GET /reserves/roots', {
  need: 'public',
  summary: 'Roots of reserves without their assets, oldest first',
  fields: object({
    after: optional(integer('only roots behind this place in the journal', 0, 1e15 - 1)),
  }),
  answer: answer<ReservesChain>('ReservesChain'),
});

export const reservesRoot = site('GET /reserves/roots/:seq', {
  need: 'public',
  summary: 'A root of reserves with its assets',
  fields: object({ seq: integer('its place in the journal', 0, 1e15 - 1) }),
  answer: answer<ReservesRoot>('ReservesRoot'),
});

export const reservesProof = site('GET /reserves/proof', {
  need: 'session',
  summary: 'The proof that the newest root counts what the person is owed',
  answer: answer<OwnReservesProof>('OwnReservesProof'),
});

export const wantRoot = site('POST /reserves/root', {
  need: 'session',
  summary: 'Asks for a new root of reserves, which is made within minutes',
  answer: answer<null>('null'),
});

export const outbox = site('GET /outbox', {
  need: 'public',
  summary: 'Mails that no server was asked to take, for the person at this machine alone',
  answer: answer<Outbox>('Outbox'),
});

export const attributionConfig = site('GET /attribution-config', {
  need: 'public',
  summary: 'Which referral codes are kept, and how long',
  answer: answer<AttributionConfig>('AttributionConfig'),
});

export const currencyRates = site('GET /currency-rates', {
  need: 'public',
  summary: 'What currencies are worth',
  answer: answer<CurrencyRates>('CurrencyRates'),
});

export const coinIcons = site('GET /coins', {
  need: 'public',
  summary: 'The coins with their marks',
  answer: answer<readonly CoinIcon[]>('CoinIcon[]'),
});

export const description = site('GET /openapi.json', {
  need: 'public',
  summary: 'The description of the trading API, without an envelope',
  answer: answer<unknown>('OpenAPI'),
});

export const paperFunds = paper('GET /paper/funds', {
  need: 'public',
  summary: 'The funds of the paper account; of a visitor what a new one has',
  answer: answer<PaperFundsRow[]>('PaperFundsRow[]'),
});

export const changePaperFunds = paper('POST /paper/funds', {
  need: 'session',
  guests: true,
  summary: 'Adds to the funds or takes from them',
  fields: object({
    direction: word('which', ['add', 'reduce']),
    coin: coin(),
    amount: decimal('how much'),
  }),
  answer: answer<PaperFundsRow[]>('PaperFundsRow[]'),
});

export const resetPaperFunds = paper('POST /paper/reset', {
  need: 'session',
  guests: true,
  summary: 'Cancels all orders and sets every balance to its start',
  answer: answer<PaperFundsRow[]>('PaperFundsRow[]'),
});

export const paperPauses = paper('GET /paper/pauses', {
  need: 'public',
  summary: 'What cannot be traded on paper now, and why',
  answer: answer<PaperPauseRow[]>('PaperPauseRow[]'),
});

export const paperFlow = paper('GET /paper/flow', {
  need: 'public',
  summary: 'What paper trading follows',
  answer: answer<PaperFlow>('PaperFlow'),
});

export const paperFidelity = paper('GET /paper/fidelity', {
  need: 'session',
  subs: true,
  guests: true,
  summary: 'How true the fills of the paper account were',
  answer: answer<PaperFidelity>('PaperFidelity'),
});

export const paperGuest = paper('POST /paper/guest', {
  need: 'public',
  summary: 'Opens a paper account for this browser, without a person',
  answer: answer<Begun>('Begun'),
});
