/** What lists of records are narrowed to. */
import { ORDER_KIND_NAMES } from '@halcyon/domain';
import {
  FUNDING_WAYS,
  HOLD_SIDES,
  MARGIN_LEDGER_GROUPS,
  MARGIN_MODES,
  ORDER_ENDS,
} from '@halcyon/domain/web';
import { optional, symbol } from '../schema/fields.ts';
import { verbatim, word } from '../schema/web-fields.ts';

const SIDES = ['buy', 'sell'] as const;

export const side = () => optional(word('only of this side', SIDES));
export const kind = () => optional(word('only of this kind', ORDER_KIND_NAMES));
export const status = () => optional(word('only what ended so', ORDER_ENDS));
export const oneSymbol = () => optional(symbol('only of this pair or contract'));

/** What lists of contracts and ledgers are narrowed to; a list that has none of it says so. */
export function narrowings() {
  return {
    kind: kind(),
    status: status(),
    businessType: optional(verbatim('only entries of this name', 40)),
    group: optional(word('only entries of this group', MARGIN_LEDGER_GROUPS)),
    way: optional(word('only fundings of this way', FUNDING_WAYS)),
    holdSide: optional(word('only positions of this side', HOLD_SIDES)),
    mode: optional(word('only positions of this margin mode', MARGIN_MODES)),
  };
}
