/** What clients load at the start, of an area that has no instruments yet. */
import { specs } from '@halcyon/protocol';
import { publicRoute } from '../../http/context.ts';

/** Instruments of the margin area. */
export const marginCurrencies = publicRoute(specs.market.marginCurrencies, () => []);
