/**
 * The kinds of field that requests and answers are made of. Each is a TypeBox schema with standard
 * JSON Schema keywords, so that one source gives the TypeScript type, the API reference and the
 * validation; the `x-…` keywords say what JSON Schema cannot.
 *
 * On the wire nearly everything is a string. A number in a request is read from a JSON number too,
 * exactly, because clients send some of them that way; `x-number` tells readers of the reference.
 */
import { CLIENT_ID_LENGTH_MAX, DECIMAL_LENGTH_MAX } from '@halcyon/domain';
import { type Static, type TObject, Type } from 'typebox';
import { ROWS_MAX } from '../limits.ts';
import type { RefusedItem } from './refused-item.ts';

/** What the validator does with a field. */
export type FieldForm =
  | 'text'
  | 'decimal'
  | 'signed'
  | 'whole'
  | 'id'
  | 'symbol'
  | 'coin'
  | 'clientOid'
  | 'choice'
  | 'flag'
  // Those below only the web app's own API has: web-fields.ts.
  | 'verbatim'
  | 'pattern'
  | 'integer'
  | 'boolean'
  | 'json';

/** A string of at most `maxLength` characters. */
export function text(description: string, maxLength = 100) {
  return Type.String({ description, maxLength, 'x-form': 'text' });
}

/** A non-negative plain decimal: digits, at most one point, no sign, no exponent. */
export function decimal(description: string) {
  return Type.String({
    description,
    pattern: '^(0|[1-9][0-9]*)(\\.[0-9]+)?$',
    maxLength: DECIMAL_LENGTH_MAX,
    'x-form': 'decimal',
    'x-number': true,
  });
}

/** A plain decimal that may be below zero. */
export function signedDecimal(description: string) {
  return Type.String({
    description,
    pattern: '^-?(0|[1-9][0-9]*)(\\.[0-9]+)?$',
    maxLength: DECIMAL_LENGTH_MAX + 1,
    'x-form': 'signed',
    'x-number': true,
  });
}

/** A whole number in `minimum`..`maximum`; `unit` is what it counts. */
export function whole(description: string, minimum: number, maximum: number, unit = '') {
  return Type.String({
    description,
    pattern: '^(0|[1-9][0-9]*)$',
    'x-form': 'whole',
    'x-number': true,
    'x-minimum': minimum,
    'x-maximum': maximum,
    'x-unit': unit,
  });
}

/** How many rows of a list are wanted. */
export function rows() {
  return whole('rows', 1, ROWS_MAX);
}

/** Unix time in ms. */
export function time(description: string) {
  return whole(description, 0, 9_999_999_999_999, 'ms');
}

/** An id of the exchange: decimal text of 19 digits. */
export function id(description: string) {
  return Type.String({ description, pattern: '^[1-9][0-9]{0,18}$', 'x-form': 'id' });
}

/** An instrument's symbol, any letter case. */
export function symbol(description = 'instrument, `BTCUSDT`') {
  return Type.String({ description, pattern: '^[A-Za-z0-9_]{1,32}$', 'x-form': 'symbol' });
}

/** A coin's code, any letter case. */
export function coin(description = 'coin, `USDT`') {
  return Type.String({ description, pattern: '^[A-Za-z0-9]{1,16}$', 'x-form': 'coin' });
}

/** A client order id. */
export function clientOid(description = 'your own id of the order') {
  return Type.String({
    description,
    pattern: '^[0-9a-zA-Z\\-+_#]+$',
    maxLength: CLIENT_ID_LENGTH_MAX,
    'x-form': 'clientOid',
  });
}

/**
 * One of some words, compared without regard to the case of ASCII letters.
 * @param exact words of these that have to come as they are written
 */
export function choice<const T extends readonly string[]>(
  description: string,
  values: T,
  exact: readonly T[number][] = [],
) {
  return Type.Unsafe<T[number]>({
    type: 'string',
    description,
    enum: [...values],
    'x-form': 'choice',
    ...(exact.length === 0 ? {} : { 'x-exact': [...exact] }),
  });
}

/** A JSON boolean, or the words `true`/`false`, `yes`/`no`. */
export function flag(description: string) {
  return Type.Unsafe<'true' | 'false'>({
    anyOf: [{ type: 'boolean' }, { type: 'string', enum: ['true', 'false', 'yes', 'no'] }],
    description,
    'x-form': 'flag',
  });
}

/** Makes a field optional; an empty string and null count as not given. */
export const optional = Type.Optional;
/** An object of fields; unknown keys are ignored. */
export const object = Type.Object;
/** A list. */
export const list = Type.Array;

/** Fields of a row but some. */
export function without<F extends object, const N extends keyof F>(
  fields: F,
  ...names: readonly N[]
): Omit<F, N> {
  const left = { ...fields };
  for (const name of names) delete left[name];
  return left;
}

/**
 * A list whose items are checked one by one: one that does not fit its schema is handed on as
 * RefusedItem and refuses nothing but itself.
 */
export function batch<T extends TObject>(item: T, maxItems: number) {
  return Type.Unsafe<(Static<T> | RefusedItem)[]>({
    type: 'array',
    items: item,
    minItems: 1,
    maxItems,
    'x-each': true,
  });
}

/** Answer fields: text, number, boolean, null where the contract has them. */
export const out = {
  text: (description?: string) => Type.String(description === undefined ? {} : { description }),
  /** One of some words. */
  word: <const T extends readonly string[]>(words: T, description?: string) =>
    Type.Unsafe<T[number]>({
      type: 'string',
      ...(description === undefined ? {} : { description }),
      enum: [...words],
    }),
  amount: (description?: string) =>
    Type.String({
      ...(description === undefined ? {} : { description }),
      pattern: '^-?[0-9]+(\\.[0-9]+)?$',
    }),
  millis: (description?: string) =>
    Type.String({ ...(description === undefined ? {} : { description }), pattern: '^[0-9]*$' }),
  number: (description?: string) => Type.Number(description === undefined ? {} : { description }),
  flag: (description?: string) => Type.Boolean(description === undefined ? {} : { description }),
  nothing: () => Type.Null(),
  textOrNull: () => Type.Union([Type.String(), Type.Null()]),
};
