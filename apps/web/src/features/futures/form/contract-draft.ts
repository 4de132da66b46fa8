/** What a person has put into the order form of a contract, as typed. */

import { trimZeros } from '../../../data/decimal.ts';
import type { TriggerWord } from '../../../data/rest/types.ts';
import type { Force } from '../../terminal/order-form/draft.ts';
import type { DraftShape } from '../../terminal/order-form/kept-draft.ts';

/** Sides of an order. */
export type Side = 'buy' | 'sell';

/** Kinds of order that the form places. */
export type ContractKind = 'limit' | 'market' | 'trigger' | 'trailing';

/** What the size is counted in: base coins, the position's value, or the margin that it takes. */
export type SizeUnit = 'coin' | 'value' | 'cost';

/** The form's fields; numbers are as `NumberField` gives them. Both sides are placed from one draft. */
export interface ContractDraft {
  /** In hedge mode: whether positions are opened or closed. */
  readonly intent: 'open' | 'close';
  readonly kind: ContractKind;
  readonly price: string;
  readonly size: string;
  readonly unit: SizeUnit;
  readonly trigger: string;
  readonly triggerBy: TriggerWord;
  /** Whether a trigger order executes at a limit or at market. */
  readonly execution: 'limit' | 'market';
  /** Trailing distance in percent. */
  readonly callback: string;
  readonly force: Force;
  /** In one-way mode. */
  readonly reduceOnly: boolean;
  readonly attach: boolean;
  readonly takeProfit: string;
  readonly stopLoss: string;
}

/** Fields that can carry an error. */
export type ContractField = 'price' | 'size' | 'trigger' | 'callback' | 'takeProfit' | 'stopLoss';

/** An untouched form. */
export const EMPTY_DRAFT: ContractDraft = {
  intent: 'open',
  kind: 'limit',
  price: '',
  size: '',
  unit: 'coin',
  trigger: '',
  triggerBy: 'mark_price',
  execution: 'market',
  callback: '',
  force: 'gtc',
  reduceOnly: false,
  attach: false,
  takeProfit: '',
  stopLoss: '',
};

/** How a draft is told from what is none. */
export const CONTRACT_DRAFT: DraftShape<ContractDraft> = {
  empty: EMPTY_DRAFT,
  sizes: ['size', 'callback'],
  prices: ['price', 'trigger', 'attach', 'takeProfit', 'stopLoss'],
  words: [
    ['intent', ['open', 'close']],
    ['kind', ['limit', 'market', 'trigger', 'trailing']],
    ['unit', ['coin', 'value', 'cost']],
    ['triggerBy', ['mark_price', 'fill_price', 'index_price']],
    ['execution', ['limit', 'market']],
    ['force', ['gtc', 'ioc', 'fok', 'post_only']],
  ],
};

/** True when the order has a limit price of its own. */
export function hasPrice({ kind, execution }: ContractDraft): boolean {
  return kind === 'limit' || (kind === 'trigger' && execution === 'limit');
}

/** True when take profit and stop loss may come with the order. */
export function mayAttach(draft: ContractDraft, hedge: boolean): boolean {
  const placed = draft.kind === 'limit' || draft.kind === 'market';
  return placed && !reduces(draft, hedge);
}

/** True when the order may only make a position smaller. */
export function reduces({ intent, reduceOnly }: ContractDraft, hedge: boolean): boolean {
  return hedge ? intent === 'close' : reduceOnly;
}

const NUMBERS = ['price', 'size', 'trigger', 'callback', 'takeProfit', 'stopLoss'] as const;

/** The draft with its numbers as canonical decimals; what is no number stays none. */
export function cleanContractDraft(draft: ContractDraft): ContractDraft {
  const numbers = NUMBERS.map((name) => [name, trimZeros(draft[name])]);
  return { ...draft, ...Object.fromEntries(numbers) };
}
