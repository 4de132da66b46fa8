/** Routes of tracked positions, of traders and of those who follow them. */
import { PlanType, parseWireUserId, wireUserId } from '@halcyon/domain';
import { specs } from '@halcyon/protocol';
import type { CopyTrackRecord } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import type { Caller } from '../../auth/authenticate.ts';
import { percentText } from '../../base/percent-text.ts';
import { type RestContext, signedRoute } from '../../http/context.ts';
import { copyAccount } from '../../translate/copy-rows.ts';
import {
  closedPart,
  closedTrackRow,
  endIdOf,
  openSize,
  type TracksRequest,
  trackRow,
  tracksAsked,
} from '../../translate/copy-tracks.ts';
import { rowInstrument } from '../../translate/order-rows.ts';
import { positionTexts } from '../../translate/position-texts.ts';
import { amountText, priceText } from '../../translate/text.ts';
import { stopOf } from './stops.ts';
import { followingOf, traderOf } from './who.ts';

/** Whose positions, and whether those that are open. */
interface Wanted {
  readonly of: readonly { readonly portfolio: number; readonly trader: number }[];
  readonly open: boolean;
  readonly oldestFirst?: boolean;
}

async function tracksOf(
  { views, history }: RestContext,
  request: TracksRequest,
  wanted: Wanted,
): Promise<CopyTrackRecord[]> {
  const page = tracksAsked(views, request);
  if (page === null) return [];
  return history.copyTracks({ ...page, ...wanted }, { minSeq: views.seq });
}

const of = (portfolio: number, trader = portfolio) => ({ portfolio, trader });

export const traderCurrent = signedRoute(
  specs.copy.traderCurrentTracks,
  async (context, request, caller) => {
    const { views } = context;
    const { id } = await traderOf(context, caller, request);
    const rows = await tracksOf(context, request, { of: [of(id)], open: true });
    return {
      trackingList: rows.map((record) => ({
        ...trackRow(views, record),
        openSize: openSize(views, record),
        ...stopsOf(views, record),
        followCount: String(Math.max(0, record.owners - 1)),
      })),
      endId: endIdOf(rows),
    };
  },
);

/** Take profit and stop loss of a trader's position. */
function stopsOf(views: Views, record: CopyTrackRecord) {
  const contract = rowInstrument(views, record.instrument);
  const price = (type: PlanType): string => {
    const plan = stopOf(views, record, type);
    return plan === undefined ? '' : priceText(contract, plan.triggerPrice);
  };
  return {
    presetStopSurplusPrice: price(PlanType.positionProfit),
    presetStopLossPrice: price(PlanType.positionLoss),
  };
}

export const traderHistory = signedRoute(
  specs.copy.traderHistoryTracks,
  async (context, request, caller) => {
    const { id } = await traderOf(context, caller, request);
    const oldestFirst = request.order === 'asc';
    const rows = await tracksOf(context, request, { of: [of(id)], open: false, oldestFirst });
    return {
      trackingList: rows.map((record) => ({
        ...closedTrackRow(context.views, record),
        stopType: '' as const,
        cTime: String(record.openedAt),
      })),
      endId: endIdOf(rows),
    };
  },
);

/** The caller's portfolios that follow, those that ended too where closed positions are asked for. */
async function followed(
  context: RestContext,
  caller: Caller,
  { traderId }: { readonly traderId?: string },
  open: boolean,
): Promise<Wanted['of']> {
  const trader = traderId === undefined ? undefined : parseWireUserId(traderId);
  const all = await followingOf(context, caller, trader, open);
  return all.map(({ id, trader: followed }) => of(id, followed));
}

export const followerCurrent = signedRoute(
  specs.copy.followerCurrentTracks,
  async (context, request, caller) => {
    const { views } = context;
    const portfolios = await followed(context, caller, request, true);
    const rows = await tracksOf(context, request, { of: portfolios, open: true });
    return rows.map((record) => {
      const row = trackRow(views, record);
      const { closePriceAvg, ...closed } = closedPart(views, record);
      return {
        ...{ ...row, ...closed, ...traderIn(record) },
        openAvgPrice: row.openPriceAvg,
        openSize: openSize(views, record),
        openMarginSz: marginOf(views, record),
        closeAvgPrice: closePriceAvg,
      };
    });
  },
);

function traderIn({ trader }: CopyTrackRecord) {
  return { traderId: wireUserId(trader), traderName: wireUserId(trader) };
}

function marginOf(views: Views, { portfolio, instrument, leg }: CopyTrackRecord): string {
  const position = views.contracts.position(copyAccount(portfolio), instrument, leg);
  return position === undefined ? '0' : positionTexts(views, position).marginSize;
}

export const followerHistory = signedRoute(
  specs.copy.followerHistoryTracks,
  async (context, request, caller) => {
    const { views } = context;
    const portfolios = await followed(context, caller, request, false);
    const rows = await tracksOf(context, request, { of: portfolios, open: false });
    return {
      trackingList: rows.map((record) => {
        const { quote, quoteFactor } = rowInstrument(views, record.instrument);
        const net = record.profit - record.fees + record.funding;
        const value = record.openedValue * BigInt(quoteFactor);
        const ppm = value === 0n ? 0n : (BigInt(net * record.leverage) * 1_000_000n) / value;
        return {
          ...closedTrackRow(views, record),
          traderId: wireUserId(record.trader),
          netProfit: amountText(views.asset(quote), net),
          profitRate: percentText(Number(ppm)),
        };
      }),
      endId: endIdOf(rows),
    };
  },
);
