/** The pairs that margin accounts trade, as clients load them at their start. */
import { InstrumentState, MARGIN_CALL_PPM, MARGIN_END_PPM } from '@halcyon/domain';
import { specs } from '@halcyon/protocol';
import type { CoinView, Views } from '@halcyon/views';
import { knownAsset, publicRoute } from '../../http/context.ts';
import { amountText, rateText } from '../../translate/text.ts';
import { symbolRow } from '../market/symbols.ts';
import { isBorrowable, leverageOf } from './terms.ts';

export const marginCurrencies = publicRoute(specs.market.marginCurrencies, ({ views }) =>
  views.instruments().flatMap((instrument) => {
    const coins = [instrument.base, instrument.quote].map((asset) => views.loans.coin(asset));
    const [base, quote] = coins;
    if (base === undefined || quote === undefined) return [];
    const row = symbolRow(views, instrument);
    const lends = [base, quote].map(isBorrowable);
    const isolated = isolatedLeverage(views, instrument.id);
    return [
      {
        symbol: row.symbol,
        baseCoin: row.baseCoin,
        quoteCoin: row.quoteCoin,
        maxCrossedLeverage: String(lower(base, quote)),
        maxIsolatedLeverage: String(isolated),
        warningRiskRatio: rateText(MARGIN_CALL_PPM),
        liquidationRiskRatio: rateText(MARGIN_END_PPM),
        minTradeAmount: row.minTradeAmount,
        maxTradeAmount: row.maxTradeAmount,
        ...ratesOf(views, row),
        pricePrecision: row.pricePrecision,
        quantityPrecision: row.quantityPrecision,
        minTradeUSDT: row.minTradeUSDT,
        isBorrowable: lends.includes(true),
        userMinBorrow: amountText(knownAsset(views, instrument.base), base.terms.loanMin),
        status: instrument.state === InstrumentState.open ? '1' : '0',
        isIsolatedBaseBorrowable: isolated > 0 && lends[0]!,
        isIsolatedQuoteBorrowable: isolated > 0 && lends[1]!,
        isCrossBorrowable: lends.includes(true),
      },
    ];
  }),
);

/** Fees of the lowest level: margin accounts may have rates of their own, else they are the pair's. */
function ratesOf(views: Views, { takerFeeRate, makerFeeRate }: ReturnType<typeof symbolRow>) {
  const { marginTakerPpm: taker, marginMakerPpm: maker } = views.feeSchedule()[0] ?? {};
  return {
    takerFeeRate: taker === undefined ? takerFeeRate : rateText(taker),
    makerFeeRate: maker === undefined ? makerFeeRate : rateText(maker),
  };
}

/** The highest leverage at which either coin is lent. */
function lower(base: CoinView, quote: CoinView): number {
  return Math.min(leverageOf(base.terms.tiers), leverageOf(quote.terms.tiers));
}

/** The highest leverage of a pair's own account; 0 = it has none. */
function isolatedLeverage(views: Views, instrument: number): number {
  const terms = views.loans.pair(instrument)?.terms;
  return terms === undefined ? 0 : Math.min(leverageOf(terms.base), leverageOf(terms.quote));
}
