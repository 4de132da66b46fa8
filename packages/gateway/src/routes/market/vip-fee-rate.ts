import { specs } from '@halcyon/protocol';
import { publicRoute } from '../../http/context.ts';
import { rateText } from '../../translate/text.ts';

/** The spot fee schedule: level 0 is everybody's; the operator gives levels to who trades as much. */
export const vipFeeRate = publicRoute(specs.market.vipFeeRate, ({ views }) =>
  views.feeSchedule().map((tier, level) => ({
    level,
    dealAmount: String(tier.volumeFrom ?? 0),
    assetAmount: '0',
    takerFeeRate: rateText(tier.takerPpm),
    makerFeeRate: rateText(tier.makerPpm),
    btcWithdrawAmount: '0',
    usdtWithdrawAmount: '0',
  })),
);
