/** Routes of traders: followers, contracts, results, and what is done with positions. */
import { InstrumentState, parseWireUserId, Side, wireUserId } from '@halcyon/domain';
import { type ProductType, specs, USDT_FUTURES, WireError } from '@halcyon/protocol';
import type { CopyTraderRecord } from '@halcyon/records';
import type { PositionView } from '@halcyon/views';
import {
  closeTraderPosition,
  removeFollower,
  setTraderStops,
} from '../../copying/trader-orders.ts';
import {
  type ContractInstrument,
  contractsOf,
  knownAsset,
  type RestContext,
  signedRoute,
} from '../../http/context.ts';
import { contractFilter } from '../../translate/contract-requests.ts';
import { copyAccount, copyEquity } from '../../translate/copy-rows.ts';
import { rowInstrument } from '../../translate/order-rows.ts';
import { positionId } from '../../translate/position-texts.ts';
import { ticksOf } from '../../translate/scaled.ts';
import { amountText, sizeText } from '../../translate/text.ts';
import { numberedPage, windowOf } from './pages.ts';
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

export const symbols = signedRoute(specs.copy.traderSymbols, ({ views }, { productType }) =>
  contractsOf(views, productType, undefined).map((contract) => ({
    symbol: contract.symbol,
    openTrader: contract.state === InstrumentState.open ? ('YES' as const) : ('NO' as const),
    minOpenCount: sizeText(contract, contract.quantityMin),
    maxLeverage: String(contract.contract.tiers[0]?.leverageMax ?? 1),
    ...{ stopSurplusRatio: '', stopLossRatio: '' },
  })),
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
  const { stopSurplusPrice, stopLossPrice } = request;
  if (stopSurplusPrice === undefined && stopLossPrice === undefined) {
    throw new WireError('needOneOf', { fields: 'stopSurplusPrice, stopLossPrice' });
  }
  const trader = await traderOf(context, caller, request);
  const [position] = positionsOf(context, trader, request);
  const contract = rowInstrument(context.views, position!.instrument) as ContractInstrument;
  const takeProfit = stopIn('stopSurplusPrice', stopSurplusPrice, contract);
  const stopLoss = stopIn('stopLossPrice', stopLossPrice, contract);
  const side = position!.lots > 0 ? Side.sell : Side.buy;
  await setTraderStops(context, trader, contract, {
    side,
    ...(takeProfit !== undefined && { takeProfit }),
    ...(stopLoss !== undefined && { stopLoss }),
  });
  return 'success' as const;
});

/** Ticks; 0 = no stop. */
function stopIn(
  field: string,
  price: string | undefined,
  contract: ContractInstrument,
): number | undefined {
  if (price === undefined) return undefined;
  return /^[0.]+$/.test(price) ? 0 : ticksOf(field, price, contract);
}

export const letGo = signedRoute(specs.copy.removeFollower, async (context, request, caller) => {
  const follower = parseWireUserId(request.followerUid);
  if (follower === null) throw new WireError('copyPortfolioNotFound');
  await removeFollower(context, await traderOf(context, caller, request), follower);
  return 'success' as const;
});
