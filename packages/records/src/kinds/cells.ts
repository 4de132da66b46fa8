/** What the cells of an exported file are: texts, moments and exact decimals, never floats. */
import type { Product } from '@halcyon/domain';
import { wireId } from '@halcyon/domain';

/** A whole number of 10^-scale. */
export interface ExactDecimal {
  readonly units: bigint;
  readonly scale: number;
}

/** One value; null = there is none. A number is a moment, Unix ms. */
export type Cell = string | number | ExactDecimal | null;

/** What the cells of a column are. */
export type ColumnKind = 'text' | 'time' | 'decimal';

/** A column as a file has it: its name, and what its cells are. */
export type NamedColumn = readonly [name: string, kind: ColumnKind];

/** A column as it is declared: its name in the file, what its cells are, and the cell of a record. */
export type ExportColumn<Row> = readonly [name: string, kind: ColumnKind, cell: (row: Row) => Cell];

/** The columns of a file, and what all cells of a record need: the record and what it refers to. */
export interface FileColumns<Of> {
  readonly names: readonly NamedColumn[];
  readonly cellsOf: (record: Of, facts: Facts) => Cell[];
}

/** Declares the columns of a file. @param row what its cells are made of */
export function fileOf<Of, Row>(
  row: (record: Of, facts: Facts) => Row,
  columns: readonly ExportColumn<Row>[],
): FileColumns<Of> {
  return {
    names: columns.map(([name, kind]) => [name, kind]),
    cellsOf: (record, facts) => {
      const made = row(record, facts);
      return columns.map(([, , cell]) => cell(made));
    },
  };
}

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

/** An id as the wire has it; '' for none. */
export function idOrNone(id: number): string {
  return id === 0 ? '' : wireId(id);
}
