/** The pair or contract, the coin and the side that a request names. */
import type { AssetId, InstrumentId, Side } from '@halcyon/domain';
import { USDT_FUTURES } from '@halcyon/protocol';
import type { Views } from '@halcyon/views';
import { assetOf, contractOf, instrumentOf } from '../http/context.ts';
import { sideOf } from '../translate/words.ts';

/**
 * What `symbol` names: of the futures account a contract, else a pair; undefined = nothing is named.
 * @throws WireError where there is no such one
 */
export function namedInstrument(
  views: Views,
  { symbol }: { readonly symbol?: string },
  account: string,
): InstrumentId | undefined {
  if (symbol === undefined) return undefined;
  if (account === 'futures') return contractOf(views, USDT_FUTURES, symbol).id;
  return instrumentOf(views, symbol).id;
}

/** What `coin` names; undefined = nothing is named. @throws WireError where there is no such one */
export function namedAsset(
  views: Views,
  { coin }: { readonly coin?: string },
): AssetId | undefined {
  return coin === undefined ? undefined : assetOf(views, coin).id;
}

/** What `side` names; undefined = nothing is named. */
export function namedSide({ side }: { readonly side?: 'buy' | 'sell' }): Side | undefined {
  return side === undefined ? undefined : sideOf(side);
}
