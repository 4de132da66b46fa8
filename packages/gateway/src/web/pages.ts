/** Which page of a list a request asks for. */
import { parseWireId } from '@halcyon/domain';
import type { JsonObject } from '@halcyon/protocol';
import { badField } from '../http/web-error.ts';
import { optionalText, optionalTime, optionalWhole } from './fields.ts';

const ID_LENGTH_MAX = 19;

/** Rows with an id below `before`, newest first. @param most rows that may be asked for, and the default */
export function pageOf(
  query: JsonObject,
  most: number,
): { readonly before: number | undefined; readonly limit: number } {
  const expected = `a whole number from 1 to ${most}`;
  const limit = optionalWhole(query, 'limit', expected) ?? most;
  if (limit < 1 || limit > most) throw badField('limit', `limit must be ${expected}`);
  const given = optionalText(query, 'before', ID_LENGTH_MAX);
  if (given === undefined) return { before: undefined, limit };
  const before = parseWireId(given);
  if (before === null) throw badField('before', 'before must be an id of this list');
  return { before, limit };
}

/** First and last moment, ms. */
export function timesOf(query: JsonObject): {
  readonly startTime: number | undefined;
  readonly endTime: number | undefined;
} {
  return {
    startTime: optionalTime(query, 'startTime') ?? undefined,
    endTime: optionalTime(query, 'endTime') ?? undefined,
  };
}
