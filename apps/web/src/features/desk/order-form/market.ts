/** What the form of a pair knows of its market, and what that says of a draft. */

import type { OrderAck } from '../../../data/rest/types.ts';
import type { Instrument } from '../../../data/state/instruments.ts';
import type { Draft } from './draft.ts';

/** What the checks need to know besides the draft. */
export interface Market {
  readonly instrument: Instrument;
  readonly last: string;
  /** Free balances; null until they are known, and then nothing is checked against them. */
  readonly availableBase: string | null;
  readonly availableQuote: string | null;
  /** Units of the largest order at the size field's scale, where more than the balances decides. */
  readonly maxOf?: (draft: Draft) => bigint | null;
  /** Sends a checked draft, where it is not an order of the spot account. */
  readonly send?: (draft: Draft) => Promise<OrderAck>;
}

/** True when the size field counts quote coins: buys whose price is not known beforehand. */
export function countsQuote(draft: Draft): boolean {
  if (draft.side === 'sell') return false;
  return draft.kind === 'market' || (draft.kind === 'trigger' && draft.execution === 'market');
}
