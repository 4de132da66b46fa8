/** What loans cost, and how large they may be. */
import { type Asset, initialPpm, type LoanTier, levelOf, type UserId } from '@halcyon/domain';
import { specs } from '@halcyon/protocol';
import type { CoinView, Views } from '@halcyon/views';
import { type Route, signedRoute } from '../../http/context.ts';
import { coinsOf, marginCoin, marginPair, placeOf } from '../../translate/margin.ts';
import { amountText, dailyRateText, rateText } from '../../translate/text.ts';

/** Rate and limits of a coin. @param tiers its debts' tiers here */
function ratesOf(views: Views, user: UserId, asset: Asset, tiers: readonly LoanTier[]) {
  const coin = views.loans.coin(asset.id)!;
  const { rate, terms } = coin;
  const { levelMax } = terms;
  const largest = tiers.at(-1)!.upTo;
  const limitOf = (level: number) =>
    amountText(asset, Math.min(largest, levelMax[Math.min(level, levelMax.length - 1)]!));
  const dailyInterestRate = dailyRateText(rate);
  const annual = rateText(rate);
  return {
    dailyInterestRate,
    annual,
    borrowable: isBorrowable(coin),
    most: limitOf(levelOf(views.feeTier(user))),
    levels: levelMax.map((_, level) => ({
      level: String(level),
      limit: limitOf(level),
      dailyInterestRate,
      annualInterestRate: annual,
      annuallyInterestRate: annual,
      discountRate: '1',
    })),
  };
}

/** Whether the pool has a smallest loan. */
export function isBorrowable({ terms, lent, unlent }: CoinView): boolean {
  return Math.min(unlent, terms.lentMax - lent) >= terms.loanMin;
}

/** The highest leverage of tiers. */
export function leverageOf(tiers: readonly LoanTier[]): number {
  return tiers[0]!.leverageMax;
}

/** Routes of rates, limits and tiers. */
export const MARGIN_TERMS_ROUTES: readonly Route[] = [
  signedRoute(specs.crossed.interestRate, ({ views }, { coin }, caller) => {
    const asset = marginCoin(views, placeOf(views, 'crossed', caller, {}), coin);
    const { tiers } = views.loans.coin(asset.id)!.terms;
    const rates = ratesOf(views, caller.user, asset, tiers);
    return [
      {
        coin: asset.code,
        leverage: String(leverageOf(tiers)),
        transferable: true,
        borrowable: rates.borrowable,
        dailyInterestRate: rates.dailyInterestRate,
        annualInterestRate: rates.annual,
        maxBorrowableAmount: rates.most,
        vipList: rates.levels,
      },
    ];
  }),
  signedRoute(specs.crossed.tierData, ({ views }, { coin }, caller) => {
    const asset = marginCoin(views, placeOf(views, 'crossed', caller, {}), coin);
    const { tiers } = views.loans.coin(asset.id)!.terms;
    return tiers.map(({ upTo, leverageMax, maintenancePpm }, i) => ({
      tier: String(i + 1),
      leverage: String(leverageMax),
      coin: asset.code,
      maxBorrowableAmount: amountText(asset, upTo),
      maintainMarginRate: rateText(maintenancePpm),
    }));
  }),
  signedRoute(specs.isolated.interestRate, ({ views }, { symbol }, caller) => {
    const pair = marginPair(views, symbol);
    const [base, quote] = coinsOf(views, pair);
    const { terms } = views.loans.pair(pair.id)!;
    const ofBase = ratesOf(views, caller.user, base, terms.base);
    const ofQuote = ratesOf(views, caller.user, quote, terms.quote);
    return [
      {
        symbol: pair.symbol,
        leverage: String(Math.min(leverageOf(terms.base), leverageOf(terms.quote))),
        baseCoin: base.code,
        baseTransferable: true,
        baseBorrowable: ofBase.borrowable,
        baseDailyInterestRate: ofBase.dailyInterestRate,
        baseAnnuallyInterestRate: ofBase.annual,
        baseMaxBorrowableAmount: ofBase.most,
        baseVipList: ofBase.levels,
        quoteCoin: quote.code,
        quoteTransferable: true,
        quoteTransferInAble: true,
        quoteBorrowable: ofQuote.borrowable,
        quoteDailyInterestRate: ofQuote.dailyInterestRate,
        quoteAnnuallyInterestRate: ofQuote.annual,
        quoteMaxBorrowableAmount: ofQuote.most,
        quoteList: ofQuote.levels,
      },
    ];
  }),
  signedRoute(specs.isolated.tierData, ({ views }, { symbol }) => {
    const pair = marginPair(views, symbol);
    const [base, quote] = coinsOf(views, pair);
    const { terms } = views.loans.pair(pair.id)!;
    const count = Math.max(terms.base.length, terms.quote.length);
    return Array.from({ length: count }, (_, i) => {
      const ofBase = terms.base[i] ?? terms.base.at(-1)!;
      const ofQuote = terms.quote[i] ?? terms.quote.at(-1)!;
      const leverage = Math.min(ofBase.leverageMax, ofQuote.leverageMax);
      return {
        tier: String(i + 1),
        symbol: pair.symbol,
        leverage: String(leverage),
        baseCoin: base.code,
        quoteCoin: quote.code,
        baseMaxBorrowableAmount: amountText(base, ofBase.upTo),
        quoteMaxBorrowableAmount: amountText(quote, ofQuote.upTo),
        maintainMarginRate: rateText(Math.max(ofBase.maintenancePpm, ofQuote.maintenancePpm)),
        initRate: rateText(initialPpm(leverage)),
      };
    });
  }),
];
