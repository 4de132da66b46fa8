import { specs } from '@halcyon/protocol';
import { publicRoute } from '../../http/context.ts';
import { rateText } from '../../translate/text.ts';

/**
 * The spot fee schedule: level 0 is everybody's; the operator gives the others (`user fees`) to who
 * trades as much. A level for no volume, as the simulated traders have one, is nobody's aim.
 */
export const vipFeeRate = publicRoute(specs.market.vipFeeRate, ({ views }) =>
  views.feeSchedule().flatMap((tier, level) =>
    level > 0 && tier.volumeFrom === undefined
      ? []
      : {
          level,
          dealAmount: String(tier.volumeFrom ?? 0),
          assetAmount: '0',
          takerFeeRate: rateText(tier.takerPpm),
          makerFeeRate: rateText(tier.makerPpm),
          btcWithdrawAmount: '',
          usdtWithdrawAmount: '',
        },
  ),
);
