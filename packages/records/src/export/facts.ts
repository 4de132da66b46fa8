/** What rows of files refer to. */
import { Product } from '@halcyon/domain';
import type { Kysely } from 'kysely';
import type { CoinFacts, Facts, FamilyNames, PairFacts } from '../kinds/cells.ts';
import type { RecordsTables } from '../projection/schema.ts';

/** Reads what rows refer to: there are few of them. */
export async function readFacts(
  db: Kysely<RecordsTables>,
  names: FamilyNames = [],
): Promise<Facts> {
  const called = new Map(names);
  const assets = await db.selectFrom('assets').select(['id', 'code', 'scale']).execute();
  const coins = new Map<number, CoinFacts>(assets.map(({ id, ...rest }) => [id, rest]));
  const listed = await db
    .selectFrom('instruments')
    .select(['id', 'symbol', 'base', 'quote', 'product'])
    .select(['price_scale as priceScale', 'quantity_scale as quantityScale'])
    .select('quote_factor as quoteFactor')
    .execute();
  const coin = (asset: number) => known(coins.get(asset), `asset ${asset}`);
  const pairs = new Map<number, PairFacts>(
    listed.map(({ id, base, quote, ...rest }) => [
      id,
      {
        ...rest,
        base: coin(base),
        quote: coin(quote),
      },
    ]),
  );
  const contract = listed.find(({ product }) => product !== Product.spot);
  return {
    coin,
    pair: (instrument) => known(pairs.get(instrument), `instrument ${instrument}`),
    symbol: (instrument) => pairs.get(instrument)?.symbol ?? '',
    nameOf: (user) => called.get(user) ?? '',
    settleCoin: contract === undefined ? '' : coin(contract.quote).code,
  };
}

function known<Found>(found: Found | undefined, name: string): Found {
  if (found === undefined) throw new Error(`the records do not know ${name}`);
  return found;
}
