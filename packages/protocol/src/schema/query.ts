/** Reads a query string into the form that the validators take. */
import { WireError } from '../errors.ts';
import type { JsonObject } from '../json.ts';

const PARAMETERS_MAX = 50;

/**
 * Parameters of a raw query (without `?`). A parameter given twice is refused: two readers of one
 * request must never disagree about which one counts.
 * @throws WireError badQuery
 */
export function parseQuery(raw: string): JsonObject {
  const out: JsonObject = {};
  if (raw === '') return out;
  const parts = raw.split('&');
  if (parts.length > PARAMETERS_MAX) {
    throw new WireError('badQuery', { detail: `more than ${PARAMETERS_MAX} parameters` });
  }
  for (const part of parts) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const key = decodePart(equals === -1 ? part : part.slice(0, equals));
    const value = equals === -1 ? '' : decodePart(part.slice(equals + 1));
    if (key === '__proto__') throw new WireError('badQuery', { detail: 'parameter __proto__' });
    if (Object.hasOwn(out, key))
      throw new WireError('badQuery', { detail: `${key} is given twice` });
    out[key] = value;
  }
  return out;
}

function decodePart(text: string): string {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new WireError('badQuery', { detail: 'malformed % escape' });
  }
}
