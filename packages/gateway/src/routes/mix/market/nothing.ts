/** What the wire asks of contracts and this exchange has nothing of. */
import { type Like, specs, USDT_FUTURES } from '@halcyon/protocol';
import { assetOf, contractOf, publicRoute } from '../../../http/context.ts';

/** No coin but the margin coin backs positions, so none is discounted, converted or lent. */
export const discountRate = publicRoute(specs.mix.discountRate, () => []);
export const exchangeRate = publicRoute(specs.mix.exchangeRate, () => []);
export const unionInterestRateHistory = publicRoute(
  specs.mix.unionInterestRateHistory,
  ({ views }, { coin }) => ({ coin: assetOf(views, coin).code, historyInterestRateList: [] }),
);

/** Nobody writes down over time how many are long and how many short. */
function notKept(spec: Like<typeof specs.mix.longShort>) {
  return publicRoute(spec, ({ views }, { symbol }) => {
    contractOf(views, USDT_FUTURES, symbol);
    return [];
  });
}

export const accountLongShort = notKept(specs.mix.accountLongShort);
export const positionLongShort = notKept(specs.mix.positionLongShort);
export const longShort = notKept(specs.mix.longShort);
