/** What orders of contracts may be. */

import { MARGIN_SCALE } from '@halcyon/domain';
import { toText, trimZeros } from '../../../data/decimal.ts';
import { grouped } from '../../../data/format.ts';
import { DRAFT_WORDS, EMPTY_DRAFT } from '../../desk/order-form/draft.ts';
import { FORM_KINDS } from '../../desk/order-form/form-kinds.ts';
import type { OrderRules } from '../../desk/order-form/order-product.ts';
import { mayAttach } from './contract-draft.ts';
import { sendContract } from './contract-submit.ts';
import { type ContractFormMarket, type ContractSums, contractSums } from './order-sums.ts';

/** The rules. */
export const CONTRACT_RULES: OrderRules<ContractFormMarket, ContractSums> = {
  kinds: FORM_KINDS.futures,
  empty: { ...EMPTY_DRAFT, execution: 'market' },
  watched: ['mark_price', 'fill_price', 'index_price'],
  bothSides: true,
  band: { high: 'futures.bandHigh', low: 'futures.bandLow' },
  bandMiddle: ({ account, instrument }) =>
    toText(BigInt(account?.position(0).mark ?? 0), instrument.priceScale),
  sizeIn: ({ unit }, { base, quote, sizeDigits }) => ({
    label: 'order.size',
    ...(unit === 'coin' ? { coin: base, scale: sizeDigits } : { coin: quote, scale: MARGIN_SCALE }),
  }),
  unitsOf: () => DRAFT_WORDS.unit,
  attaches: mayAttach,
  sumsOf: contractSums,
  tooLarge: (_draft, { instrument: { base, sizeScale } }, max) => ({
    id: 'futures.tooLarge',
    values: { limit: grouped(trimZeros(toText(max, sizeScale))), coin: base },
  }),
  send: sendContract,
};
