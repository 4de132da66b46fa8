/** The leaderboard of traders: all that may be found with their results, worked out at most once in a while. */
import { type UserId, wireUserId } from '@halcyon/domain';
import type { CopyRange, CopyTrader } from '@halcyon/domain/web';
import { COPY_TRADERS_LISTED_MAX, type CopyCurves, type CopyTraderRecord } from '@halcyon/records';
import { percentText } from '../base/percent-text.ts';
import { knownAsset, type RestContext } from '../http/context.ts';
import { copyEquity, resultOf } from '../translate/copy-rows.ts';
import { amountText } from '../translate/text.ts';

const DAY_MS = 24 * 3_600_000;
const RANGE_MS: Readonly<Record<CopyRange, number>> = {
  '7d': 7 * DAY_MS,
  '30d': 30 * DAY_MS,
  '90d': 90 * DAY_MS,
  '1y': 365 * DAY_MS,
};
/** How old results in the list may be. */
const LISTED_MS = 60_000;
/** Traders whose results are worked out at the same time. */
const AT_ONCE = 8;

/** A trader of the list. */
export interface ListedTrader {
  readonly user: UserId;
  readonly row: CopyTrader;
}

interface Board {
  readonly at: number;
  readonly rows: Promise<readonly ListedTrader[]>;
}

/** What a trader and the followers were worth over a time. */
export function curvesOf(
  { history, clock }: RestContext,
  { id, openedAt, endedAt }: CopyTraderRecord,
  range: CopyRange,
  minSeq = 0,
): Promise<CopyCurves> {
  const to = endedAt === 0 ? Math.max(clock(), openedAt) : endedAt;
  const from = Math.max(0, to - RANGE_MS[range]);
  return history.copyCurves({ trader: id, from, to }, { minSeq });
}

/** A trader as the list shows it. */
export function traderRow(
  { views }: RestContext,
  record: CopyTraderRecord,
  curves: CopyCurves,
): CopyTrader {
  const { id, asset, openedAt, endedAt, closing, terms, followers, copied, shares } = record;
  const coin = knownAsset(views, asset);
  return {
    ...{ id: wireUserId(id), coin: coin.code, openedAt, endedAt: endedAt === 0 ? null : endedAt },
    ...{ closing, share: percentText(terms.sharePpm), followers },
    ...{ simulated: record.simulated, simulatedFollowers: record.simulatedFollowers },
    followersMax: terms.followersMax,
    amountMin: amountText(coin, terms.amountMin),
    amountMax: amountText(coin, terms.amountMax),
    ...{ copied: amountText(coin, copied), shares: amountText(coin, shares) },
    equity: amountText(coin, endedAt === 0 ? copyEquity(views, id) : 0n),
    own: resultOf(curves.trader),
    ofFollowers: resultOf(curves.followers),
    ownTraded: curves.ownTraded,
  };
}

/** See the head of the file. */
export class TraderLeaderboard {
  readonly #leaderboards = new Map<CopyRange, Board>();

  /** All traders who may be found. */
  rows(venueContext: RestContext, range: CopyRange): Promise<readonly ListedTrader[]> {
    const now = venueContext.clock();
    const known = this.#leaderboards.get(range);
    if (known !== undefined && now - known.at < LISTED_MS) return known.rows;
    const rows = listed(venueContext, range);
    this.#leaderboards.set(range, { at: now, rows });
    // What failed is tried again by whoever asks next.
    rows.catch(
      () => this.#leaderboards.get(range)?.rows === rows && this.#leaderboards.delete(range),
    );
    return rows;
  }
}

async function listed(venueContext: RestContext, range: CopyRange): Promise<ListedTrader[]> {
  const records = await venueContext.history.copyTraders({}, { minSeq: venueContext.views.seq });
  const rows: ListedTrader[] = [];
  for (let i = 0; i < Math.min(records.length, COPY_TRADERS_LISTED_MAX); i += AT_ONCE) {
    const some = records.slice(i, i + AT_ONCE).map(async (record) => {
      const curves = await curvesOf(venueContext, record, range);
      return { user: record.id, row: traderRow(venueContext, record, curves) };
    });
    rows.push(...(await Promise.all(some)));
  }
  return rows;
}
