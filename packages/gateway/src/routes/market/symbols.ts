import {
  ceilToStep,
  floorToStep,
  type Instrument,
  InstrumentState,
  stepDigits,
} from '@halcyon/domain';
import { type DataOf, specs } from '@halcyon/protocol';
import type { Views } from '@halcyon/views';
import { instrumentOf, knownAsset, publicRoute } from '../../http/context.ts';
import { amountText, rateText, sizeText } from '../../translate/text.ts';
import { usdtMinimumText } from '../../translate/value.ts';

type SymbolRow = DataOf<typeof specs.market.symbols>[number];

const STATUS: Readonly<Record<InstrumentState, SymbolRow['status']>> = {
  [InstrumentState.open]: 'online',
  [InstrumentState.postOnly]: 'gray',
  [InstrumentState.cancelOnly]: 'gray',
  [InstrumentState.halted]: 'halt',
  [InstrumentState.paused]: 'gray',
  [InstrumentState.feedStale]: 'gray',
  [InstrumentState.reduceOnly]: 'gray',
};

/** Instruments with precisions, limits and the fees of the lowest level. */
export const symbols = publicRoute(specs.market.symbols, ({ views }, { symbol }) => {
  const chosen = symbol === undefined ? views.instruments() : [instrumentOf(views, symbol)];
  return chosen.map((instrument) => symbolRow(views, instrument));
});

/** A row of `symbols`; what the margin area tells of a pair is the same. */
export function symbolRow(views: Views, instrument: Instrument): SymbolRow {
  const quote = knownAsset(views, instrument.quote);
  const fees = views.feeSchedule()[0];
  const { priceScale, priceStep, quantityScale, quantityStep } = instrument;
  return {
    symbol: instrument.symbol,
    baseCoin: knownAsset(views, instrument.base).code,
    quoteCoin: quote.code,
    minTradeAmount: sizeText(instrument, ceilToStep(instrument.quantityMin, quantityStep)),
    maxTradeAmount: sizeText(instrument, floorToStep(instrument.quantityMax, quantityStep)),
    takerFeeRate: rateText(fees?.takerPpm ?? 0),
    makerFeeRate: rateText(fees?.makerPpm ?? 0),
    pricePrecision: String(stepDigits(priceScale, priceStep)),
    quantityPrecision: String(stepDigits(quantityScale, quantityStep)),
    priceScale: String(priceScale),
    quantityScale: String(quantityScale),
    quotePrecision: String(quote.scale),
    status: STATUS[instrument.state],
    minTradeUSDT: usdtMinimumText(views, quote, BigInt(instrument.notionalMin)),
    minTradeQuote: amountText(quote, instrument.notionalMin),
    buyLimitPriceRatio: rateText(instrument.bandPpm),
    sellLimitPriceRatio: rateText(instrument.bandPpm),
    areaSymbol: 'no',
    orderQuantity: String(instrument.openOrdersMax),
    openTime: '',
    offTime: '',
  };
}
