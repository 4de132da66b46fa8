/** Which page of a list a request asks for. */
import { parseWireId } from '@halcyon/domain';
import { WireError } from '@halcyon/protocol';

/** The number of an id that its form lets through; undefined = none was given. @throws WireError */
export function idOf(field: string, given: string): number;
export function idOf(field: string, given: string | undefined): number | undefined;
export function idOf(field: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const id = parseWireId(given);
  if (id !== null) return id;
  throw new WireError('fieldValue', { field, expected: 'an id of this exchange', value: given });
}

/** Rows with an id below `before`, newest first. @param most rows that may be asked for, and the default */
export function pageOf(
  { before, limit }: { readonly before?: string; readonly limit?: number },
  most: number,
): { readonly before: number | undefined; readonly limit: number } {
  return { before: idOf('before', before), limit: limit ?? most };
}

/** First and last moment, ms. */
export function timesOf({
  startTime,
  endTime,
}: {
  readonly startTime?: number;
  readonly endTime?: number;
}): { readonly startTime: number | undefined; readonly endTime: number | undefined } {
  return { startTime, endTime };
}
