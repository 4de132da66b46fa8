/** What a person has put into an order form, as typed: one shape for the orders of all products. */

import type { FormKindName, OrderKindField } from '@halcyon/domain';
import { trimZeros } from '../../../data/decimal.ts';
import { KIND_FIELDS, SPOT_PLANS } from './form-kinds.ts';

/** What a field of a few words may say. */
export const DRAFT_WORDS = {
  side: ['buy', 'sell'],
  /** In hedge mode: whether positions are opened or closed. */
  intent: ['open', 'close'],
  /** What the size is counted in: coins, a position's value, or the margin that it takes. */
  unit: ['coin', 'value', 'cost'],
  /** Which price a trigger watches. */
  triggerBy: ['mark_price', 'fill_price', 'index_price'],
  /** Whether a trigger order or an OCO stop executes at a limit or at market. */
  execution: ['limit', 'market'],
  /** How long a limit order stands. */
  force: ['gtc', 'ioc', 'fok', 'post_only'],
} as const;

type Word<Name extends keyof typeof DRAFT_WORDS> = (typeof DRAFT_WORDS)[Name][number];

/** Sides of an order. */
export type SideName = Word<'side'>;
/** What a size is counted in. */
export type SizeUnit = Word<'unit'>;
/** Kinds of order that a form places. */
export type OrderKind = FormKindName;

/** Numbers that hold whatever the market does. */
const SIZES = ['size', 'callback'] as const;
const PRICES = ['price', 'trigger', 'stopPrice', 'takeProfit', 'stopLoss'] as const;
/** Fields that can carry an error: numbers, as `NumberField` gives them. */
export const DRAFT_NUMBERS = [...SIZES, ...PRICES];
/** One of them. */
export type DraftField = (typeof DRAFT_NUMBERS)[number];

/** The form's fields. */
export type OrderDraft = { readonly [Name in keyof typeof DRAFT_WORDS]: Word<Name> } & {
  /** `stopPrice` is the limit price of an OCO's stop, `callback` a trailing distance in percent. */
  readonly [Name in DraftField]: string;
} & {
  readonly kind: OrderKind;
  readonly reduceOnly: boolean;
  /** Whether take profit and stop loss come with the order. */
  readonly attach: boolean;
};

function fromNames<Name extends string, V>(names: readonly Name[], of: (name: Name) => V) {
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, V>;
}

const nothing = () => '';
/** An untouched form. */
export const EMPTY_DRAFT: OrderDraft = {
  side: 'buy',
  intent: 'open',
  kind: 'limit',
  unit: 'coin',
  triggerBy: 'mark_price',
  execution: 'limit',
  force: 'gtc',
  reduceOnly: false,
  attach: false,
  ...fromNames(DRAFT_NUMBERS, nothing),
};

/** Whether orders of its kind have a field. */
export function hasField({ kind }: Pick<OrderDraft, 'kind'>, field: OrderKindField): boolean {
  return KIND_FIELDS[kind].includes(field);
}

/** Whether it waits outside the book and holds no money until then. */
export function isPlan({ kind }: Pick<OrderDraft, 'kind'>): boolean {
  return SPOT_PLANS[kind] !== undefined;
}

/** True when the order has a limit price of its own. */
export function hasPrice(draft: OrderDraft): boolean {
  return hasField(draft, 'price') || (hasField(draft, 'execution') && draft.execution === 'limit');
}

/** The draft with its numbers as canonical decimals; what is no number stays none. */
export function cleanDraft(draft: OrderDraft): OrderDraft {
  return { ...draft, ...fromNames(DRAFT_NUMBERS, (name) => trimZeros(draft[name])) };
}

/** What may be kept of a draft: the market has gone on from its prices. */
export function withoutPrices(draft: OrderDraft): OrderDraft {
  return { ...draft, ...fromNames(PRICES, nothing), attach: false };
}

/** What an accepted order leaves in the form: side, kind and terms. */
export function afterOrder(draft: OrderDraft): OrderDraft {
  return { ...withoutPrices(draft), ...fromNames(SIZES, nothing) };
}

/** Whether a person has typed something; the price is filled in by the market. */
export function isTyped(draft: OrderDraft): boolean {
  return draft.attach || DRAFT_NUMBERS.some((name) => name !== 'price' && draft[name] !== '');
}

/** Whether a kept value has the form of a draft. @param kinds those that its form places */
export function isDraft(value: unknown, kinds: readonly OrderKind[]): value is OrderDraft {
  // What is no object has no fields.
  const fields = Object(value) as Readonly<Record<string, unknown>>;
  const words: Readonly<Record<string, readonly string[]>> = { ...DRAFT_WORDS, kind: kinds };
  return Object.entries(EMPTY_DRAFT).every(
    ([name, empty]) =>
      typeof fields[name] === typeof empty && words[name]?.includes(String(fields[name])) !== false,
  );
}
