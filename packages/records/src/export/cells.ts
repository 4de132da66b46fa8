/** What the cells of an exported file are: texts, moments and exact decimals, never floats. */
import { Product } from '@halcyon/domain';
import type { Kysely } from 'kysely';
import type { RecordsTables } from '../projection/schema.ts';

/** A whole number of 10^-scale. */
export interface ExactDecimal {
  readonly units: bigint;
  readonly scale: number;
}

/** One value; null = there is none. A number is a moment, Unix ms. */
export type Cell = string | number | ExactDecimal | null;

/** What the cells of a column are. */
export type ColumnKind = 'text' | 'time' | 'decimal';

/** A column: its name in the file, and what its cells are. */
export type Column = readonly [name: string, kind: ColumnKind];

/** A coin, as cells need it. */
export interface CoinFacts {
  readonly code: string;
  readonly scale: number;
}

/** A pair or contract, as cells need it. */
export interface PairFacts {
  readonly symbol: string;
  readonly base: CoinFacts;
  readonly quote: CoinFacts;
  readonly priceScale: number;
  readonly quantityScale: number;
  readonly quoteFactor: number;
  readonly product: Product;
}

/** All coins and instruments by their numbers. */
export interface Facts {
  coin(asset: number): CoinFacts;
  pair(instrument: number): PairFacts;
  /** '' where the number names none. */
  symbol(instrument: number): string;
  /** What a user of the family is called; '' = not known. */
  nameOf(user: number): string;
  /** The coin that contracts settle in, and margin accounts are reckoned in; '' = there are none. */
  readonly settleCoin: string;
}

/** Users and what they are called. */
export type FamilyNames = readonly (readonly [user: number, name: string])[];

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

/** A whole number of 10^-scale as a cell. */
export function decimal(units: bigint | number, scale: number): ExactDecimal {
  return { units: BigInt(units), scale };
}

/** The same where 0 stands for nothing. */
export function decimalOrNone(units: bigint | number, scale: number): ExactDecimal | null {
  return BigInt(units) === 0n ? null : decimal(units, scale);
}

/** Names of the values of a set, as files have them: `tradeIn` is `trade_in`. */
export function namesOf(values: Readonly<Record<string, number>>): readonly string[] {
  const names: string[] = [];
  for (const [name, value] of Object.entries(values)) {
    names[value] = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  }
  return names;
}
