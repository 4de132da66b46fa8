/** Reads the fields of a request's body; whatever does not fit is refused by name. */
import { hiddenCharacter, hiddenMessage } from '@halcyon/domain';
import {
  isObject,
  JsonNumber,
  type JsonObject,
  JsonSyntaxError,
  type JsonValue,
  parseJson,
} from '@halcyon/protocol';
import { badField, WebError } from '../http/web-error.ts';

/** Far above what a code of a second factor has. */
export const CODE_TEXT_MAX = 100;
/** Far above what a password may have, so that the rule itself answers. */
export const PASSWORD_TEXT_MAX = 1_000;

/** Far above what the token of a link has. */
export const TOKEN_TEXT_MAX = 100;

/** The body as an object; an empty one when nothing was sent. */
export function bodyObject(body: unknown): JsonObject {
  if (body === undefined || body === '') return Object.create(null) as JsonObject;
  let value: JsonValue;
  try {
    value = parseJson(String(body));
  } catch (cause) {
    if (!(cause instanceof JsonSyntaxError)) throw cause;
    throw new WebError('badJson', 400, '400', `the body is not valid JSON: ${cause.message}`);
  }
  if (!isObject(value)) throw new WebError('badBody', 400, '400', 'the body must be a JSON object');
  return value;
}

/** A text of at most `max` characters. */
export function text(body: JsonObject, field: string, max: number): string {
  const value = body[field];
  if (value === undefined || value === null) throw badField(field, `${field} is required`);
  if (typeof value !== 'string') throw badField(field, `${field} must be a string`);
  if (value.length > max) throw badField(field, `${field} has more than ${max} characters`);
  return value;
}

/** The same when it is given; undefined when it is absent, null or empty. */
export function optionalText(body: JsonObject, field: string, max: number): string | undefined {
  const value = body[field];
  if (value === undefined || value === null || value === '') return undefined;
  return text(body, field, max);
}

/** The same, of a text that is kept as it came. */
export function optionalKept(body: JsonObject, field: string, max: number): string | undefined {
  const value = optionalText(body, field, max);
  const hidden = value === undefined ? null : hiddenCharacter(value);
  if (hidden !== null) throw badField(field, hiddenMessage(field, hidden));
  return value;
}

/** true or false, when it is given; undefined when it is absent or null. */
export function optionalFlag(body: JsonObject, field: string): boolean | undefined {
  const value = body[field] ?? undefined;
  if (value === undefined || typeof value === 'boolean') return value;
  throw badField(field, `${field} must be true or false`);
}

/** One of a few words. */
export function word<T extends string>(
  body: JsonObject,
  field: string,
  words: readonly T[],
  fallback?: T,
): T {
  if (fallback !== undefined && (body[field] === undefined || body[field] === null))
    return fallback;
  const given = text(body, field, 100);
  const found = words.find((candidate) => candidate === given);
  if (found === undefined) throw badField(field, `${field} must be one of ${words.join(', ')}`);
  return found;
}

/** One of a few words, when it is given; undefined when it is absent, null or empty. */
export function optionalWord<T extends string>(
  body: JsonObject,
  field: string,
  words: readonly T[],
): T | undefined {
  return optionalText(body, field, 100) === undefined ? undefined : word(body, field, words);
}

/** A list of at most `maxItems` texts; a missing one is empty. */
export function texts(body: JsonObject, field: string, maxItems: number): string[] {
  const value = body[field];
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw badField(field, `${field} must be a list of strings`);
  if (value.length > maxItems) throw badField(field, `${field} has more than ${maxItems} entries`);
  return value.map((item) => {
    if (typeof item !== 'string') throw badField(field, `${field} must be a list of strings`);
    if (item.length > 100) throw badField(field, `an entry of ${field} is too long`);
    return item;
  });
}

/** Unix ms as a number or a text of digits; null or missing is null. */
export function optionalTime(body: JsonObject, field: string): number | null {
  return optionalWhole(body, field, 'a time in ms since 1970');
}

/** A whole number, as text or as number; null when it is absent, null or empty. */
export function optionalWhole(body: JsonObject, field: string, expected: string): number | null {
  const value = body[field];
  if (value === undefined || value === null || value === '') return null;
  const digits = value instanceof JsonNumber ? value.text : value;
  if (typeof digits !== 'string' || !/^[0-9]{1,15}$/.test(digits)) {
    throw badField(field, `${field} must be ${expected}, or null`);
  }
  return Number(digits);
}
