/** Margin of several coins together does not exist here: nothing is lent, converted or limited by it. */
import { specs } from '@halcyon/protocol';
import { assetOf, signedRoute } from '../../../http/context.ts';

export const switchUnionUsdt = signedRoute(specs.mix.switchUnionUsdt, () => ({ usdtAmount: '0' }));

export const unionConfig = signedRoute(specs.mix.unionConfig, () => ({
  imr: '0',
  mmr: '0',
  individualLimit: '0',
  individualLimitRatio: '0',
}));

export const transferLimits = signedRoute(specs.mix.transferLimits, ({ views }, { coin }) => ({
  coin: assetOf(views, coin).code,
  maxTransferIn: '0',
}));

export const interestHistory = signedRoute(specs.mix.interestHistory, () => ({
  nextSettleTime: '',
  borrowAmount: '0',
  borrowLimit: '0',
  interestList: [],
  endId: '',
}));
