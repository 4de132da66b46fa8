/** Rows of pushes about contracts as JSON texts; see rows.ts. What REST's rows say too comes from there. */
import {
  type AccountId,
  type ContractTradeEvent,
  formatDecimal,
  type Instrument,
  OrderOption,
  OrderType,
  PlanType,
  PositionLeg,
  PositionMode,
  Side,
  wireId,
} from '@halcyon/domain';
import { Liquidity, type PositionRecord } from '@halcyon/records';
import type { PlanView, Views } from '@halcyon/views';
import { contractFillRow, contractOrderRow, marginOf } from '../translate/contract-order-rows.ts';
import { marginModeWord, positionWords, posModeWord } from '../translate/contract-words.ts';
import { factsOfView } from '../translate/order-facts.ts';
import { rowInstrument } from '../translate/order-rows.ts';
import { planExtras } from '../translate/plan-rows.ts';
import { accountTexts, positionId, positionTexts } from '../translate/position-texts.ts';
import { amountText, averagePriceText, priceText, rateText, sizeText } from '../translate/text.ts';
import { planStatusWord, sideWord, triggerByWord } from '../translate/words.ts';
import type { FillMoment, OrderMoment, PlanMoment } from './rows.ts';

/** Digits after the point of rates of funding. */
const FUNDING_SCALE = 8;
/** The `symbolType` of a perpetual contract. */
const PERPETUAL = 1;
/** Accounts have one margin coin each, and no pool of several. */
const SINGLE = 'single';
const NO_UNION = { unionTotalMargin: '0', unionAvailable: '0', unionMm: '0' } as const;

/** A ticker row: as of spot, with prices and sums that only contracts have. */
export function contractTickerJson(instrument: Instrument, views: Views, now: number): string {
  const ticker = views.ticker(instrument.id);
  const { mark, index, fundingRate, fundingTime, openInterest } = views.contracts.contract(
    instrument.id,
  );
  const price = (ticks: number): string => priceText(instrument, ticks);
  return JSON.stringify({
    instId: instrument.symbol,
    lastPr: price(ticker.last),
    bidPr: price(ticker.bidPrice),
    askPr: price(ticker.askPrice),
    bidSz: sizeText(instrument, ticker.bidSize),
    askSz: sizeText(instrument, ticker.askSize),
    open24h: price(ticker.open),
    high24h: price(ticker.high),
    low24h: price(ticker.low),
    change24h: rateText(ticker.changePpm),
    fundingRate: formatDecimal(fundingRate, FUNDING_SCALE),
    nextFundingTime: String(fundingTime),
    markPrice: price(mark),
    indexPrice: price(index),
    holdingAmount: sizeText(instrument, openInterest),
    baseVolume: sizeText(instrument, ticker.baseVolume),
    quoteVolume: amountText(views.asset(instrument.quote), ticker.quoteVolume),
    openUtc: price(ticker.openUtc),
    symbolType: PERPETUAL,
    symbol: instrument.symbol,
    deliveryPrice: '0',
    ts: String(now),
  });
}

/** A row of the orders channel: REST's, with the fill that it tells of. */
export function contractOrderJson(
  instrument: Instrument,
  views: Views,
  { order, fill, fee, ...moment }: OrderMoment,
): string {
  const {
    symbol,
    baseVolume,
    quoteVolume,
    fee: paid,
    orderSource,
    reduceOnly,
    ...row
  } = contractOrderRow(
    views,
    {
      ...factsOfView(order),
      ...moment,
      fee: BigInt(fee),
      profit: BigInt(moment.profit),
      filledLots: moment.filledBase,
      doneReason: moment.status === 'canceled' ? order.doneReason : null,
      updatedTime: moment.time,
    },
    undefined,
  );
  const coin = views.asset(instrument.quote);
  const value = BigInt(moment.price) * BigInt(moment.quantity) * BigInt(instrument.quoteFactor);
  return JSON.stringify({
    instId: symbol,
    ...row,
    reduceOnly: reduceOnly.toLowerCase(),
    notionalUsd: order.price === 0 ? quoteVolume : amountText(coin, value),
    accBaseVolume: baseVolume,
    feeDetail: moment.filledBase === 0 ? [] : [{ feeCoin: row.marginCoin, fee: paid }],
    ...(fill === null
      ? {}
      : {
          fillPrice: priceText(instrument, fill.price),
          tradeId: wireId(fill.trade),
          baseVolume: sizeText(instrument, fill.quantity),
          fillTime: String(fill.time),
          fillFee: amountText(coin, -fill.fee),
          fillFeeCoin: row.marginCoin,
          fillNotionalUsd: amountText(coin, fill.quote),
          pnl: amountText(coin, fill.profit),
          tradeScope: fill.maker ? 'M' : 'T',
        }),
  });
}

/** One side of a contract's trade. */
export type ContractFill = FillMoment &
  Pick<ContractTradeEvent, 'instrument' | 'origin'> & {
    readonly account: AccountId;
    readonly profit: number;
  };

/** A row of the fill channel: REST's, with the order's client id. */
export function contractFillJson(instrument: Instrument, views: Views, fill: ContractFill): string {
  const { marginCoin, enterPointSource, ...row } = contractFillRow(views, {
    ...fill,
    order: fill.orderId,
    type: fill.order?.type ?? OrderType.market,
    liquidity: fill.maker ? Liquidity.maker : Liquidity.taker,
    feeAsset: instrument.quote,
    options: fill.order?.options ?? closedLeg(views, fill),
  });
  const clientOid = fill.order?.clientId ?? '';
  return JSON.stringify({ clientOid, ...row, uTime: row.cTime });
}

/** Off the book positions are only closed: in hedge mode the side tells which one it was. */
function closedLeg(views: Views, { account, side }: ContractFill): number {
  if (views.contracts.positionMode(account) === PositionMode.oneWay) return 0;
  return side === Side.sell ? OrderOption.longLeg : OrderOption.shortLeg;
}

/** How pushes name the types of plans; lists have other words. */
const PLAN_WORDS: Readonly<Record<PlanType, string>> = {
  [PlanType.trigger]: 'pl',
  [PlanType.takeProfit]: 'tp',
  [PlanType.stopLoss]: 'sl',
  [PlanType.ocoStop]: 'sl',
  [PlanType.trailing]: 'track',
  [PlanType.positionProfit]: 'ptp',
  [PlanType.positionLoss]: 'psl',
};

/** A row of the orders-algo channel. */
export function contractPlanJson(
  instrument: Instrument,
  views: Views,
  plan: PlanView,
  { status, code, time }: PlanMoment,
): string {
  const { reduceOnly, ...position } = positionWords(plan.options, plan.side);
  const triggerPrice = priceText(instrument, plan.triggerPrice);
  const size = sizeText(instrument, plan.quantity);
  return JSON.stringify({
    instId: instrument.symbol,
    orderId: wireId(plan.plan),
    clientOid: plan.clientId,
    triggerPrice,
    triggerType: triggerByWord(plan.triggerBy),
    triggerTime: status === 'executed' ? String(time) : '',
    planType: PLAN_WORDS[plan.planType],
    price: triggerPrice,
    executePrice: plan.price === 0 ? '0' : priceText(instrument, plan.price),
    size,
    actualSize: status === 'executed' ? size : '0',
    orderType: plan.price === 0 ? 'market' : 'limit',
    ...position,
    reduceOnly: reduceOnly.toLowerCase(),
    ...marginOf(views, plan),
    status: status === 'live' ? status : planStatusWord(status),
    ...planExtras({ callbackPpm: plan.callbackPpm, code }),
    stopSurplusTriggerType: '',
    stopLossTriggerType: '',
    stpMode: 'none',
    enterPointSource: 'API',
    cTime: String(plan.createdTime),
    uTime: String(time),
  });
}

/** Rows of all open positions, or of those of one contract. */
export function positionRows(views: Views, account: AccountId, only: number | null): string[] {
  const query = only === null ? {} : { instrument: only };
  const positions = views.contracts.positions(account, query);
  if (positions.length === 0) return [];
  const margin = views.contracts.marginAccount(account);
  return positions.map((position) => {
    const { closing, opening, marginRatio, ...texts } = positionTexts(views, position, margin);
    return JSON.stringify({
      posId: positionId(position),
      instId: views.instrument(position.instrument)?.symbol,
      ...texts,
      frozen: closing,
      marginRate: marginRatio,
      assetMode: SINGLE,
    });
  });
}

/** A row of the positions-history channel. */
export function positionHistoryJson(views: Views, position: PositionRecord): string {
  const { leg, profit, funding, fees, openingFees } = position;
  const instrument = rowInstrument(views, position.instrument);
  const coin = views.asset(instrument.quote);
  const amount = (units: number): string => amountText(coin, units);
  const factor = BigInt(instrument.quoteFactor);
  const average = (lots: bigint, value: bigint): string =>
    averagePriceText(instrument, lots, value * factor);
  const mode = leg === PositionLeg.net ? PositionMode.oneWay : PositionMode.hedge;
  return JSON.stringify({
    posId: positionId(position),
    instId: instrument.symbol,
    marginCoin: coin?.code ?? '',
    marginMode: marginModeWord(position.marginMode),
    holdSide: position.side === Side.buy ? 'long' : 'short',
    posMode: posModeWord(mode),
    openPriceAvg: average(position.openedLots, position.openedValue),
    closePriceAvg: average(position.closedLots, position.closedValue),
    openSize: sizeText(instrument, position.openedLots),
    closeSize: sizeText(instrument, position.closedLots),
    achievedProfits: amount(profit),
    settleFee: amount(funding),
    openFee: amount(-openingFees),
    closeFee: amount(openingFees - fees),
    cTime: String(position.openedAt),
    uTime: String(position.closedAt),
  });
}

/** The row of the account channel; none while no contract is listed. */
export function contractAccountRows(views: Views, account: AccountId): string[] {
  const texts = accountTexts(views, account);
  if (texts === null) return [];
  return [
    JSON.stringify({
      marginCoin: texts.marginCoin,
      frozen: texts.locked,
      available: texts.available,
      maxOpenPosAvailable: texts.free,
      maxTransferOut: texts.withdrawable,
      equity: texts.equity,
      usdtEquity: texts.equity,
      crossedRiskRate: texts.crossRatio,
      unrealizedPL: texts.unrealised,
      ...NO_UNION,
      assetsMode: SINGLE,
    }),
  ];
}

/** The row of the equity channel. */
export function equityRows(views: Views, account: AccountId): string[] {
  const texts = accountTexts(views, account);
  const usdtEquity = texts?.equity ?? '0';
  const unrealizedPL = texts?.unrealised ?? '0';
  const btcEquity = texts?.btcEquity ?? '0';
  return [JSON.stringify({ btcEquity, usdtEquity, unrealizedPL, ...NO_UNION })];
}

/** A row of the adl-noti channel: a trade off the book that closed what was profitable. */
export function deleveragingJson(
  instrument: Instrument,
  { price, quantity, time }: ContractTradeEvent,
  side: Side,
): string {
  return JSON.stringify({
    symbol: instrument.symbol,
    side: sideWord(side),
    status: 'triggered',
    price: priceText(instrument, price),
    amount: sizeText(instrument, quantity),
    ts: String(time),
  });
}
