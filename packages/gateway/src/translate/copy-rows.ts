/** Copy trading as rows of the web app: portfolios, positions, orders, outcomes, shares. */
import {
  AccountKind,
  type Asset,
  accountOf,
  COPY_RESTING_PER_TRADER,
  CopyEnd,
  moneyWeighted,
  type PortfolioStatistics,
  PositionLeg,
  PositionMode,
  portfolioStatistics,
  positionProfit,
  SystemAccount,
  settleShare,
  type UserId,
  wireId,
  wireUserId,
} from '@halcyon/domain';
import type {
  CopyBatchRow,
  CopyContractTerms,
  CopyFollowerRow,
  CopyLegWord,
  CopyOrder,
  CopyOutcome,
  CopyPortfolioRow,
  CopyPosition,
  CopyResult,
  CopyShareRow,
} from '@halcyon/domain/web';
import { COPY_END_WORDS } from '@halcyon/domain/web';
import { COPY_REASONS } from '@halcyon/domain/web/copying';
import { USDT_FUTURES } from '@halcyon/protocol';
import type {
  CopyBatchRecord,
  CopyCurve,
  CopyEndRecord,
  CopyFillRecord,
  CopyFollowerRecord,
  CopyShareRecord,
  CopyTraderRecord,
} from '@halcyon/records';
import type { OrderView, Views } from '@halcyon/views';
import { percentText } from '../base/percent-text.ts';
import { contractsOf, knownAsset, type RestContext } from '../http/context.ts';
import { marginModeWord } from './contract-words.ts';
import { copiedOrder, traderPart } from './copied-orders.ts';
import { choicesOf, offerOf } from './copy-choices.ts';
import { rowInstrument } from './order-rows.ts';
import { accountTexts, equityUnits, positionTexts } from './position-texts.ts';
import { amountText, averagePriceText, priceText, sizeText } from './text.ts';
import { sideWord } from './words.ts';

/** Batches that the records are asked for at once. */
const IDS_ASKED = 1_000;

/** Which position an order is for; '' = the portfolio is in one-way mode. */
export function legWord(leg: PositionLeg): CopyLegWord {
  if (leg === PositionLeg.net) return '';
  return leg === PositionLeg.long ? 'long' : 'short';
}

export function copyAccount(user: UserId): number {
  return accountOf(user, AccountKind.usdtFutures);
}

/** What a portfolio has by the mark prices, units. */
export function copyEquity(views: Views, user: UserId): bigint {
  return equityUnits(views.contracts.marginAccount(copyAccount(user)));
}

export function copyPositions(views: Views, user: UserId): CopyPosition[] {
  const account = copyAccount(user);
  const margin = views.contracts.marginAccount(account);
  return views.contracts.positions(account).map((position) => {
    const texts = positionTexts(views, position, margin);
    return {
      symbol: rowInstrument(views, position.instrument).symbol,
      side: texts.holdSide,
      size: texts.total,
      entry: texts.openPriceAvg,
      mark: texts.markPrice,
      leverage: texts.leverage,
      margin: texts.marginMode,
      profit: texts.unrealizedPL,
      liquidation: texts.liquidationPrice,
      openedAt: position.openedTime,
    };
  });
}

/** What positions of a portfolio are opened with, by contract. */
export function contractTerms(views: Views, user: UserId): CopyContractTerms[] {
  return contractsOf(views, USDT_FUTURES, undefined).map((contract) => {
    const { leverage, marginMode } = views.contracts.settings(copyAccount(user), contract.id);
    const leverageMax = contract.contract.tiers[0]?.leverageMax ?? 1;
    return { symbol: contract.symbol, leverage, leverageMax, margin: marginModeWord(marginMode) };
  });
}

/** A trader's order in the book, and the trader's own part of it. */
interface Resting {
  readonly batch: CopyBatchRecord;
  readonly view: OrderView;
  readonly part: CopyFillRecord | undefined;
}

/** Newest first. */
async function restingOf(
  { views, history }: Pick<RestContext, 'views' | 'history'>,
  trader: UserId,
  minSeq: number,
): Promise<Resting[]> {
  // Those of all traders rest in one account's name: whose one is, the records know.
  const resting = new Map(
    views.openOrders(SystemAccount.copying).map((view) => [view.order, view]),
  );
  const batches = await batchesOf(history, trader, [...resting.keys()], minSeq);
  const own = await Promise.all(batches.map(({ id }) => traderPart(history, trader, id, minSeq)));
  return batches.map((batch, i) => ({ batch, view: resting.get(batch.id)!, part: own[i] }));
}

/** A trader's orders in the book, newest first. */
export async function copyOrders(
  context: RestContext,
  trader: UserId,
  minSeq: number,
): Promise<CopyOrder[]> {
  const all = await restingOf(context, trader, minSeq);
  return all.map(({ batch, view, part }) => {
    const { instrument, leg, side, owners, leftOut, time, id } = batch;
    const { price, quantity, filledBase } = view;
    const contract = rowInstrument(context.views, instrument);
    const size = (lots: number): string => sizeText(contract, lots);
    return {
      ...{ id: wireId(id), symbol: contract.symbol, side: sideWord(side), leg: legWord(leg) },
      ...{ price: priceText(contract, price), size: size(part?.lots ?? 0) },
      ...{ filled: size(part?.filled ?? 0), allSize: size(quantity), allFilled: size(filledBase) },
      ...{ owners, leftOut, time },
    };
  });
}

/** The same as orders of the trader's account: the own part of each. */
export async function copyRestingOrders(
  context: RestContext,
  trader: UserId,
  minSeq: number,
): Promise<OrderView[]> {
  const all = await restingOf(context, trader, minSeq);
  return all.map(({ view, part }) => copiedOrder(view, trader, part));
}

/** Those of a trader among batches of any, which come newest first. */
async function batchesOf(
  history: RestContext['history'],
  trader: UserId,
  ids: readonly number[],
  minSeq: number,
): Promise<CopyBatchRecord[]> {
  const found: CopyBatchRecord[] = [];
  for (let i = 0; i < ids.length && found.length < COPY_RESTING_PER_TRADER; i += IDS_ASKED) {
    const query = { trader, ids: ids.slice(i, i + IDS_ASKED), limit: IDS_ASKED };
    found.push(...(await history.copyBatches(query, { minSeq })));
  }
  return found;
}

export function batchRow(views: Views, batch: CopyBatchRecord): CopyBatchRow {
  const { id, instrument, leg, side, lots, filled, cost, own, owners, leftOut, time } = batch;
  const contract = rowInstrument(views, instrument);
  const units = BigInt(cost) * BigInt(contract.quoteFactor);
  return {
    ...{ id: wireId(id), symbol: contract.symbol, side: sideWord(side), leg: legWord(leg) },
    ...{ size: sizeText(contract, lots), filled: sizeText(contract, filled) },
    price: filled === 0 ? '' : averagePriceText(contract, filled, units),
    ...{ own: sizeText(contract, own), owners, leftOut, time },
  };
}

export function outcomeRow(views: Views, fill: CopyFillRecord): CopyOutcome {
  const { batch, portfolio, instrument, leg, side, leftOut, lots, filled, cost, fee, time } = fill;
  const contract = rowInstrument(views, instrument);
  return {
    ...{ batch: wireId(batch), portfolio: wireUserId(portfolio), symbol: contract.symbol },
    ...{ side: sideWord(side), leg: legWord(leg) },
    ...{ size: sizeText(contract, lots), filled: sizeText(contract, filled) },
    price: filled === 0 ? '' : averagePriceText(contract, filled, BigInt(cost)),
    fee: amountText(views.asset(contract.quote), fee),
    ...{ reason: COPY_REASONS[leftOut], time },
  };
}

export function followerRow(views: Views, follower: CopyFollowerRecord): CopyFollowerRow {
  const { id, simulated, openedAt, endedAt, paidIn, shared } = follower;
  const coin = knownAsset(views, follower.asset);
  const equity = endedAt === 0 ? copyEquity(views, id) : 0n;
  return {
    ...{ portfolio: wireUserId(id), simulated, openedAt, endedAt: endedAt === 0 ? null : endedAt },
    ...{ paidIn: amountText(coin, paidIn), equity: amountText(coin, equity) },
    ...{ profit: amountText(coin, equity - paidIn), shares: amountText(coin, shared) },
  };
}

export function shareRow(views: Views, share: CopyShareRecord): CopyShareRow {
  const amount = (units: bigint): string => amountText(views.asset(share.asset), units);
  const { realised, unrealised, profit, markBefore, fresh, due, paid, owed } = share;
  return {
    ...{ portfolio: wireUserId(share.portfolio), trader: wireUserId(share.trader) },
    ...{ share: percentText(share.sharePpm), realised: amount(realised) },
    ...{ unrealised: amount(unrealised), profit: amount(profit), mark: amount(markBefore) },
    ...{ fresh: amount(fresh), due: amount(due), paid: amount(paid), owed: amount(owed) },
    ...{ time: share.time, command: String(share.seq) },
  };
}

/** What rows of portfolios of both kinds have. */
function moneyRow(views: Views, record: CopyTraderRecord | CopyFollowerRecord, coin: Asset) {
  const { id, openedAt, endedAt, paidIn } = record;
  const texts = endedAt === 0 ? accountTexts(views, copyAccount(id)) : null;
  const equity = endedAt === 0 ? copyEquity(views, id) : 0n;
  const hedge = views.contracts.positionMode(copyAccount(id)) === PositionMode.hedge;
  return {
    positionMode: hedge ? 'hedge' : 'oneWay',
    ...{ id: wireUserId(id), coin: coin.code, openedAt, endedAt: endedAt === 0 ? null : endedAt },
    ...{ equity: amountText(coin, equity), free: texts?.withdrawable ?? '0' },
    ...{ paidIn: amountText(coin, paidIn), profit: amountText(coin, equity - paidIn) },
    ...{ unrealised: texts?.unrealised ?? '0', share: percentText(record.sharePpm) },
  } as const;
}

/** An own portfolio of a trader. */
export function traderPortfolioRow(views: Views, record: CopyTraderRecord): CopyPortfolioRow {
  const coin = knownAsset(views, record.asset);
  return {
    ...{ ...moneyRow(views, record, coin), end: '', endUnrealised: '' },
    ...{ trader: null, closing: record.closing, shares: amountText(coin, record.shares) },
    ...{ owed: '0', mark: '0', offer: offerOf(record.terms, coin), followers: record.followers },
    choices: null,
  };
}

const TAKEN_OVER: readonly number[] = [
  ...[CopyEnd.takenOver, CopyEnd.traderTakenOver, CopyEnd.letGoTakenOver],
];

/** How it ended. What the book closed has nothing that is unrealised. */
function endTexts(coin: Asset, end: CopyEndRecord | undefined) {
  if (end === undefined) return { end: '', endUnrealised: '' } as const;
  const took = TAKEN_OVER.includes(end.how);
  const known = took && end.unrealised !== null;
  return {
    end: COPY_END_WORDS[end.how] ?? '',
    endUnrealised: known ? amountText(coin, end.unrealised) : '',
  } as const;
}

/** An own portfolio that follows. */
export function followerPortfolioRow(
  views: Views,
  record: CopyFollowerRecord,
  end: CopyEndRecord | undefined,
): CopyPortfolioRow {
  const coin = knownAsset(views, record.asset);
  const { trader, shared, owed, mark, settings } = record;
  return {
    ...{ ...moneyRow(views, record, coin), ...endTexts(coin, end) },
    ...{ trader: wireUserId(trader), closing: false, shares: amountText(coin, shared) },
    ...{ owed: amountText(coin, owed), mark: amountText(coin, mark), offer: null, followers: 0 },
    choices: choicesOf(views, settings, coin),
  };
}

/** What a follower would owe the trader were the share settled now, with what is owed already; units. */
export function shareDueNow(views: Views, record: CopyFollowerRecord): bigint {
  const { id, paidIn, sharePpm, mark, owed, shared } = record;
  const equity = copyEquity(views, id);
  const { positions, marginUnits } = views.contracts.marginAccount(copyAccount(id));
  const unrealised = positions
    .filter(({ lots }) => lots !== 0)
    .reduce((sum, each) => sum + BigInt(positionProfit(each)) * BigInt(marginUnits), 0n);
  const realised = equity - unrealised - paidIn + shared;
  const basis = { realised, unrealised, sharePpm, free: 0n };
  return settleShare({ mark, owed, shared }, basis).books.owed;
}

/** How one side of a trader did. */
export function resultOf({ points, trades }: CopyCurve): CopyResult {
  const [first] = points;
  if (first === undefined) return { statistics: null, moneyWeighted: null };
  const statistics: PortfolioStatistics = portfolioStatistics(points, trades);
  const flows = points
    .map(({ time, before, after }, i) => ({ time, amount: i === 0 ? after : after - before }))
    .filter(({ amount }) => amount !== 0n);
  const end = points.at(-1)!;
  return { statistics, moneyWeighted: moneyWeighted(flows, end.after, end.time) };
}
