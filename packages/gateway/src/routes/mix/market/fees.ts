import { Product } from '@halcyon/domain';
import { specs } from '@halcyon/protocol';
import { publicRoute } from '../../../http/context.ts';
import { rateText } from '../../../translate/text.ts';
import { feeLevels } from '../../market/vip-fee-rate.ts';

/** The fee schedule of contracts: the most that a level pays in any of them. */
export const mixVipFeeRate = publicRoute(specs.mix.vipFeeRate, ({ views }) => {
  const terms = views.instruments(Product.usdtFutures).flatMap(({ contract }) => contract ?? []);
  if (terms.length === 0) return [];
  const makerPpm = Math.max(...terms.map((each) => each.makerPpm));
  const takerPpm = Math.max(...terms.map((each) => each.takerPpm));
  return feeLevels(views, 'futures').map(({ level, tier, row }) => ({
    ...row,
    level: String(level),
    makerFeeRate: rateText(Math.min(makerPpm, tier.contractMakerPpm ?? makerPpm)),
    takerFeeRate: rateText(Math.min(takerPpm, tier.contractTakerPpm ?? takerPpm)),
  }));
});
