import { specs } from '@halcyon/protocol';
import { contractOf, contractsOf, publicRoute } from '../../../http/context.ts';
import { fundingRateText } from '../../../translate/text.ts';
import { fundingHours } from './contracts.ts';

const LIMIT = 20;

/** The funding that comes next. */
export const currentFundRate = publicRoute(
  specs.mix.currentFundRate,
  ({ views }, { productType, symbol }) =>
    contractsOf(views, productType, symbol).map((contract) => {
      const { fundingRate, fundingTime } = views.contracts.contract(contract.id);
      const { fundingCap } = contract.contract;
      return {
        symbol: contract.symbol,
        fundingRate: fundingRateText(fundingRate),
        fundingRateInterval: fundingHours(contract),
        nextUpdate: momentText(fundingTime),
        minFundingRate: fundingRateText(-fundingCap),
        maxFundingRate: fundingRateText(fundingCap),
      };
    }),
);

/** When the next funding is. */
export const fundingTime = publicRoute(specs.mix.fundingTime, ({ views }, request) => {
  const contract = contractOf(views, request.productType, request.symbol);
  const { fundingTime: next } = views.contracts.contract(contract.id);
  return [
    {
      symbol: contract.symbol,
      nextFundingTime: momentText(next),
      ratePeriod: fundingHours(contract),
    },
  ];
});

/** 0 = not known yet. */
function momentText(time: number): string {
  return time === 0 ? '' : String(time);
}

/** Past fundings by page. Rounds count up by one, so a page begins at a round of its own. */
export const historyFundRate = publicRoute(
  specs.mix.historyFundRate,
  async ({ views, history }, { productType, symbol, pageNo, pageSize }) => {
    const contract = contractOf(views, productType, symbol);
    const limit = Number(pageSize ?? LIMIT);
    const newest = views.contracts.contract(contract.id).lastFunding?.round ?? 0;
    const first = newest - (Number(pageNo ?? 1) - 1) * limit;
    if (first < 1) return [];
    const query = { instrument: contract.id, limit, idLessThan: first + 1 };
    const rounds = await history.fundingRounds(query);
    return rounds.map(({ rate, due }) => ({
      symbol: contract.symbol,
      fundingRate: fundingRateText(rate),
      fundingTime: String(due),
    }));
  },
);
