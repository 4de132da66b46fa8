/** The protection fund and the loan pools as everybody may see them; shapes: domain/web/protection-fund.ts. */
import {
  type Asset,
  type AssetId,
  entryReceipt,
  FUND_HOUR_MS,
  formatDecimal,
  MARGIN_SCALE,
  PostingReason,
  receiptHead,
  type SealAnswer,
  SystemAccount,
  wireId,
} from '@halcyon/domain';
import {
  FUND_ROWS_MAX,
  type FundEntry,
  type FundReason,
  type FundSource,
  type LoanPool,
} from '@halcyon/domain/web';
import { WireError } from '@halcyon/protocol';
import { type FundEntryRecord, FundMeasure, type FundTotal } from '@halcyon/records';
import type { CoinView, Views } from '@halcyon/views';
import { knownAsset, type RestContext } from '../http/context.ts';
import { refusedField } from '../http/web-error.ts';
import { fundLimits, targetSize } from '../translate/fund-limits.ts';
import { rowInstrument } from '../translate/order-rows.ts';
import { amountText, rateText } from '../translate/text.ts';
import { curveHours } from '../translate/value-curve.ts';
import { idOf, pageOf } from './pages.ts';
import { proofOf } from './receipt-proof.ts';
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

function entryOf(views: Views, entry: FundEntryRecord, seals: readonly SealAnswer[]): FundEntry {
  const coin = views.asset(entry.asset);
  return {
    id: wireId(entry.id),
    reason: reasonOf(entry.reason),
    source: sourceOf(views, entry),
    symbol: entry.instrument < 0 ? '' : rowInstrument(views, entry.instrument).symbol,
    amount: amountText(coin, entry.amount),
    balance: amountText(coin, entry.balance),
    time: entry.time,
    command: String(entry.seq),
    seal: sealOf(seals, entry.seq),
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

/** The first seal that covers a command: it is of the whole journal up to its end. @param seals oldest first */
function sealOf(seals: readonly SealAnswer[], command: number): string {
  let [low, high] = [0, seals.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (seals[middle]!.to < command) low = middle + 1;
    else high = middle;
  }
  return seals[low]?.link ?? '';
}

/** What the entries of a coin come to, and the target size where it is that of contracts. */
async function sumsOf({ views, history }: RestContext, coin: Asset) {
  const measures = [FundMeasure.fees, FundMeasure.losses, FundMeasure.moved];
  const of = measures.map((measure) => ({ measure, subject: coin.id }));
  const totals = await history.fundTotals({ of, hour: 0 });
  const [fees = '0', losses = '0', moved = '0'] = totals.map(({ units }) =>
    amountText(coin, units),
  );
  if (coin.id !== views.contracts.settleAsset) {
    return { fees, losses, moved, openInterest: '', target: '' };
  }
  const { interest, target } = targetSize(views);
  const [openInterest, aim] = [amountText(coin, interest), amountText(coin, target)];
  return { fees, losses, moved, openInterest, target: aim };
}

function poolOf(views: Views, coin: CoinView, totals: readonly FundTotal[]): LoanPool {
  const asset = knownAsset(views, coin.asset);
  const [interest = '0', paidByFund = '0', writtenOff = '0'] = totals.map(({ units }) =>
    amountText(asset, units),
  );
  return {
    coin: asset.code,
    lent: amountText(asset, coin.lent),
    free: amountText(asset, coin.unlent),
    used: rateText(coin.usedPpm),
    rate: rateText(coin.rate),
    ...{ interest, paidByFund, writtenOff },
  };
}

const NOTHING = {
  ...{ coin: '', balance: '0', fees: '0', losses: '0', moved: '0', openInterest: '', target: '' },
  ...{ rows: [], next: null },
};

const fund = webRoute('GET /protection-fund', async ({ live }, request) => {
  const { views, history, seals } = live;
  const query = request.fields;
  const { before, limit } = pageOf(query, FUND_ROWS_MAX);
  const offered = fundCoins(views);
  const coin = coinOf(offered, query.coin);
  const coins = offered.map(({ code }) => code);
  if (coin === undefined) return { coins, ...NOTHING };
  const asset = coin.id;
  // One more than is shown tells whether there is a page after it.
  const [found, [last], sums] = await Promise.all([
    history.fundHistory({ asset, idLessThan: before, limit: limit + 1 }),
    history.fundHistory({ asset, limit: 1 }),
    sumsOf(live, coin),
  ]);
  const sealed = seals?.list() ?? [];
  const rows = found.slice(0, limit).map((entry) => entryOf(views, entry, sealed));
  const balance = amountText(coin, last?.balance ?? 0n);
  const next = found.length > limit ? (rows.at(-1)?.id ?? null) : null;
  return { coins, coin: coin.code, balance, ...sums, rows, next };
});

/** Of whose liquidation it was says nothing more than the list: no account, no price, no size. */
const receipt = webRoute('GET /protection-fund/receipt', async ({ live, exchange }, request) => {
  const { views, history } = live;
  const id = idOf('entry', request.fields.entry);
  const [entry] = await history.fundHistory({ idLessThan: id + 1, limit: 1 });
  if (entry?.id !== id) {
    throw new WireError('notFound', { field: 'entry', sentence: 'There is no such entry.' });
  }
  const { seq, time, instrument } = entry;
  const account = SystemAccount.insurance;
  const head = receiptHead({ exchange, venue: 'live', account, seq, time });
  const symbol = instrument < 0 ? '' : rowInstrument(views, instrument).symbol;
  const found = entryReceipt(head, { symbol, coin: knownAsset(views, entry.asset) }, entry);
  return { receipt: found, proof: proofOf(live, found) };
});

const curve = webRoute('GET /protection-fund/curve', async ({ live, clock }, request) => {
  const { views, history } = live;
  const coin = coinOf(fundCoins(views), request.fields.coin);
  if (coin === undefined) return { coin: '', rows: [] };
  const asset = coin.id;
  const now = clock();
  const points = await history.fundCurve({ asset, ...curveHours(request.fields.range, now) });
  const [last] = await history.fundHistory({ asset, limit: 1 });
  const rows = points
    .map(({ hour, units }) => ({ time: hour * FUND_HOUR_MS, balance: amountText(coin, units) }))
    .filter(({ time }) => time < now);
  if (last !== undefined) rows.push({ time: now, balance: amountText(coin, last.balance) });
  return { coin: coin.code, rows };
});

const limits = webRoute('GET /protection-fund/limits', ({ live, clock }) =>
  fundLimits(live, clock()),
);

const deleveragings = webRoute('GET /protection-fund/deleveragings', async ({ live }, request) => {
  const { views, history } = live;
  const { before, limit } = pageOf(request.fields, FUND_ROWS_MAX);
  const found = await history.deleveragings({ before, limit: limit + 1 });
  const rows = found.slice(0, limit).map((row) => ({
    id: wireId(row.trade),
    symbol: rowInstrument(views, row.instrument).symbol,
    side: row.side === 0 ? ('long' as const) : ('short' as const),
    positions: row.positions,
    time: row.time,
  }));
  return { rows, next: found.length > limit ? (rows.at(-1)?.id ?? null) : null };
});

const pools = webRoute('GET /loan-pools', async ({ live: { views, history } }) => {
  const coins = views.loans.coins();
  const measures = [FundMeasure.interest, FundMeasure.marginLosses, FundMeasure.writtenOff];
  const of = coins.flatMap(({ asset }) => measures.map((measure) => ({ measure, subject: asset })));
  const lostBy = { measure: FundMeasure.poolsLost, subject: 0 };
  const [lost, ...totals] = await history.fundTotals({ of: [lostBy, ...of], hour: 0 });
  const counted = totals.flatMap(({ measure, since }) =>
    measure === FundMeasure.marginLosses || since === null ? [] : [since],
  );
  const settle = views.loans.settleAsset;
  return {
    pools: coins.map((coin, i) => poolOf(views, coin, totals.slice(i * 3, i * 3 + 3))),
    coin: settle === undefined ? '' : knownAsset(views, settle).code,
    lost: formatDecimal(lost?.units ?? 0n, MARGIN_SCALE),
    since: counted.length === 0 ? null : Math.min(...counted) * FUND_HOUR_MS,
  };
});

/** The routes of this file. */
export const FUND_ROUTES: readonly WebRoute[] = [
  fund,
  receipt,
  curve,
  limits,
  deleveragings,
  pools,
];
