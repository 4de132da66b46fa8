import { Product, type UserId } from '@halcyon/domain';
import { type RequestOf, specs, USDT_FUTURES } from '@halcyon/protocol';
import type { Views } from '@halcyon/views';
import { contractOf, instrumentOf, signedRoute } from '../../http/context.ts';
import { futuresAccount } from '../../translate/contract-requests.ts';
import { rateText } from '../../translate/text.ts';

type Business = RequestOf<typeof specs.account.tradeRate>['businessType'];

/** Fee rates of the caller in one instrument. */
export const tradeRate = signedRoute(
  specs.account.tradeRate,
  ({ views }, { symbol, businessType }, { user }) =>
    rates(views, user, businessType)(instrumentNamed(views, businessType, symbol).id),
);

/** Fee rates of the caller in one or all instruments. */
export const allTradeRate = signedRoute(
  specs.account.allTradeRate,
  ({ views }, { symbol, businessType }, { user }) => {
    const ratesOf = rates(views, user, businessType);
    const product = businessType === 'mix' ? Product.usdtFutures : Product.spot;
    const chosen =
      symbol === undefined
        ? views.instruments(product)
        : [instrumentNamed(views, businessType, symbol)];
    return chosen.map((instrument) => ({ symbol: instrument.symbol, ...ratesOf(instrument.id) }));
  },
);

function instrumentNamed(views: Views, businessType: Business, symbol: string) {
  return businessType === 'mix'
    ? contractOf(views, USDT_FUTURES, symbol)
    : instrumentOf(views, symbol);
}

/** The rates of a user by instrument. */
function rates(views: Views, user: UserId, businessType: Business) {
  const account = futuresAccount({ user });
  return (instrument: number) => {
    const { makerPpm, takerPpm } =
      businessType === 'mix'
        ? views.contracts.feeRates(account, instrument)
        : views.feeRates(user, businessType === 'margin');
    return { makerFeeRate: rateText(makerPpm), takerFeeRate: rateText(takerPpm) };
  };
}
