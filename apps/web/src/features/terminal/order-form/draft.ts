/** What a person has put into the order form, as typed, and what the form knows of the market. */

import { trimZeros } from '../../../data/decimal.ts';
import type { OrderAck } from '../../../data/rest/types.ts';
import type { Instrument } from '../../../data/state/instruments.ts';
import type { DraftShape } from './kept-draft.ts';

/** Kinds of order that the form places. */
export type OrderKind = 'limit' | 'market' | 'trigger' | 'oco' | 'trailing';

/** How long a limit order stands. */
export type Force = 'gtc' | 'ioc' | 'fok' | 'post_only';

/** The form's fields; numbers are as `NumberField` gives them. */
export interface Draft {
  readonly side: 'buy' | 'sell';
  readonly kind: OrderKind;
  readonly price: string;
  readonly size: string;
  readonly trigger: string;
  /** Whether a trigger order or an OCO stop executes at a limit or at market. */
  readonly execution: 'limit' | 'market';
  /** Limit price of the stop of an OCO. */
  readonly stopPrice: string;
  /** Trailing distance in percent. */
  readonly callback: string;
  readonly attach: boolean;
  readonly takeProfit: string;
  readonly stopLoss: string;
  readonly force: Force;
}

/** Fields that can carry an error. */
export type DraftField =
  | 'price'
  | 'size'
  | 'trigger'
  | 'stopPrice'
  | 'callback'
  | 'takeProfit'
  | 'stopLoss';

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

/** An untouched form. */
export function emptyDraft(side: 'buy' | 'sell'): Draft {
  return {
    side,
    kind: 'limit',
    price: '',
    size: '',
    trigger: '',
    execution: 'limit',
    stopPrice: '',
    callback: '',
    attach: false,
    takeProfit: '',
    stopLoss: '',
    force: 'gtc',
  };
}

/** How a draft is told from what is none. */
export const DRAFT: DraftShape<Draft> = {
  empty: emptyDraft('buy'),
  sizes: ['size', 'callback'],
  prices: ['price', 'trigger', 'stopPrice', 'attach', 'takeProfit', 'stopLoss'],
  words: [
    ['side', ['buy', 'sell']],
    ['kind', ['limit', 'market', 'trigger', 'oco', 'trailing']],
    ['execution', ['limit', 'market']],
    ['force', ['gtc', 'ioc', 'fok', 'post_only']],
  ],
};

/** True when the size field counts quote coins: buys whose price is not known beforehand. */
export function countsQuote(draft: Draft): boolean {
  if (draft.side === 'sell') return false;
  return draft.kind === 'market' || (draft.kind === 'trigger' && draft.execution === 'market');
}

/** True when the order has a limit price of its own. */
export function hasPrice(draft: Draft): boolean {
  return (
    draft.kind === 'limit' ||
    draft.kind === 'oco' ||
    (draft.kind === 'trigger' && draft.execution === 'limit')
  );
}

/** True when the order waits for a trigger price. */
export function hasTrigger(draft: Draft): boolean {
  return draft.kind === 'trigger' || draft.kind === 'oco';
}

const NUMBERS = [...DRAFT.sizes, ...DRAFT.prices].filter(
  (name): name is DraftField => name !== 'attach',
);

/** The draft with its numbers as canonical decimals; what is no number stays none. */
export function cleanDraft(draft: Draft): Draft {
  const numbers = NUMBERS.map((name) => [name, trimZeros(draft[name])]);
  return { ...draft, ...Object.fromEntries(numbers) };
}
