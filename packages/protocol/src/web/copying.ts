/** Routes of the web app about copy trading. They are served where the exchange offers it. */
import {
  COPY_CODE,
  COPY_CODE_LENGTH_MAX,
  COPY_CODE_LENGTH_MIN,
  COPY_FOLLOWERS_MAX,
  LEVERAGE_MAX,
} from '@halcyon/domain';
import type {
  CopyBatchRow,
  CopyDryRun,
  CopyExitRow,
  CopyFollowerRow,
  CopyGatheredRow,
  CopyMade,
  CopyOutcome,
  CopyPage,
  CopyPortfolioDetail,
  CopyPortfolios,
  CopyShareRow,
  CopyTraderDetail,
  CopyTraders,
} from '@halcyon/domain/web';
import { EXPORT_FORMATS, type ExportStarted } from '@halcyon/domain/web';
import {
  CONTRACT_MARGINS,
  COPY_EXITS,
  COPY_FILES,
  COPY_LEGS,
  COPY_LEVERAGES,
  COPY_LISTED_MAX,
  COPY_MARGINS,
  COPY_MODES,
  COPY_RANGES,
  COPY_ROWS_MAX,
  COPY_SIZINGS,
  COPY_SORTS,
} from '@halcyon/domain/web/copying';
import { decimal, id, list, object, optional, symbol } from '../schema/fields.ts';
import { boolean, integer, owned, pattern, word } from '../schema/web-fields.ts';
import type { CopyLedgerPage } from './rows.ts';
import { answer, COPY_AREA, webArea } from './spec.ts';

const copy = webArea(COPY_AREA);

const CODE = new RegExp(`^[0-9A-Za-z-]{0,${COPY_CODE_LENGTH_MAX}}$`);
const code = (description: string) =>
  optional(pattern(description, `up to ${COPY_CODE_LENGTH_MAX} of 0-9 A-Z a-z -`, CODE));
const range = () => optional(word('how long results are looked at; absent = 90d', COPY_RANGES));
const limit = () => optional(integer('rows', 1, COPY_ROWS_MAX));
const trader = () => id('the number of a trader’s portfolio');
const portfolio = () => owned(id('the number of an own portfolio'));
const known = () => ({ trader: trader(), code: code('of a trader who has one') });

export const copyTraders = copy('GET /copy/traders', {
  need: 'public',
  summary: 'Traders, those that ended too, with their results and those of their followers',
  fields: object({
    range: range(),
    sort: optional(word('absent = followersSharpe', COPY_SORTS)),
    direction: optional(word('absent = down', ['down', 'up'])),
    search: optional(pattern('a part of the number', '1 to 20 digits', /^[0-9]{1,20}$/)),
    symbol: optional(symbol('only who has a position in it')),
    daysMin: optional(integer('days since it was opened', 0, 36_500)),
    drawdownMax: optional(integer('deepest fall of the trader’s equity, percent', 0, 100)),
    followersMin: optional(integer('followers now', 0, COPY_FOLLOWERS_MAX)),
    offset: optional(integer('rows before the page', 0, 1_000)),
    limit: limit(),
  }),
  answer: answer<CopyTraders>('CopyTraders'),
});

export const copyTrader = copy('GET /copy/traders/:trader', {
  need: 'public',
  summary: 'A trader: offer, results, positions, orders in the book',
  fields: object({ ...known(), range: range() }),
  answer: answer<CopyTraderDetail>('CopyTraderDetail'),
});

export const traderBatches = copy('GET /copy/traders/:trader/batches', {
  need: 'public',
  summary: 'Orders of a trader with those of all who followed, newest first',
  fields: object({ ...known(), before: optional(id('only rows below it')), limit: limit() }),
  answer: answer<CopyPage<CopyBatchRow>>('CopyPage<CopyBatchRow>'),
});

export const batchOutcomes = copy('GET /copy/traders/:trader/batches/:batch', {
  need: 'public',
  summary: 'What each owner has of such an order, and why who has nothing',
  fields: object({
    ...known(),
    batch: id('the order'),
    before: optional(id('only portfolios below it')),
    limit: limit(),
  }),
  answer: answer<CopyPage<CopyOutcome>>('CopyPage<CopyOutcome>'),
});

export const traderFollowers = copy('GET /copy/traders/:trader/followers', {
  need: 'public',
  summary: 'What each follower of a trader has and had, those that left too, newest first',
  fields: object({ ...known(), before: optional(id('only rows below it')), limit: limit() }),
  answer: answer<CopyPage<CopyFollowerRow>>('CopyPage<CopyFollowerRow>'),
});

const SHARES_BEFORE = pattern('only rows before this cursor', 'a cursor', /^\d{1,16}-\d{1,16}$/);

export const traderShares = copy('GET /copy/traders/:trader/shares', {
  need: 'public',
  summary: 'Settled shares of a trader with their arithmetic, newest first',
  fields: object({ ...known(), cursor: optional(SHARES_BEFORE), limit: limit() }),
  answer: answer<CopyPage<CopyShareRow>>('CopyPage<CopyShareRow>'),
});

export const copyPortfolios = copy('GET /copy/portfolios', {
  need: 'session',
  summary: 'The own portfolios, as a trader and as a follower, those that ended too',
  answer: answer<CopyPortfolios>('CopyPortfolios'),
});

export const copyPortfolio = copy('GET /copy/portfolios/:id', {
  need: 'session',
  summary: 'One of them with its positions, and of a trader the orders in the book',
  fields: object({ id: portfolio() }),
  answer: answer<CopyPortfolioDetail>('CopyPortfolioDetail'),
});

export const portfolioOutcomes = copy('GET /copy/portfolios/:id/outcomes', {
  need: 'session',
  summary: 'What it has of its trader’s orders, newest first',
  fields: object({
    id: portfolio(),
    only: optional(word('only what it was left out of', ['leftOut'])),
    before: optional(id('only orders below it')),
    limit: limit(),
  }),
  answer: answer<CopyPage<CopyOutcome>>('CopyPage<CopyOutcome>'),
});

export const portfolioShares = copy('GET /copy/portfolios/:id/shares', {
  need: 'session',
  summary: 'Its settled shares with their arithmetic, newest first',
  fields: object({ id: portfolio(), cursor: optional(SHARES_BEFORE), limit: limit() }),
  answer: answer<CopyPage<CopyShareRow>>('CopyPage<CopyShareRow>'),
});

export const portfolioExits = copy('GET /copy/portfolios/:id/exits', {
  need: 'session',
  summary: 'Its own exits that were reached, with what they were measured from, newest first',
  fields: object({ id: portfolio(), cursor: optional(SHARES_BEFORE), limit: limit() }),
  answer: answer<CopyPage<CopyExitRow>>('CopyPage<CopyExitRow>'),
});

export const portfolioGathered = copy('GET /copy/portfolios/:id/gathered', {
  need: 'session',
  summary: 'Orders of a trader for which many followers are or were asked before they traded',
  fields: object({ id: portfolio(), before: optional(id('only orders below it')), limit: limit() }),
  answer: answer<CopyPage<CopyGatheredRow>>('CopyPage<CopyGatheredRow>'),
});

export const portfolioLedger = copy('GET /copy/portfolios/:id/ledger', {
  need: 'session',
  summary:
    'All that changed its money, newest first; what came from the spot account is in the ledger of that too',
  fields: object({
    id: portfolio(),
    before: optional(id('only entries below it')),
    limit: limit(),
  }),
  answer: answer<CopyLedgerPage>('CopyLedgerPage'),
});

export const portfolioFile = copy('POST /copy/portfolios/:id/export', {
  need: 'session',
  summary:
    'Asks for a file of its records, which `GET /records/export/file` gives; a person has one at a time',
  fields: object({
    id: portfolio(),
    list: word('of what', COPY_FILES),
    format: word('how it is written', EXPORT_FORMATS),
  }),
  answer: answer<ExportStarted>('ExportStarted'),
});

const percent = (description: string) => optional(decimal(`${description}, percent; 0 = none`));
const coins = (description: string) => optional(decimal(`${description}, coins; 0 = none`));

/** A code that a trader sets. */
const newCode = (description: string) =>
  optional(
    pattern(
      `${description}; empty = everybody may join`,
      `${COPY_CODE_LENGTH_MIN} to ${COPY_CODE_LENGTH_MAX} of 0-9 A-Z a-z -`,
      COPY_CODE,
    ),
  );

/** What a trader offers; what is absent stays, and of a new one is the widest. */
const offer = () => ({
  share: optional(decimal('share of new profit, percent')),
  followersMax: optional(integer('followers', 1, COPY_FOLLOWERS_MAX)),
  amountMin: optional(decimal('the least that a follower puts in, coins')),
  amountMax: optional(decimal('the most that a follower has paid in, coins')),
});

export const openPortfolio = copy('POST /copy/portfolios', {
  need: 'present',
  summary: 'Opens a trader’s portfolio with money of the spot account',
  fields: object({
    amount: decimal('how much'),
    positionMode: optional(
      word('one position in each contract, or a long and a short one; absent = oneWay', COPY_MODES),
    ),
    ...offer(),
    code: newCode('who joins must know it'),
  }),
  answer: answer<CopyMade>('CopyMade'),
});

export const setOffer = copy('POST /copy/portfolios/:id/offer', {
  need: 'session',
  summary: 'Sets what a trader offers from now on; what is absent stays',
  fields: object({
    id: portfolio(),
    ...offer(),
    code: newCode('who joins must know it'),
    open: optional(boolean('true = everybody may join, whatever the code was')),
  }),
  answer: answer<null>('null'),
});

/** What a follower sets; what is absent stays, and of a new one is as the trader's, with slippage of 1 % at most. */
const choices = () => ({
  sizing: optional(word('how an order that opens is sized', COPY_SIZINGS)),
  sizingValue: optional(decimal('percent of the ratio of the equities, coins, or times')),
  leverageOf: optional(word('which leverage positions have', COPY_LEVERAGES)),
  leverage: optional(integer('the own one, or the highest', 1, LEVERAGE_MAX)),
  margin: optional(word('which margin mode they have', COPY_MARGINS)),
  only: optional(list(symbol(), { maxItems: COPY_LISTED_MAX, description: 'copied alone' })),
  without: optional(list(symbol(), { maxItems: COPY_LISTED_MAX, description: 'not copied' })),
  orderMax: coins('an order that opens'),
  positionMax: coins('a position'),
  slippage: percent('how much worse than the better of best price and mark the average may be'),
  takeProfit: percent('of each position: how far its price must go'),
  stopLoss: percent('of each position: how far its price must go'),
  portfolioProfit: percent('how far the equity must go from what was paid in'),
  portfolioLoss: percent('how far the equity must go from what was paid in'),
  drawdown: percent('how far the equity may fall from its highest'),
  exit: optional(word('what becomes of positions when the trader is gone', COPY_EXITS)),
  paused: optional(boolean('whether nothing that opens is copied')),
});

export const follow = copy('POST /copy/follows', {
  need: 'present',
  summary: 'Follows a trader with money of the spot account',
  fields: object({ ...known(), amount: decimal('how much'), ...choices() }),
  answer: answer<CopyMade>('CopyMade'),
});

export const dryRun = copy('POST /copy/dry-runs', {
  need: 'session',
  summary: 'What a trader’s last 90 days would have brought to settings and an amount',
  fields: object({
    ...known(),
    amount: decimal('how much'),
    portfolio: optional(owned(id('an own portfolio that follows: what is absent is as it has it'))),
    ...choices(),
  }),
  answer: answer<CopyDryRun>('CopyDryRun'),
});

export const setChoices = copy('POST /copy/portfolios/:id/choices', {
  need: 'session',
  summary: 'Sets what a follower wants from now on; what is absent stays',
  fields: object({ id: portfolio(), ...choices() }),
  answer: answer<null>('null'),
});

export const moveMoney = copy('POST /copy/portfolios/:id/money', {
  need: 'present',
  summary:
    'Moves money between the spot account and a portfolio; what is open and a share that is due stay',
  fields: object({
    id: portfolio(),
    direction: word('which', ['in', 'out']),
    amount: decimal('how much'),
    clientOid: optional(
      pattern(
        'a repeated one moves nothing',
        '1 to 50 letters, digits, - or _',
        /^[0-9A-Za-z_-]{1,50}$/,
      ),
    ),
  }),
  answer: answer<CopyMade>('CopyMade'),
});

export const endPortfolio = copy('POST /copy/portfolios/:id/end', {
  need: 'session',
  summary: 'Ends a portfolio in which nothing is open; the followers of a trader’s leave first',
  fields: object({ id: portfolio() }),
  answer: answer<null>('null'),
});

export const stopCopying = copy('POST /copy/portfolios/:id/stop', {
  need: 'session',
  summary: 'Leaves a trader at once: positions are closed, or taken over with the money',
  fields: object({ id: portfolio(), exit: word('which', COPY_EXITS) }),
  answer: answer<null>('null'),
});

export const placeOrder = copy('POST /copy/portfolios/:id/orders', {
  need: 'session',
  summary: 'Places an order of a trader for all who follow',
  fields: object({
    id: portfolio(),
    symbol: symbol('contract, `BTCUSDT`'),
    side: word('which', ['buy', 'sell']),
    orderType: word('which', ['market', 'limit']),
    size: decimal('the trader’s'),
    price: optional(decimal('of a limit order')),
    force: optional(word('of a limit order; absent = gtc', ['gtc', 'ioc', 'fok', 'post_only'])),
    reduceOnly: optional(boolean('whether it only makes the position smaller')),
    leg: optional(word('in hedge mode: which position; a sell closes the long one', COPY_LEGS)),
  }),
  answer: answer<CopyMade>('CopyMade'),
});

export const setLeverage = copy('POST /copy/portfolios/:id/leverage', {
  need: 'session',
  summary: 'Sets the leverage of a trader in a contract; of followers their settings decide',
  fields: object({
    id: portfolio(),
    symbol: symbol('contract, `BTCUSDT`'),
    leverage: integer('times', 1, LEVERAGE_MAX),
  }),
  answer: answer<null>('null'),
});

export const setMarginMode = copy('POST /copy/portfolios/:id/margin-mode', {
  need: 'session',
  summary: 'Sets the margin mode of a trader in a contract in which nothing is open',
  fields: object({
    id: portfolio(),
    symbol: symbol('contract, `BTCUSDT`'),
    margin: word('which', CONTRACT_MARGINS),
  }),
  answer: answer<null>('null'),
});

const order = () => owned(id('the order'));

export const cancelOrder = copy('DELETE /copy/portfolios/:id/orders/:order', {
  need: 'session',
  summary: 'Takes an order of a trader out of the book, for all who are in it',
  fields: object({ id: portfolio(), order: order() }),
  answer: answer<null>('null'),
});

export const amendOrder = copy('PATCH /copy/portfolios/:id/orders/:order', {
  need: 'session',
  summary: 'Gives it another price or size: the parts of all change alike',
  fields: object({
    id: portfolio(),
    order: order(),
    price: optional(decimal('absent = as it is')),
    size: optional(decimal('the trader’s, with what was traded; absent = as it is')),
  }),
  answer: answer<null>('null'),
});
