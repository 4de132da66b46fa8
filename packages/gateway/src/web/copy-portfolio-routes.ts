/** Somebody's own copy portfolios, as a trader and as a follower; shapes: domain/web/copying.ts. */
import {
  AccountKind,
  accountOf,
  COPY_OPENED_PER_ROOT,
  CommandKind,
  type CopyExit,
  PositionLeg,
  PositionMode,
  wireId,
  wireUserId,
} from '@halcyon/domain';
import { COPY_EXITS, COPY_ROWS_MAX } from '@halcyon/domain/web/copying';
import { USDT_FUTURES, WireError } from '@halcyon/protocol';
import {
  followTrader,
  type OwnPortfolio,
  openPortfolio,
  ownPortfolio,
  setChoices,
  settleCoin,
  stopCopying,
} from '../copying/portfolios.ts';
import {
  amendTraderOrder,
  cancelTraderOrder,
  placeTraderOrder,
  setTraderLeverage,
  setTraderMarginMode,
  type TraderReference,
} from '../copying/trader-orders.ts';
import { contractOf, knownAsset, submit } from '../http/context.ts';
import { leverageAsked } from '../translate/contract-settings.ts';
import { marginModeOf } from '../translate/contract-words.ts';
import { termsOf, widestTerms } from '../translate/copy-choices.ts';
import {
  contractTerms,
  copyAccount,
  copyOrders,
  copyPositions,
  followerPortfolioRow,
  outcomeRow,
  shareRow,
  traderPortfolioRow,
} from '../translate/copy-rows.ts';
import { bigUnitsOf } from '../translate/scaled.ts';
import { amountText } from '../translate/text.ts';
import { sideOf } from '../translate/words.ts';
import type { SignedIn, WebContext } from './context.ts';
import { pageOfRows, sharesBefore } from './copy-trader-routes.ts';
import { idOf } from './pages.ts';
import { type WebRoute, webRoute } from './route.ts';

/** The own portfolio that a request of a page names. @throws WireError copyPortfolioNotFound */
export function ownOf(
  { live }: WebContext,
  { session, fields }: Pick<SignedIn, 'session'> & { readonly fields: { readonly id: string } },
): Promise<OwnPortfolio> {
  return ownPortfolio(live, session.uid, fields.id);
}

/** The same of a trader's. */
async function ownTrader(
  context: WebContext,
  request: Pick<SignedIn, 'session'> & { readonly fields: { readonly id: string } },
): Promise<TraderReference> {
  const { id } = await ownOf(context, request);
  return { root: request.session.uid, id };
}

const list = webRoute('GET /copy/portfolios', async ({ live }, { session }) => {
  const { views, history } = live;
  const root = session.uid;
  const wait = { minSeq: views.seq };
  const [traders, followers] = await Promise.all([
    history.copyTraders({ root }, wait),
    history.copyFollowers({ root, limit: COPY_OPENED_PER_ROOT }, wait),
  ]);
  const ended = followers.filter(({ endedAt }) => endedAt > 0).map(({ id }) => id);
  const ends = await history.copyEnds({ portfolios: ended.slice(0, COPY_OPENED_PER_ROOT) });
  const endOf = new Map(ends.map((end) => [end.portfolio, end]));
  const rows = [
    ...traders.map((record) => traderPortfolioRow(views, record)),
    ...followers.map((record) => followerPortfolioRow(views, record, endOf.get(record.id))),
  ];
  const asset = views.contracts.settleAsset;
  if (asset === undefined) return { coin: '', available: '0', rows };
  const coin = knownAsset(views, asset);
  const { available } = views.balance(accountOf(root, AccountKind.spot), asset);
  return { coin: coin.code, available: amountText(coin, available), rows };
});

const one = webRoute('GET /copy/portfolios/:id', async (context, request) => {
  const { live } = context;
  const { views } = live;
  const { id, trader, follower } = await ownOf(context, request);
  const [end] = trader === null ? await live.history.copyEnds({ portfolios: [id] }) : [];
  const row =
    trader === null
      ? followerPortfolioRow(views, follower!, end)
      : traderPortfolioRow(views, trader);
  const orders = trader === null ? [] : await copyOrders(live, id, views.seq);
  const contracts = trader === null ? [] : contractTerms(views, id);
  return { ...row, positions: copyPositions(views, id), orders, contracts };
});

const outcomes = webRoute('GET /copy/portfolios/:id/outcomes', async (context, request) => {
  const { views, history } = context.live;
  const { id } = await ownOf(context, request);
  const { limit = COPY_ROWS_MAX, only } = request.fields;
  const before = idOf('before', request.fields.before);
  const query = { portfolio: id, before, leftOut: only === 'leftOut', limit: limit + 1 };
  const found = await history.copyFills(query, { minSeq: views.seq });
  return pageOfRows(
    found,
    limit,
    (fill) => outcomeRow(views, fill),
    ({ batch }) => wireId(batch),
  );
});

const shares = webRoute('GET /copy/portfolios/:id/shares', async (context, request) => {
  const { views, history } = context.live;
  const { id, trader } = await ownOf(context, request);
  const { limit = COPY_ROWS_MAX, cursor } = request.fields;
  const of = trader === null ? { portfolio: id } : { trader: id };
  const query = { ...of, ...sharesBefore(cursor), limit: limit + 1 };
  const found = await history.copyShares(query, { minSeq: views.seq });
  return pageOfRows(
    found,
    limit,
    (share) => shareRow(views, share),
    ({ seq, portfolio }) => `${seq}-${portfolio}`,
  );
});

const open = webRoute('POST /copy/portfolios', async ({ live }, { session, fields }) => {
  const coin = settleCoin(live);
  const terms = termsOf(fields, widestTerms(coin), coin);
  const { amount } = fields;
  const mode = fields.positionMode === 'hedge' ? PositionMode.hedge : PositionMode.oneWay;
  return { id: wireUserId(await openPortfolio(live, session.uid, { amount, terms, mode })) };
});

const setOffer = webRoute('POST /copy/portfolios/:id/offer', async (context, request) => {
  const { fields, session } = request;
  const { id, trader, coin } = await ownOf(context, request);
  if (trader === null) throw new WireError('copyPortfolioNotFound');
  const given = fields.open === true ? { ...fields, code: '' } : fields;
  const terms = termsOf(given, trader.terms, coin);
  const kind = CommandKind.setCopyTerms;
  const command = { kind, user: session.uid, portfolio: id, terms } as const;
  await submit(context.live, command, { asset: coin });
  return null;
});

const follow = webRoute('POST /copy/follows', async ({ live }, { session, fields }) => {
  return { id: wireUserId(await followTrader(live, session.uid, fields, fields)) };
});

const choose = webRoute('POST /copy/portfolios/:id/choices', async (context, request) => {
  const { follower } = await ownOf(context, request);
  if (follower === null) throw new WireError('copyPortfolioNotFound');
  await setChoices(context.live, follower, request.fields);
  return null;
});

const money = webRoute('POST /copy/portfolios/:id/money', async (context, request) => {
  const { fields, session } = request;
  const { id, coin } = await ownOf(context, request);
  const units = bigUnitsOf('amount', fields.amount, coin);
  const amount = fields.direction === 'in' ? units : -units;
  const clientId = fields.clientOid ?? '';
  const kind = CommandKind.moveCopyMoney;
  const command = { kind, user: session.uid, portfolio: id, amount, clientId } as const;
  const moved = await submit(context.live, command, { asset: coin });
  return { id: wireId(moved.id) };
});

const end = webRoute('POST /copy/portfolios/:id/end', async (context, request) => {
  const { id, coin } = await ownOf(context, request);
  const user = request.session.uid;
  const command = { kind: CommandKind.endCopyPortfolio, user, portfolio: id } as const;
  await submit(context.live, command, { asset: coin });
  return null;
});

const stop = webRoute('POST /copy/portfolios/:id/stop', async (context, request) => {
  const { id, coin } = await ownOf(context, request);
  const exit = COPY_EXITS.indexOf(request.fields.exit) as CopyExit;
  await stopCopying(context.live, { root: request.session.uid, id, asset: coin.id }, exit);
  return null;
});

const place = webRoute('POST /copy/portfolios/:id/orders', async (context, request) => {
  const { live } = context;
  const { symbol, reduceOnly = false, side: word, leg: named, ...order } = request.fields;
  const trader = await ownTrader(context, request);
  const contract = contractOf(live.views, USDT_FUTURES, symbol);
  const side = sideOf(word);
  const leg = named === undefined ? PositionLeg.net : legNamed(named);
  const placed = { ...order, side, leg, reduceOnly };
  return { id: wireId(await placeTraderOrder(live, trader, contract, placed)) };
});

function legNamed(word: 'long' | 'short'): PositionLeg {
  return word === 'long' ? PositionLeg.long : PositionLeg.short;
}

const leverage = webRoute('POST /copy/portfolios/:id/leverage', async (context, request) => {
  const { live } = context;
  const trader = await ownTrader(context, request);
  const contract = contractOf(live.views, USDT_FUTURES, request.fields.symbol);
  const wanted = { leverage: String(request.fields.leverage) };
  const asked = leverageAsked(live.views, copyAccount(trader.id), contract, wanted);
  await setTraderLeverage(live, trader, contract, asked);
  return null;
});

const marginMode = webRoute('POST /copy/portfolios/:id/margin-mode', async (context, request) => {
  const { live } = context;
  const { symbol, margin } = request.fields;
  const trader = await ownTrader(context, request);
  const contract = contractOf(live.views, USDT_FUTURES, symbol);
  await setTraderMarginMode(live, trader, contract, marginModeOf(margin));
  return null;
});

const cancel = webRoute('DELETE /copy/portfolios/:id/orders/:order', async (context, request) => {
  const trader = await ownTrader(context, request);
  await cancelTraderOrder(context.live, trader, idOf('order', request.fields.order));
  return null;
});

const amend = webRoute('PATCH /copy/portfolios/:id/orders/:order', async (context, request) => {
  const { fields } = request;
  const trader = await ownTrader(context, request);
  await amendTraderOrder(context.live, trader, idOf('order', fields.order), fields);
  return null;
});

/** The routes of this file. */
export const COPY_PORTFOLIO_ROUTES: readonly WebRoute[] = [
  ...[list, one, outcomes, shares, open, setOffer, follow, choose, money, end, stop],
  ...[place, cancel, amend, leverage, marginMode],
];
