/** Rows of pushes about contracts as JSON texts; see rows.ts. What REST's rows say too comes from there. */
import {
  type AccountId,
  CONTRACT_PLAN_WORDS,
  type ContractTradeEvent,
  type Instrument,
  OrderOption,
  OrderType,
  PositionMode,
  Side,
  type UserId,
  wireId,
} from '@halcyon/domain';
import type { ChannelRow } from '@halcyon/protocol';
import { type CopiedOrderRecord, Liquidity, type PositionRecord } from '@halcyon/records';
import type { PlanView, Views } from '@halcyon/views';
import { closedPositionRow } from '../translate/closed-position-row.ts';
import { contractFillRow, contractOrderRow } from '../translate/contract-order-rows.ts';
import { contractPlanRow } from '../translate/contract-plan-rows.ts';
import { contractPlanWord } from '../translate/contract-sources.ts';
import { copiedFillRow } from '../translate/copied-orders.ts';
import { factsOfView } from '../translate/order-facts.ts';
import { rowInstrument } from '../translate/order-rows.ts';
import { planOfView } from '../translate/plan-facts.ts';
import { planExtras } from '../translate/plan-rows.ts';
import { accountTexts, positionId, positionTexts } from '../translate/position-texts.ts';
import { amountText, fundingRateText, priceText, rateText, sizeText } from '../translate/text.ts';
import { sideWord } from '../translate/words.ts';
import type { FillMoment, OrderMoment, PlanMoment } from './rows.ts';

/** A row of a channel of contracts. */
type Row<C extends string> = ChannelRow<'USDT-FUTURES', C>;

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
    fundingRate: fundingRateText(fundingRate),
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
  } satisfies Row<'ticker'>);
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
    reduceOnly: reduceOnly === 'YES' ? 'yes' : 'no',
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
  } satisfies Row<'orders'>);
}

/** One side of a contract's trade. */
export type ContractFillSide = FillMoment &
  Pick<ContractTradeEvent, 'instrument' | 'origin'> & {
    readonly account: AccountId;
    readonly profit: number;
  };

/** A row of the fill channel: REST's, with the order's client id. */
export function contractFillJson(
  instrument: Instrument,
  views: Views,
  fill: ContractFillSide,
): string {
  const { marginCoin, enterPointSource, ...row } = contractFillRow(views, {
    ...fill,
    order: fill.orderId,
    type: fill.order?.type ?? OrderType.market,
    liquidity: fill.maker ? Liquidity.maker : Liquidity.taker,
    feeAsset: instrument.quote,
    options: fill.order?.options ?? closedLeg(views, fill),
  });
  const clientOid = fill.order?.clientId ?? '';
  return JSON.stringify({ clientOid, ...row, uTime: row.cTime } satisfies Row<'fill'>);
}

/** The same of what a trader has got of an order that is copied. */
export function copiedFillJson(views: Views, copied: CopiedOrderRecord, trader: UserId): string {
  const { marginCoin, enterPointSource, ...row } = copiedFillRow(views, copied, trader);
  return JSON.stringify({ clientOid: '', ...row, uTime: row.cTime } satisfies Row<'fill'>);
}

/** Off the book positions are only closed: in hedge mode the side tells which one it was. */
function closedLeg(views: Views, { account, side }: ContractFillSide): number {
  if (views.contracts.positionMode(account) === PositionMode.oneWay) return 0;
  return side === Side.sell ? OrderOption.longLeg : OrderOption.shortLeg;
}

/** A row of the orders-algo channel: REST's, with what became of the plan. */
export function contractPlanJson(
  views: Views,
  plan: PlanView,
  { status, code, time }: PlanMoment,
): string {
  const facts = { ...planOfView(plan), status, code, updatedTime: time };
  const { symbol, planStatus, reduceOnly, ...row } = contractPlanRow(views, facts);
  const executed = status === 'executed';
  return JSON.stringify({
    instId: symbol,
    ...row,
    planType: CONTRACT_PLAN_WORDS[contractPlanWord(plan)].push,
    status: planStatus,
    reduceOnly: reduceOnly === 'YES' ? 'yes' : 'no',
    triggerTime: executed ? String(time) : '',
    actualSize: executed ? row.size : '0',
    ...planExtras({ callbackPpm: plan.callbackPpm, code }),
    stpMode: 'none',
  } satisfies Row<'orders-algo'>);
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
      instId: rowInstrument(views, position.instrument).symbol,
      ...texts,
      frozen: closing,
      marginRate: marginRatio,
      assetMode: SINGLE,
    } satisfies Row<'positions'>);
  });
}

/** A row of the positions-history channel: REST's, by other names. */
export function positionHistoryJson(views: Views, position: PositionRecord): string {
  const row = closedPositionRow(views, position);
  return JSON.stringify({
    posId: row.positionId,
    instId: row.symbol,
    marginCoin: row.marginCoin,
    marginMode: row.marginMode,
    holdSide: row.holdSide,
    posMode: row.posMode,
    openPriceAvg: row.openAvgPrice,
    closePriceAvg: row.closeAvgPrice,
    openSize: row.openTotalPos,
    closeSize: row.closeTotalPos,
    achievedProfits: row.pnl,
    settleFee: row.totalFunding,
    openFee: row.openFee,
    closeFee: row.closeFee,
    cTime: row.cTime,
    uTime: row.uTime,
  } satisfies Row<'positions-history'>);
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
    } satisfies Row<'account'>),
  ];
}

/** The row of the equity channel. */
export function equityRows(views: Views, account: AccountId): string[] {
  const texts = accountTexts(views, account);
  const usdtEquity = texts?.equity ?? '0';
  const unrealizedPL = texts?.unrealised ?? '0';
  const btcEquity = texts?.btcEquity ?? '0';
  const row = { btcEquity, usdtEquity, unrealizedPL, ...NO_UNION } satisfies Row<'equity'>;
  return [JSON.stringify(row)];
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
  } satisfies Row<'adl-noti'>);
}
