/** The pair or contract that a request names. */
import type { InstrumentId } from '@halcyon/domain';
import { type JsonObject, USDT_FUTURES } from '@halcyon/protocol';
import type { Views } from '@halcyon/views';
import { contractOf, instrumentOf } from '../http/context.ts';
import { optionalText } from './fields.ts';

const SYMBOL_LENGTH_MAX = 40;

/**
 * What `symbol` names: of the futures account a contract, else a pair; undefined = nothing is named.
 * @throws WireError where there is no such one
 */
export function namedInstrument(
  views: Views,
  fields: JsonObject,
  account: string,
): InstrumentId | undefined {
  const symbol = optionalText(fields, 'symbol', SYMBOL_LENGTH_MAX)?.toUpperCase();
  if (symbol === undefined) return undefined;
  if (account === 'futures') return contractOf(views, USDT_FUTURES, symbol).id;
  return instrumentOf(views, symbol).id;
}
