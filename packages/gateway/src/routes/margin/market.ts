/** What the wire asks of the market of loans: the rate of the hour, and ratios that nobody keeps. */
import { INTEREST_HOUR_MS, NO_PAIR } from '@halcyon/domain';
import { specs } from '@halcyon/protocol';
import { assetOf, instrumentOf, publicRoute, type Route, signedRoute } from '../../http/context.ts';
import { marginAccount, marginCoin } from '../../translate/margin.ts';
import { dailyRateText, rateText } from '../../translate/text.ts';

/** Nobody writes down over time how much is borrowed to be long and how much to be short. */
const longShort = publicRoute(specs.market.marginLongShort, ({ views }, { symbol, coin }) => {
  instrumentOf(views, symbol);
  if (coin !== undefined) assetOf(views, coin);
  return [];
});

/** The first command of a clock hour sets its rates, so the last one that was applied was in the rate's hour. */
const interestRate = signedRoute(specs.market.marginInterestRate, ({ views }, request, caller) => {
  const place = { account: marginAccount('crossed', caller), instrument: NO_PAIR };
  const { id, code } = marginCoin(views, place, request.coin);
  const { rate } = views.loans.coin(id)!;
  return {
    coin: code,
    dailyInterestRate: dailyRateText(rate),
    annualInterestRate: rateText(rate),
    updatedTime: String(views.time - (views.time % INTEREST_HOUR_MS)),
  };
});

export const MARGIN_MARKET_ROUTES: readonly Route[] = [longShort, interestRate];
