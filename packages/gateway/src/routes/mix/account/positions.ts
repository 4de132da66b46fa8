import { type AccountId, legOf, PlanType, wireId } from '@halcyon/domain';
import { type DataOf, readPage, specs, USDT_FUTURES } from '@halcyon/protocol';
import type { PlanView, PositionView, Views } from '@halcyon/views';
import { type RestContext, signedRoute } from '../../../http/context.ts';
import { closedPositionRow } from '../../../translate/closed-position-row.ts';
import {
  contractFilter,
  futuresAccount,
  requestedContract,
} from '../../../translate/contract-requests.ts';
import { rowInstrument } from '../../../translate/order-rows.ts';
import { positionTexts } from '../../../translate/position-texts.ts';
import { priceText } from '../../../translate/text.ts';

type PositionRow = DataOf<typeof specs.mix.allPosition>[number];

const LIMIT = 20;

/** Open positions. */
export const allPosition = signedRoute(specs.mix.allPosition, ({ views }, request, caller) => {
  const { productType, marginCoin } = request;
  if (contractFilter(views, { productType }) === null) return [];
  const settle = views.contracts.settleAsset;
  const coin = settle === undefined ? undefined : views.asset(settle)?.code;
  if (marginCoin !== undefined && marginCoin !== coin) return [];
  return positionRows(views, futuresAccount(caller), undefined);
});

/** Open positions in a contract. */
export const singlePosition = signedRoute(
  specs.mix.singlePosition,
  ({ views }, request, caller) => {
    const contract = requestedContract(views, request);
    return positionRows(views, futuresAccount(caller), contract.id);
  },
);

function positionRows(
  views: Views,
  account: AccountId,
  instrument: number | undefined,
): PositionRow[] {
  const margin = views.contracts.marginAccount(account);
  const plans = views.plans(account, { instrument });
  return views.contracts
    .positions(account, { instrument })
    .map((position) => positionRow(views, position, positionTexts(views, position, margin), plans));
}

function positionRow(
  views: Views,
  position: PositionView,
  texts: ReturnType<typeof positionTexts>,
  plans: readonly PlanView[],
): PositionRow {
  const { opening, closing, leverage, unrealizedPLR: _unrealizedPLR, ...rest } = texts;
  const instrument = rowInstrument(views, position.instrument);
  const ofPosition = (type: PlanType) =>
    plans.find(
      (plan) =>
        plan.planType === type &&
        plan.instrument === position.instrument &&
        legOf(plan.options) === position.leg,
    );
  const profit = ofPosition(PlanType.positionProfit);
  const loss = ofPosition(PlanType.positionLoss);
  const trigger = (plan: PlanView | undefined): string =>
    plan === undefined ? '' : priceText(instrument, plan.triggerPrice);
  return {
    ...rest,
    symbol: instrument.symbol,
    openDelegateSize: opening,
    locked: closing,
    leverage: String(leverage),
    takeProfit: trigger(profit),
    stopLoss: trigger(loss),
    takeProfitId: profit === undefined ? '' : wireId(profit.plan),
    stopLossId: loss === undefined ? '' : wireId(loss.plan),
    assetMode: 'single',
  };
}

/** Closed positions; a page ends with the `endId` that the next begins after. */
export const historyPosition = signedRoute(
  specs.mix.historyPosition,
  async ({ views, history }: RestContext, request, caller) => {
    const { before, ...page } = readPage(request, LIMIT);
    const { productType = USDT_FUTURES, symbol } = request;
    const named = symbol === undefined ? { productType } : { productType, symbol };
    const chosen = contractFilter(views, named);
    if (chosen === null) return { list: [], endId: '' };
    const account = futuresAccount(caller);
    const rows = await history.positionHistory(
      { account, ...chosen, ...page, idLessThan: before },
      { minSeq: views.lastAckSeq(account) },
    );
    const last = rows.at(-1);
    const endId = last === undefined ? '' : wireId(last.closedId);
    return { list: rows.map((row) => ({ ...closedPositionRow(views, row), endId })), endId };
  },
);

/** How near each position is to being deleveraged. */
export const adlRank = signedRoute(specs.mix.adlRank, ({ views }, { productType }, caller) => {
  if (contractFilter(views, { productType }) === null) return [];
  const positions = views.contracts.deleveragingRanks(futuresAccount(caller));
  return positions.map(({ instrument, lots, rank }) => {
    const { symbol, quote } = rowInstrument(views, instrument);
    return {
      symbol,
      marginCoin: views.asset(quote)?.code ?? '',
      holdSide: lots > 0 ? 'long' : 'short',
      adlRank: String(rank),
      rank: String(rank),
    };
  });
});
