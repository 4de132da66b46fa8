/** What orders of pairs may be. */

import { EMPTY_DRAFT } from '../../desk/order-form/draft.ts';
import { FORM_KINDS } from '../../desk/order-form/form-kinds.ts';
import type { FormMarket, OrderRules } from '../../desk/order-form/order-product.ts';
import { sendSpot } from './spot-submit.ts';
import {
  inCoins,
  largestOf,
  type SpotMarket,
  type SpotSums,
  sizeIn,
  spotSums,
  unitsOf,
} from './spot-sums.ts';

/** Of any account. */
export const PAIR_RULES = {
  watched: ['fill_price'],
  empty: EMPTY_DRAFT,
  bothSides: false,
  band: { high: 'check.bandHigh', low: 'check.bandLow' },
  bandMiddle: ({ last }) => last,
  sizeIn,
  unitsOf,
} satisfies Partial<OrderRules<FormMarket, SpotSums>>;

/** Of the spot account. */
export const SPOT_RULES: OrderRules<SpotMarket, SpotSums> = {
  ...PAIR_RULES,
  kinds: FORM_KINDS.spot,
  attaches: ({ kind }) => kind === 'limit',
  sumsOf: (draft, market) =>
    spotSums(draft, market, (order, price) => largestOf(order, market, price)),
  tooLarge: ({ side }, { instrument: { base, quote } }) => ({
    id: 'check.funds',
    values: { coin: side === 'buy' ? quote : base },
  }),
  send: (draft, market) => sendSpot(inCoins(draft, market), market),
};
