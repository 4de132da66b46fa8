/** Values of `parseJson` back to text. */
import { JsonNumber, type JsonValue } from '@halcyon/protocol';

/** JSON text of a value that `parseJson` read; numbers as they were written. */
export function jsonText(value: JsonValue): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') {
    return JSON.stringify(value);
  }
  if (value instanceof JsonNumber) return value.text;
  if (Array.isArray(value)) return `[${value.map(jsonText).join()}]`;
  const entries = Object.entries(value);
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${jsonText(item)}`).join()}}`;
}
