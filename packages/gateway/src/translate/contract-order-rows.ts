/** Orders and fills of contracts as rows of the wire. */
import {
  type AttachedPrices,
  CONTRACT_PLAN_WORDS,
  type InstrumentId,
  LIQUIDATION_OPTION,
  legOf,
  OrderOption,
  OrderType,
  Side,
  TradeOrigin,
  TriggerBy,
  wireId,
} from '@halcyon/domain';
import type {
  DataOf,
  MarginModeWord,
  PosSideWord,
  SideWord,
  specs,
  TriggerWord,
} from '@halcyon/protocol';
import { type FillRecord, Liquidity } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import type { RestContext } from '../http/context.ts';
import { contractPlanWord } from './contract-sources.ts';
import { marginModeWord, positionWords } from './contract-words.ts';
import type { CommonOrderFacts } from './order-facts.ts';
import { rowInstrument } from './order-rows.ts';
import { findPlan, type PlanFacts } from './plan-facts.ts';
import { amountText, averagePriceText, priceText, sizeText } from './text.ts';
import {
  cancelReasonWord,
  forceWord,
  orderTypeWord,
  selfTradeWord,
  triggerByWord,
} from './words.ts';

/** A row of an order, but for what a list adds. */
export type ContractOrderRow = Omit<DataOf<typeof specs.mix.orderDetail>, 'state'>;
/** A row of a fill, but for what a list adds. */
export type MixFillRow = Omit<DataOf<typeof specs.mix.orderFills>['fillList'][number], 'endId'>;

/** The plans that set off some orders of an account, by their ids. */
export async function plansOf(
  context: Pick<RestContext, 'views' | 'history'>,
  account: number,
  orders: readonly CommonOrderFacts[],
): Promise<ReadonlyMap<number, PlanFacts>> {
  const ids = [...new Set(orders.map(({ plan }) => plan))].filter((id) => id !== 0);
  const named = ids.map((order) => findPlan(context, account, { order, clientId: '' }));
  const found = await Promise.all(named);
  return new Map(found.flatMap((plan) => (plan === null ? [] : [[plan.id, plan]])));
}

/** A row of an order. @param plan that set it off, if one did */
export function contractOrderRow(
  views: Views,
  order: CommonOrderFacts,
  plan: PlanFacts | undefined,
): ContractOrderRow {
  const contract = rowInstrument(views, order.instrument);
  const settle = views.asset(contract.quote);
  const { side, posSide, tradeSide, posMode, reduceOnly } = positionWords(
    order.options,
    order.side,
  );
  return {
    symbol: contract.symbol,
    size: sizeText(contract, order.quantity),
    orderId: wireId(order.id),
    clientOid: order.clientId,
    baseVolume: sizeText(contract, order.filledLots),
    quoteVolume: amountText(settle, order.filledQuote),
    price: order.type === OrderType.market ? '0' : priceText(contract, order.price),
    priceAvg: averagePriceText(contract, order.filledLots, order.filledQuote),
    fee: amountText(settle, -order.fee),
    totalProfits: amountText(settle, order.profit),
    status: order.status,
    side,
    posSide,
    tradeSide,
    posMode,
    ...marginOf(views, order),
    reduceOnly,
    force: forceWord(order.timeInForce),
    orderType: orderTypeWord(order.type),
    orderSource: orderSource(order, plan),
    cancelReason: cancelReasonWord(order.doneReason),
    enterPointSource: (order.options & LIQUIDATION_OPTION) === 0 ? 'API' : 'SYS',
    stpMode: selfTradeWord(order.selfTrade),
    ...presetsOf(views, order, plan?.attached ?? null),
    cTime: String(order.createdTime),
    uTime: String(order.updatedTime),
  };
}

/** Coin, margin mode and leverage of the position that an order or a plan is for, as they are now. */
export function marginOf(
  views: Views,
  { account, instrument, options }: Pick<CommonOrderFacts, 'account' | 'instrument' | 'options'>,
): { marginCoin: string; marginMode: MarginModeWord; leverage: string } {
  const { quote } = rowInstrument(views, instrument);
  const settings = views.contracts.settings(account, instrument, legOf(options));
  return {
    marginCoin: views.asset(quote)?.code ?? '',
    marginMode: marginModeWord(settings.marginMode),
    leverage: String(settings.leverage),
  };
}

/** @param attached by the plan that set the order off, which may have said what each watches */
function presetsOf(views: Views, order: CommonOrderFacts, attached: AttachedPrices | null) {
  const contract = rowInstrument(views, order.instrument);
  const price = (ticks: number) => (ticks === 0 ? '' : priceText(contract, ticks));
  const type = (trigger: number, by: TriggerBy = TriggerBy.last): TriggerWord | '' =>
    trigger === 0 ? '' : triggerByWord(by);
  return {
    presetStopSurplusPrice: price(order.takeProfitTrigger),
    presetStopSurplusType: type(order.takeProfitTrigger, attached?.takeProfitBy),
    presetStopSurplusExecutePrice: price(order.takeProfitPrice),
    presetStopLossPrice: price(order.stopLossTrigger),
    presetStopLossType: type(order.stopLossTrigger, attached?.stopLossBy),
    presetStopLossExecutePrice: price(order.stopLossPrice),
  };
}

/** What made an order: the exchange, a plan, or a request. */
function orderSource(
  order: CommonOrderFacts,
  plan: PlanFacts | undefined,
): ContractOrderRow['orderSource'] {
  const type = order.type === OrderType.market ? 'market' : 'limit';
  if ((order.options & LIQUIDATION_OPTION) !== 0) return 'liquidation';
  const source = plan && CONTRACT_PLAN_WORDS[contractPlanWord(plan)].source;
  if (source) return `${source}_${type}`;
  return type === 'market' ? 'market' : 'normal';
}

/** Average entry price of what an order closed; empty where it may have opened something too. */
export function closedEntryText(views: Views, order: CommonOrderFacts): string {
  if ((order.options & (OrderOption.reduceOnly | LIQUIDATION_OPTION)) === 0) return '';
  const contract = rowInstrument(views, order.instrument);
  const { filledLots, closedLots, closedEntry } = order;
  // As the position showed it before each fill. Of older orders the cost alone is known, rounded down by fill.
  if (filledLots > 0 && closedLots === filledLots) {
    const hundredths = BigInt(closedLots) * 100n;
    return averagePriceText(contract, hundredths, closedEntry * BigInt(contract.quoteFactor));
  }
  const cost = order.filledQuote + (order.side === Side.sell ? -order.profit : order.profit);
  return averagePriceText(contract, filledLots, cost);
}

/** A row of a fill. */
export function contractFillRow(views: Views, fill: FillRecord): MixFillRow {
  const contract = rowInstrument(views, fill.instrument);
  const settle = views.asset(fill.feeAsset);
  const { side, posMode } = positionWords(fill.options, fill.side);
  const exchange = fill.origin !== TradeOrigin.book || (fill.options & LIQUIDATION_OPTION) !== 0;
  return {
    tradeId: wireId(fill.trade),
    symbol: contract.symbol,
    marginCoin: settle?.code ?? '',
    orderId: fill.order === 0 ? '0' : wireId(fill.order),
    price: priceText(contract, fill.price),
    baseVolume: sizeText(contract, fill.quantity),
    quoteVolume: amountText(settle, fill.quote),
    feeDetail: [
      {
        deduction: 'no',
        feeCoin: settle?.code ?? '',
        totalDeductionFee: '0',
        totalFee: amountText(settle, -fill.fee),
      },
    ],
    side,
    profit: amountText(settle, fill.profit),
    enterPointSource: exchange ? 'SYS' : 'API',
    tradeSide: fillTradeSide(fill),
    posMode,
    tradeScope: fill.liquidity === Liquidity.taker ? 'taker' : 'maker',
    orderType: orderTypeWord(fill.type),
    cTime: String(fill.time),
  };
}

/** How a fill closed or opened a position; off the book it is named by its cause. */
export function fillTradeSide(
  fill: Pick<FillRecord, 'options' | 'side' | 'origin' | 'liquidity'>,
): MixFillRow['tradeSide'] {
  const { options, side, origin, liquidity } = fill;
  const bankrupt = origin === TradeOrigin.deleveraging && liquidity === Liquidity.taker;
  if (origin === TradeOrigin.book || bankrupt) {
    return positionWords(bankrupt ? options | LIQUIDATION_OPTION : options, side).tradeSide;
  }
  const { posSide } = positionWords(options, side);
  return origin === TradeOrigin.offset
    ? `offset_close_${posSide}`
    : deleveragedWord(posSide, side === Side.buy ? 'buy' : 'sell');
}

function deleveragedWord(posSide: PosSideWord, side: SideWord) {
  return posSide === 'net'
    ? (`dte_sys_adl_${side}_in_single_side_mode` as const)
    : (`dte_sys_adl_close_${posSide}` as const);
}

/** A page of rows, with its end where clients look for it. */
export function withEndId<R>(
  rows: readonly R[],
  idOf: (row: R) => string,
): { readonly rows: (R & { endId: string })[]; readonly endId: string } {
  const last = rows.at(-1);
  const endId = last === undefined ? '' : idOf(last);
  return { rows: rows.map((row) => ({ ...row, endId })), endId };
}

/** The contract of a row that was asked for with a symbol: rows of another one are not meant. */
export function isOf(instrument: InstrumentId, asked: InstrumentId | undefined): boolean {
  return asked === undefined || instrument === asked;
}
