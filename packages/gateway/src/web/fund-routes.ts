/** The protection fund as everybody may see it; shapes: domain/web/protection-fund.ts. */
import { PostingReason, wireId } from '@halcyon/domain';
import {
  FUND_ROWS_MAX,
  type FundEntry,
  type FundReason,
  type ProtectionFund,
} from '@halcyon/domain/web';
import type { JsonObject } from '@halcyon/protocol';
import type { FundEntryRecord } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import { rowInstrument } from '../translate/order-rows.ts';
import { amountText } from '../translate/text.ts';
import type { WebRoute } from './context.ts';
import { pageOf } from './pages.ts';

function reasonOf(reason: PostingReason): FundReason {
  if (reason === PostingReason.liquidationFee) return 'liquidationFee';
  return reason === PostingReason.protection ? 'loss' : 'operator';
}

function entryOf(views: Views, entry: FundEntryRecord): FundEntry {
  const coin = views.asset(entry.asset);
  return {
    id: wireId(entry.id),
    reason: reasonOf(entry.reason),
    symbol: entry.instrument < 0 ? '' : rowInstrument(views, entry.instrument).symbol,
    amount: amountText(coin, entry.amount),
    balance: amountText(coin, entry.balance),
    time: entry.time,
  };
}

const fund: WebRoute = {
  method: 'GET',
  path: '/protection-fund',
  access: 'public',
  async handle({ live: { views, history } }, request): Promise<ProtectionFund> {
    const { before, limit } = pageOf(request.raw.query as JsonObject, FUND_ROWS_MAX);
    const { settleAsset } = views.contracts;
    if (settleAsset === undefined) return { coin: '', balance: '0', rows: [], next: null };
    // One more than is shown tells whether there is a page after it.
    const asked = { asset: settleAsset, idLessThan: before, limit: limit + 1 };
    const newest = { asset: settleAsset, limit: 1 };
    const [found, [last]] = await Promise.all([
      history.fundHistory(asked),
      history.fundHistory(newest),
    ]);
    const coin = views.asset(settleAsset);
    const rows = found.slice(0, limit).map((entry) => entryOf(views, entry));
    return {
      coin: coin?.code ?? '',
      balance: amountText(coin, last?.balance ?? 0n),
      rows,
      next: found.length > limit ? (rows.at(-1)?.id ?? null) : null,
    };
  },
};

/** The routes of this file. */
export const FUND_ROUTES: readonly WebRoute[] = [fund];
