import { specs, WireError } from '@halcyon/protocol';
import { instrumentOf, signedRoute } from '../../http/context.ts';
import { rateText } from '../../translate/text.ts';

/** Fee rates of the caller in one instrument. */
export const tradeRate = signedRoute(
  specs.account.tradeRate,
  ({ views }, { symbol, businessType }, { user }) => {
    mustBeSpot(businessType);
    instrumentOf(views, symbol);
    const { makerPpm, takerPpm } = views.feeRates(user);
    return { makerFeeRate: rateText(makerPpm), takerFeeRate: rateText(takerPpm) };
  },
);

/** Fee rates of the caller in one or all instruments. */
export const allTradeRate = signedRoute(
  specs.account.allTradeRate,
  ({ views }, { symbol, businessType }, { user }) => {
    mustBeSpot(businessType);
    const { makerPpm, takerPpm } = views.feeRates(user);
    const chosen = symbol === undefined ? views.instruments() : [instrumentOf(views, symbol)];
    return chosen.map((instrument) => ({
      symbol: instrument.symbol,
      makerFeeRate: rateText(makerPpm),
      takerFeeRate: rateText(takerPpm),
    }));
  },
);

function mustBeSpot(businessType: string): void {
  if (businessType === 'spot') return;
  const area = businessType === 'mix' ? 'futures' : 'margin';
  throw new WireError('areaNotOpen', { area, path: 'trade-rate' });
}
