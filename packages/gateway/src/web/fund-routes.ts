/** The protection fund as everybody may see it; shapes: domain/web/protection-fund.ts. */
import { type Asset, type AssetId, PostingReason, SystemAccount, wireId } from '@halcyon/domain';
import {
  FUND_ROWS_MAX,
  type FundEntry,
  type FundReason,
  type FundSource,
} from '@halcyon/domain/web';
import { WireError } from '@halcyon/protocol';
import type { FundEntryRecord } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import { refusedField } from '../http/web-error.ts';
import { rowInstrument } from '../translate/order-rows.ts';
import { amountText } from '../translate/text.ts';
import { pageOf } from './pages.ts';
import { type WebRoute, webRoute } from './route.ts';

function reasonOf(reason: PostingReason): FundReason {
  if (reason === PostingReason.liquidationFee) return 'liquidationFee';
  return reason === PostingReason.protection ? 'loss' : 'operator';
}

/** Contracts and pairs are named; cross margin alone is liquidated without one. */
function sourceOf(views: Views, { reason, instrument }: FundEntryRecord): FundSource {
  if (instrument >= 0) {
    return rowInstrument(views, instrument).contract === null ? 'isolated' : 'futures';
  }
  return reasonOf(reason) === 'operator' ? 'none' : 'crossed';
}

function entryOf(views: Views, entry: FundEntryRecord): FundEntry {
  const coin = views.asset(entry.asset);
  return {
    id: wireId(entry.id),
    reason: reasonOf(entry.reason),
    source: sourceOf(views, entry),
    symbol: entry.instrument < 0 ? '' : rowInstrument(views, entry.instrument).symbol,
    amount: amountText(coin, entry.amount),
    balance: amountText(coin, entry.balance),
    time: entry.time,
  };
}

/** Coins that fees and losses come in: that of contracts first, those that are lent, and what else it ever had. */
function fundCoins(views: Views): Asset[] {
  const { settleAsset } = views.contracts;
  const others = new Set<AssetId>([
    ...views.loans.coins().map(({ asset }) => asset),
    ...views.balances(SystemAccount.insurance).map(({ asset }) => asset),
  ]);
  const ids = [...others].sort((a, b) => a - b);
  if (settleAsset !== undefined) ids.unshift(settleAsset);
  return [...new Set(ids)].flatMap((id) => views.asset(id) ?? []);
}

/** The coin that is asked for; undefined where the fund can have none. @throws WireError naming those it can */
function coinOf(coins: readonly Asset[], named: string | undefined): Asset | undefined {
  if (named === undefined) return coins[0];
  const found = coins.find(({ code }) => code === named);
  if (found !== undefined) return found;
  const codes = coins.map(({ code }) => code).join('/');
  if (codes === '') throw refusedField('coin', 'the fund has no coin yet');
  throw new WireError('fieldValue', { field: 'coin', expected: codes, value: named });
}

const fund = webRoute('GET /protection-fund', async ({ live: { views, history } }, request) => {
  const query = request.fields;
  const { before, limit } = pageOf(query, FUND_ROWS_MAX);
  const offered = fundCoins(views);
  const coin = coinOf(offered, query.coin);
  const coins = offered.map(({ code }) => code);
  if (coin === undefined) return { coins, coin: '', balance: '0', rows: [], next: null };
  const asset = coin.id;
  // One more than is shown tells whether there is a page after it.
  const [found, [last]] = await Promise.all([
    history.fundHistory({ asset, idLessThan: before, limit: limit + 1 }),
    history.fundHistory({ asset, limit: 1 }),
  ]);
  const rows = found.slice(0, limit).map((entry) => entryOf(views, entry));
  return {
    coins,
    coin: coin.code,
    balance: amountText(coin, last?.balance ?? 0n),
    rows,
    next: found.length > limit ? (rows.at(-1)?.id ?? null) : null,
  };
});

/** The routes of this file. */
export const FUND_ROUTES: readonly WebRoute[] = [fund];
