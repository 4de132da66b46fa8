/** Routes of traders: followers, and what is done with positions. */
import { parseWireUserId, wireUserId } from '@halcyon/domain';
import { type ProductType, specs, USDT_FUTURES, WireError } from '@halcyon/protocol';
import type { CopyTraderRecord } from '@halcyon/records';
import type { PositionView } from '@halcyon/views';
import { closeTraderPosition, removeFollower } from '../../copying/trader-orders.ts';
import {
  type ContractInstrument,
  knownAsset,
  type RestContext,
  signedRoute,
} from '../../http/context.ts';
import { contractFilter } from '../../translate/contract-requests.ts';
import { copyAccount, copyEquity } from '../../translate/copy-rows.ts';
import { rowInstrument } from '../../translate/order-rows.ts';
import { positionId } from '../../translate/position-texts.ts';
import { amountText } from '../../translate/text.ts';
import { numberedPage, windowOf } from './pages.ts';
import { mustSetStop, setStopsOf } from './stops.ts';
import { traderOf } from './who.ts';

export const followers = signedRoute(
  specs.copy.traderFollowers,
  async (context, request, caller) => {
    const { views, history } = context;
    const { id: trader } = await traderOf(context, caller, request);
    const query = { trader, ...numberedPage(request), ...windowOf(request) };
    const found = await history.copyFollowers(query, { minSeq: views.seq });
    return found.map(({ id, asset, openedAt, endedAt }) => ({
      ...{ followerUid: wireUserId(id), followerName: wireUserId(id), followerHeadPic: '' },
      followerTime: String(openedAt),
      accountEquity: amountText(
        knownAsset(views, asset),
        endedAt === 0 ? copyEquity(views, id) : 0n,
      ),
      isRemove: endedAt === 0 ? ('NO' as const) : ('YES' as const),
    }));
  },
);

/** Open positions of a trader: all, those of a contract, or the one of a number. @throws WireError */
function positionsOf(
  { views }: RestContext,
  { id }: CopyTraderRecord,
  request: {
    readonly productType: ProductType;
    readonly symbol?: string;
    readonly trackingNo?: string;
  },
): readonly PositionView[] {
  const { trackingNo } = request;
  const chosen = contractFilter(views, request);
  const open = chosen === null ? [] : views.contracts.positions(copyAccount(id), chosen);
  const found = open.filter((each) => trackingNo === undefined || positionId(each) === trackingNo);
  if (found.length === 0) throw new WireError('positionNotFound');
  return found;
}

export const closePositions = signedRoute(
  specs.copy.closeTraderPositions,
  async (context, request, caller) => {
    const { views } = context;
    const trader = await traderOf(context, caller, request);
    const closed = [];
    for (const position of positionsOf(context, trader, request)) {
      const contract = rowInstrument(views, position.instrument) as ContractInstrument;
      await closeTraderPosition(context, trader, contract, position);
      const { symbol } = contract;
      closed.push({ trackingNo: positionId(position), symbol, productType: USDT_FUTURES });
    }
    return closed;
  },
);

export const setStops = signedRoute(specs.copy.setTraderStops, async (context, request, caller) => {
  mustSetStop(request);
  const trader = await traderOf(context, caller, request);
  const [position] = positionsOf(context, trader, request);
  await setStopsOf(context, trader, position!, request);
  return 'success' as const;
});

export const letGo = signedRoute(specs.copy.removeFollower, async (context, request, caller) => {
  const follower = parseWireUserId(request.followerUid);
  if (follower === null) throw new WireError('copyPortfolioNotFound');
  await removeFollower(context, await traderOf(context, caller, request), follower);
  return 'success' as const;
});
