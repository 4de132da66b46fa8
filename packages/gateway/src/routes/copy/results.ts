/** Routes of what traders made, and of the shares that they get. */
import { COPY_FOLLOWERS_MAX, growthIndex, wireUserId } from '@halcyon/domain';
import { readPage, specs } from '@halcyon/protocol';
import {
  type CopyCurve,
  type CopyShareRecord,
  type CopyTraderRecord,
  PAGE_LIMIT_MAX,
} from '@halcyon/records';
import { percentText } from '../../base/percent-text.ts';
import { knownAsset, type RestContext, signedRoute } from '../../http/context.ts';
import { copyAccount, copyEquity, resultOf, shareDueNow } from '../../translate/copy-rows.ts';
import { rowInstrument } from '../../translate/order-rows.ts';
import { amountText } from '../../translate/text.ts';
import { numberedPage } from './pages.ts';
import { traderOf } from './who.ts';

const DAY_MS = 24 * 3_600_000;
const YEAR_MS = 365 * DAY_MS;
const SHARES = 100;

/** A plain ratio as percent, four digits. */
function ratioPercent(ratio: number): string {
  return percentText(Math.round(ratio * 1_000_000));
}

/** The end of a day that was looked at: growth since the first moment, and profit by then. */
interface Day {
  readonly time: number;
  readonly growth: number;
  readonly profit: bigint;
}

/** The last point of each UTC day. */
function daysOf({ points }: CopyCurve): Day[] {
  if (points.length === 0) return [];
  const index = growthIndex(points);
  const days = new Map<number, Day>();
  let profit = 0n;
  points.forEach(({ time, before }, i) => {
    if (i > 0) profit += before - points[i - 1]!.after;
    days.set(Math.floor(time / DAY_MS), { time, growth: index[i]! - 1, profit });
  });
  return [...days.values()];
}

export const totals = signedRoute(specs.copy.traderTotals, async (context, request, caller) => {
  const { views, history, clock } = context;
  const record = await traderOf(context, caller, request);
  const { id: trader, asset, openedAt, endedAt, followers } = record;
  const coin = knownAsset(views, asset);
  const to = endedAt === 0 ? Math.max(clock(), openedAt) : endedAt;
  const wait = { minSeq: views.seq };
  const [curves, counts] = await Promise.all([
    history.copyCurves({ trader, from: Math.max(0, to - YEAR_MS), to }, wait),
    history.copyCounts({ trader }, wait),
  ]);
  const { statistics } = resultOf(curves.trader);
  const { closed, won } = curves.trader.trades;
  const equity = endedAt === 0 ? copyEquity(views, trader) : 0n;
  const days = daysOf(curves.trader);
  const since = (ms: number) => days.filter(({ time }) => time > to - ms);
  const rates = (ms: number) =>
    since(ms).map(({ time, growth }) => ({ rate: ratioPercent(growth), ctime: String(time) }));
  const amounts = (ms: number) =>
    since(ms).map(({ time, profit }) => ({
      amount: amountText(coin, profit),
      ctime: String(time),
    }));
  const open = views.contracts.positions(copyAccount(trader));
  return {
    roi: ratioPercent(statistics?.timeWeighted ?? 0),
    totalpl: amountText(coin, equity - record.paidIn),
    totalEquity: amountText(coin, equity),
    tradingOrderNum: String(closed),
    ...{ gainNum: String(won), lossNum: String(closed - won) },
    winRate: ratioPercent(closed === 0 ? 0 : won / closed),
    totalFollowerNum: String(counts.followers),
    currentFollowerNum: String(followers),
    tradingPairsAvailableList: open.map(
      ({ instrument }) => rowInstrument(views, instrument).symbol,
    ),
    ...{ lastWeekRoiList: rates(7 * DAY_MS), lastMonthRoiList: rates(30 * DAY_MS) },
    ...{ lastWeekProfitList: amounts(7 * DAY_MS), lastMonthProfitList: amounts(30 * DAY_MS) },
  };
});

/** Whether a list may be of a coin: portfolios have one. */
function isOf({ views }: RestContext, { asset }: CopyTraderRecord, coin: string | undefined) {
  return coin === undefined || knownAsset(views, asset).code === coin;
}

export const sharesDue = signedRoute(
  specs.copy.traderSharesDue,
  async (context, request, caller) => {
    const { views, history } = context;
    const record = await traderOf(context, caller, request);
    if (!isOf(context, record, request.coin)) return [];
    const coin = knownAsset(views, record.asset);
    const query = { trader: record.id, open: true, ...numberedPage(request) };
    const found = await history.copyFollowers(query, { minSeq: views.seq });
    return found.map((follower) => ({
      coin: coin.code,
      profit: amountText(coin, shareDueNow(views, follower)),
      nickName: wireUserId(follower.id),
    }));
  },
);

export const shares = signedRoute(specs.copy.traderShares, async (context, request, caller) => {
  const { views, history } = context;
  const record = await traderOf(context, caller, request);
  if (!isOf(context, record, request.coin)) return { profitList: [], endId: '' };
  const { idLessThan, idGreaterThan, ...window } = request;
  const { startTime, endTime, limit } = readPage(window, SHARES);
  const [before, beforePortfolio] = idLessThan === undefined ? [] : placeOf(idLessThan);
  const [after, afterPortfolio] = idGreaterThan === undefined ? [] : placeOf(idGreaterThan);
  const bounds = { before, beforePortfolio, after, afterPortfolio, startTime, endTime, limit };
  const query = { trader: record.id, paid: true, ...bounds };
  const found = await history.copyShares(query, { minSeq: views.seq });
  const coin = knownAsset(views, record.asset);
  const rows = found.map((share) => ({
    profitId: shareId(share),
    coin: coin.code,
    profit: amountText(coin, share.paid),
    nickName: wireUserId(share.portfolio),
    profitTime: String(share.time),
  }));
  return { profitList: rows, endId: rows.at(-1)?.profitId ?? '' };
});

/** Digits of an id that are the portfolio's: one settlement is of many. */
const PORTFOLIO_DIGITS = 9;

/** The place of a share in the journal, and whose it is. */
function shareId({ seq, portfolio }: Pick<CopyShareRecord, 'seq' | 'portfolio'>): string {
  return `${seq}${String(portfolio).padStart(PORTFOLIO_DIGITS, '0')}`;
}

function placeOf(id: string): readonly [seq: number, portfolio: number] {
  const at = Math.max(0, id.length - PORTFOLIO_DIGITS);
  return [Number(id.slice(0, at)), Number(id.slice(at))];
}

/** What all who follow would owe now. */
async function dueOfAll(
  { views, history }: RestContext,
  { id: trader }: CopyTraderRecord,
): Promise<bigint> {
  const query = { trader, open: true, limit: PAGE_LIMIT_MAX };
  let sum = 0n;
  for (let skip = 0; skip < COPY_FOLLOWERS_MAX; skip += PAGE_LIMIT_MAX) {
    const found = await history.copyFollowers({ ...query, skip }, { minSeq: views.seq });
    for (const follower of found) sum += shareDueNow(views, follower);
    if (found.length < PAGE_LIMIT_MAX) break;
  }
  return sum;
}

export const shareSums = signedRoute(
  specs.copy.traderShareSums,
  async (context, request, caller) => {
    const { views, history, clock } = context;
    const record = await traderOf(context, caller, request);
    const { id: trader, asset, shares: sum } = record;
    const coin = knownAsset(views, asset);
    const wait = { minSeq: views.seq };
    const [newest, counts, due] = await Promise.all([
      history.copyShareDays({ trader, skip: 0, limit: 2 }, wait),
      history.copyCounts({ trader }, wait),
      dueOfAll(context, record),
    ]);
    const now = clock();
    const yesterday = now - (now % DAY_MS) - DAY_MS;
    const paid = newest.find(({ day }) => day === yesterday)?.paid ?? 0n;
    const { shares: count, lastShare } = counts;
    return {
      profitSummary: {
        yesterdayProfit: amountText(coin, paid),
        yesterdayTime: String(yesterday),
        sumProfit: amountText(coin, sum),
        waitProfit: amountText(coin, due),
      },
      profitHistoryList: [
        {
          coin: coin.code,
          profitCount: String(count),
          lastProfitTime: lastShare === 0 ? '' : String(lastShare),
        },
      ],
    };
  },
);

export const sharesByDay = signedRoute(
  specs.copy.traderSharesByDay,
  async (context, request, caller) => {
    const { views, history } = context;
    const { id: trader } = await traderOf(context, caller, request);
    const query = { trader, ...numberedPage(request) };
    const days = await history.copyShareDays(query, { minSeq: views.seq });
    return days.map(({ asset, day, paid }) => {
      const coin = knownAsset(views, asset);
      return { coin: coin.code, profit: amountText(coin, paid), profitTime: String(day) };
    });
  },
);
