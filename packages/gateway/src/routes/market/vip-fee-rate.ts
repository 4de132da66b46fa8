import { type FeeTier, wholeUsdt } from '@halcyon/domain';
import { specs } from '@halcyon/protocol';
import type { Views } from '@halcyon/views';
import { publicRoute } from '../../http/context.ts';
import { amountText, rateText } from '../../translate/text.ts';
import { unitsOfValue } from '../../translate/value.ts';

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
      ...withdrawAmounts(views, tier.withdrawalDay),
    };
    return { level, tier, row };
  });
}

/** What may be withdrawn in a day: in bitcoins, by the last price, and in USDT; '' = no level says. */
function withdrawAmounts(views: Views, usdt: number | undefined) {
  if (usdt === undefined) return { btcWithdrawAmount: '', usdtWithdrawAmount: '' };
  const bitcoin = views.assetByCode('BTC');
  const units = bitcoin && unitsOfValue(views, bitcoin, wholeUsdt(usdt));
  return {
    btcWithdrawAmount: bitcoin && units ? amountText(bitcoin, units) : '',
    usdtWithdrawAmount: String(usdt),
  };
}
