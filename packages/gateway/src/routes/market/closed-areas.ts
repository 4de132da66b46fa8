/** Lists that clients load at the start, of areas that have no instruments yet. */
import { specs } from '@halcyon/protocol';
import { publicRoute } from '../../http/context.ts';

/** Instruments of the margin area. */
export const marginCurrencies = publicRoute(specs.market.marginCurrencies, () => []);

/** Contracts of the futures area. */
export const mixContracts = publicRoute(specs.market.mixContracts, () => []);

/** Fee schedule of the futures area. */
export const mixVipFeeRate = publicRoute(specs.market.mixVipFeeRate, () => []);
