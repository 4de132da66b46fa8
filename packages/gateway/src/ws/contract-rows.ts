/** Rows of pushes about contracts as JSON texts; see rows.ts. */
import { formatDecimal, type Instrument } from '@halcyon/domain';
import type { Views } from '@halcyon/views';
import { amountText, priceText, rateText, sizeText } from '../translate/text.ts';

/** Digits after the point of rates of funding. */
const FUNDING_SCALE = 8;
/** The `symbolType` of a perpetual contract. */
const PERPETUAL = 1;

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
