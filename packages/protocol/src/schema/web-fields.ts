/**
 * Kinds of field that only the web app's own API has, beside those of fields.ts: its page sends JSON as
 * JavaScript has it, and secrets are compared as they came.
 */
import { type Static, type TSchema, type TUnsafe, Type } from 'typebox';
import type { JsonValue } from '../json.ts';
import { choice, id, list, optional } from './fields.ts';

/** A text that is taken as it came, control characters included: passwords, codes, keys. */
export function verbatim(description: string, maxLength: number) {
  return Type.String({ description, maxLength, 'x-form': 'verbatim' });
}

/** A text of a form of its own. @param expected the form in words, as a refusal says it */
export function pattern(description: string, expected: string, form: RegExp) {
  const said = { 'x-form': 'pattern', 'x-expected': expected };
  return Type.String({ description, pattern: form.source, ...said });
}

/** A whole number in `minimum`..`maximum`, of which handlers get a number. */
export function integer(description: string, minimum: number, maximum: number, unit = '') {
  return Type.Unsafe<number>({
    type: 'integer',
    description,
    minimum,
    maximum,
    'x-form': 'integer',
    'x-minimum': minimum,
    'x-maximum': maximum,
    'x-unit': unit,
  });
}

/** Unix time in ms, of which handlers get a number. */
export function moment(description: string) {
  return integer(description, 0, 9_999_999_999_999, 'ms');
}

/** true or false. */
export function boolean(description: string) {
  return Type.Boolean({ description, 'x-form': 'boolean' });
}

/** Any JSON, null included. */
export function json(description: string) {
  return Type.Unsafe<JsonValue>({ description, 'x-form': 'json' });
}

/** One of some words, as they are written. */
export function word<const T extends readonly string[]>(description: string, values: T) {
  return choice(description, values, values);
}

/** A list of texts that are taken as they came. */
export function texts(description: string, maxItems: number) {
  return list(verbatim('one', 100), { description, maxItems });
}

/** An optional field that null or an empty string empties, where an absent one stays as it is. */
export function clearable<T extends TSchema>(schema: T) {
  return optional(marked(schema, 'x-clearable') as TSchema as TUnsafe<Static<T> | null>);
}

/** Names something that belongs to somebody: of another person it must be as good as none. */
export function owned<T extends TSchema>(schema: T): T {
  return marked(schema, 'x-owned');
}

/** Spreading would lose what TypeBox hides in a schema. */
function marked<T extends TSchema>(schema: T, keyword: string): T {
  return Object.assign(schema, { [keyword]: true });
}

/** What every list takes: rows below an id, and how many. */
export function page(most: number) {
  return {
    before: optional(id('only rows below this id')),
    limit: optional(integer('rows', 1, most)),
  };
}

/** First and last moment of a list. */
export function times() {
  return { startTime: optional(moment('from')), endTime: optional(moment('until, inclusive')) };
}
