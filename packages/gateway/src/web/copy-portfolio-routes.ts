/** Somebody's own copy portfolios, as a trader and as a follower; shapes: domain/web/copying.ts. */
import {
  AccountKind,
  type Asset,
  accountOf,
  COPY_DEFAULTS,
  COPY_OPENED_PER_ROOT,
  CommandKind,
  type CopyExit,
  OrderType,
  parseWireUserId,
  Side,
  wireId,
  wireUserId,
} from '@halcyon/domain';
import { COPY_EXITS, COPY_ROWS_MAX } from '@halcyon/domain/web/copying';
import { USDT_FUTURES, WireError } from '@halcyon/protocol';
import type { CopyFollowerRecord, CopyTraderRecord } from '@halcyon/records';
import { contractOf, knownAsset, orderRefusal, type RestContext, submit } from '../http/context.ts';
import { settingsOf, termsOf, widestTerms } from '../translate/copy-choices.ts';
import {
  copyOrders,
  copyPositions,
  followerPortfolioRow,
  outcomeRow,
  shareRow,
  traderPortfolioRow,
} from '../translate/copy-rows.ts';
import { rowInstrument } from '../translate/order-rows.ts';
import { bigUnitsOf, lotsOf, ticksOf } from '../translate/scaled.ts';
import { amountText } from '../translate/text.ts';
import { forceOf, sideOf } from '../translate/words.ts';
import type { SignedIn, WebContext } from './context.ts';
import { pageOfRows, sharesBefore } from './copy-trader-routes.ts';
import { idOf } from './pages.ts';
import { type WebRoute, webRoute } from './route.ts';

/** The coin of contracts. @throws WireError where there are none */
function settleCoin({ views }: RestContext): Asset {
  const { settleAsset } = views.contracts;
  if (settleAsset !== undefined) return knownAsset(views, settleAsset);
  throw new WireError('copyPortfolioNotFound', { sentence: 'No contracts are listed yet.' });
}

/** An own portfolio of a request. */
interface Own {
  readonly id: number;
  readonly coin: Asset;
  readonly trader: CopyTraderRecord | null;
  readonly follower: CopyFollowerRecord | null;
}

/** @throws WireError copyPortfolioNotFound for one of somebody else, too */
export async function ownPortfolio(
  { live }: WebContext,
  { session, fields }: Pick<SignedIn, 'session'> & { readonly fields: { readonly id: string } },
): Promise<Own> {
  const { views, history } = live;
  const id = parseWireUserId(fields.id) ?? -1;
  if (id < 0) throw new WireError('copyPortfolioNotFound');
  const wait = { minSeq: views.seq };
  const [[trader], [follower]] = await Promise.all([
    history.copyTraders({ id }, wait),
    history.copyFollowers({ id, limit: 1 }, wait),
  ]);
  const found = trader ?? follower;
  if (found === undefined || found.root !== session.uid) {
    throw new WireError('copyPortfolioNotFound');
  }
  const coin = knownAsset(views, found.asset);
  return { id, coin, trader: trader ?? null, follower: follower ?? null };
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
  const { id, trader, follower } = await ownPortfolio(context, request);
  const [end] = trader === null ? await live.history.copyEnds({ portfolios: [id] }) : [];
  const row =
    trader === null
      ? followerPortfolioRow(views, follower!, end)
      : traderPortfolioRow(views, trader);
  const orders = trader === null ? [] : await copyOrders(live, id, views.seq);
  return { ...row, positions: copyPositions(views, id), orders };
});

const outcomes = webRoute('GET /copy/portfolios/:id/outcomes', async (context, request) => {
  const { views, history } = context.live;
  const { id } = await ownPortfolio(context, request);
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
  const { id, trader } = await ownPortfolio(context, request);
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
  const amount = bigUnitsOf('amount', fields.amount, coin);
  const kind = CommandKind.openCopyPortfolio;
  const command = { kind, user: session.uid, asset: coin.id, amount, terms } as const;
  const { id } = await submit(live, command, { asset: coin });
  return { id: wireUserId(id) };
});

const setOffer = webRoute('POST /copy/portfolios/:id/offer', async (context, request) => {
  const { fields, session } = request;
  const { id, trader, coin } = await ownPortfolio(context, request);
  if (trader === null) throw new WireError('copyPortfolioNotFound');
  const given = fields.open === true ? { ...fields, code: '' } : fields;
  const terms = termsOf(given, trader.terms, coin);
  const kind = CommandKind.setCopyTerms;
  const command = { kind, user: session.uid, portfolio: id, terms } as const;
  await submit(context.live, command, { asset: coin });
  return null;
});

const follow = webRoute('POST /copy/follows', async ({ live }, { session, fields }) => {
  const coin = settleCoin(live);
  const settings = settingsOf(live.views, fields, COPY_DEFAULTS, coin);
  const amount = bigUnitsOf('amount', fields.amount, coin);
  const trader = parseWireUserId(fields.trader);
  if (trader === null) throw new WireError('copyPortfolioNotFound');
  const { code = '' } = fields;
  const kind = CommandKind.followTrader;
  const command = { kind, user: session.uid, trader, amount, code, settings } as const;
  const { id } = await submit(live, command, { asset: coin });
  return { id: wireUserId(id) };
});

const setChoices = webRoute('POST /copy/portfolios/:id/choices', async (context, request) => {
  const { live } = context;
  const { fields, session } = request;
  const { id, follower, coin } = await ownPortfolio(context, request);
  if (follower === null) throw new WireError('copyPortfolioNotFound');
  const settings = settingsOf(live.views, fields, follower.settings, coin);
  const kind = CommandKind.setCopySettings;
  const command = { kind, user: session.uid, portfolio: id, settings } as const;
  await submit(live, command, { asset: coin });
  return null;
});

const money = webRoute('POST /copy/portfolios/:id/money', async (context, request) => {
  const { fields, session } = request;
  const { id, coin } = await ownPortfolio(context, request);
  const units = bigUnitsOf('amount', fields.amount, coin);
  const amount = fields.direction === 'in' ? units : -units;
  const clientId = fields.clientOid ?? '';
  const kind = CommandKind.moveCopyMoney;
  const command = { kind, user: session.uid, portfolio: id, amount, clientId } as const;
  const moved = await submit(context.live, command, { asset: coin });
  return { id: wireId(moved.id) };
});

const end = webRoute('POST /copy/portfolios/:id/end', async (context, request) => {
  const { id, coin } = await ownPortfolio(context, request);
  const user = request.session.uid;
  const command = { kind: CommandKind.endCopyPortfolio, user, portfolio: id } as const;
  await submit(context.live, command, { asset: coin });
  return null;
});

const stop = webRoute('POST /copy/portfolios/:id/stop', async (context, request) => {
  const { id, coin } = await ownPortfolio(context, request);
  const user = request.session.uid;
  const exit = COPY_EXITS.indexOf(request.fields.exit) as CopyExit;
  const command = { kind: CommandKind.stopCopying, user, portfolio: id, exit } as const;
  await submit(context.live, command, { asset: coin });
  return null;
});

const place = webRoute('POST /copy/portfolios/:id/orders', async (context, request) => {
  const { views } = context.live;
  const { fields, session } = request;
  const { id } = await ownPortfolio(context, request);
  const contract = contractOf(views, USDT_FUTURES, fields.symbol);
  const isMarket = fields.orderType === 'market';
  if (!isMarket && fields.price === undefined) {
    throw new WireError('fieldMissing', { field: 'price' });
  }
  const side = sideOf(fields.side);
  const command = {
    ...{ kind: CommandKind.placeCopyOrder, user: session.uid, portfolio: id },
    ...{ instrument: contract.id, side, type: isMarket ? OrderType.market : OrderType.limit },
    timeInForce: forceOf(fields.force),
    price: isMarket ? 0 : ticksOf('price', fields.price!, contract),
    quantity: lotsOf('size', fields.size, contract),
    reduceOnly: fields.reduceOnly === true ? 1 : 0,
  } as const;
  const placed = await submit(context.live, command, orderRefusal(views, contract, side));
  return { id: wireId(placed.id) };
});

/** The contract of an order of this very portfolio. @throws WireError orderNotFound */
async function contractOfOrder({ views, history }: RestContext, trader: number, order: number) {
  const query = { trader, ids: [order], limit: 1 };
  const [batch] = await history.copyBatches(query, { minSeq: views.seq });
  if (batch === undefined) throw new WireError('orderNotFound');
  return rowInstrument(views, batch.instrument);
}

const cancel = webRoute('DELETE /copy/portfolios/:id/orders/:order', async (context, request) => {
  const { id } = await ownPortfolio(context, request);
  const order = idOf('order', request.fields.order);
  const user = request.session.uid;
  const command = { kind: CommandKind.cancelCopyOrder, user, portfolio: id, order } as const;
  await submit(context.live, command, {});
  return null;
});

const amend = webRoute('PATCH /copy/portfolios/:id/orders/:order', async (context, request) => {
  const { live } = context;
  const { fields, session } = request;
  const { id } = await ownPortfolio(context, request);
  const { price, size } = fields;
  if (price === undefined && size === undefined) {
    throw new WireError('needOneOf', { fields: 'price, size' });
  }
  const order = idOf('order', fields.order);
  const contract = await contractOfOrder(live, id, order);
  const command = {
    ...{ kind: CommandKind.amendCopyOrder, user: session.uid, portfolio: id, order },
    price: price === undefined ? 0 : ticksOf('price', price, contract),
    quantity: size === undefined ? 0 : lotsOf('size', size, contract),
  } as const;
  await submit(live, command, orderRefusal(live.views, contract, Side.buy));
  return null;
});

/** The routes of this file. */
export const COPY_PORTFOLIO_ROUTES: readonly WebRoute[] = [
  ...[list, one, outcomes, shares, open, setOffer, follow, setChoices, money, end, stop],
  ...[place, cancel, amend],
];
