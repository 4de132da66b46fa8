import type { FeeTier } from '@halcyon/domain';
import { specs } from '@halcyon/protocol';
import type { Views } from '@halcyon/views';
import { publicRoute } from '../../http/context.ts';
import { rateText } from '../../translate/text.ts';

/** The spot fee schedule. */
export const vipFeeRate = publicRoute(specs.market.vipFeeRate, ({ views }) =>
  feeLevels(views, 'spot').map(({ level, tier, row }) => ({
    ...row,
    level,
    takerFeeRate: rateText(tier.takerPpm),
    makerFeeRate: rateText(tier.makerPpm),
  })),
);

/** A level that people can have, with what its row says beside the rates. */
interface FeeLevel {
  readonly level: number;
  readonly tier: FeeTier;
  readonly row: {
    readonly dealAmount: string;
    readonly assetAmount: string;
    readonly btcWithdrawAmount: string;
    readonly usdtWithdrawAmount: string;
  };
}

/**
 * Level 0 is everybody's, the others theirs who trade or have as much. A level for no volume, as the
 * simulated traders have one, is nobody's aim.
 */
export function feeLevels(views: Views, product: 'spot' | 'futures'): FeeLevel[] {
  return views.feeSchedule().flatMap((tier, level) => {
    if (level > 0 && tier.volumeFrom === undefined) return [];
    const row = {
      dealAmount: String((product === 'spot' ? tier.volumeFrom : tier.contractVolumeFrom) ?? 0),
      assetAmount: String(tier.assetsFrom ?? 0),
      btcWithdrawAmount: '',
      usdtWithdrawAmount: '',
    };
    return { level, tier, row };
  });
}
