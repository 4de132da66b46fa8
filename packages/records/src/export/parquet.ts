/** Rows as groups of a Parquet file. A decimal is a DECIMAL(38, 18): any amount of the ledger fits. */
import { pow10, SCALE_MAX } from '@halcyon/domain';
import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import type { Cell, ColumnKind, NamedColumn } from '../kinds/cells.ts';

/** What a group of rows is told of at the end of the file. */
export type RowGroup = ParquetWriter['row_groups'][number];

const MADE_BY = 'halcyon';
/** The letters that a file begins with. */
const MAGIC_BYTES = 4;
const DECIMAL_BYTES = 16;
const DECIMAL_DIGITS = 38;

const TYPES: Readonly<Record<ColumnKind, Omit<SchemaElement, 'name'>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
  time: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
    repetition_type: 'OPTIONAL',
  },
  decimal: {
    type: 'FIXED_LEN_BYTE_ARRAY',
    type_length: DECIMAL_BYTES,
    converted_type: 'DECIMAL',
    logical_type: { type: 'DECIMAL', precision: DECIMAL_DIGITS, scale: SCALE_MAX },
    precision: DECIMAL_DIGITS,
    scale: SCALE_MAX,
    repetition_type: 'OPTIONAL',
  },
};

function schemaOf(columns: readonly NamedColumn[]): SchemaElement[] {
  const fields = columns.map(([name, kind]) => ({ name, ...TYPES[kind] }));
  return [{ name: 'root', num_children: columns.length }, ...fields];
}

/** Two's complement, the highest byte first, as the format has decimals. */
function decimalBytes(value: bigint): Uint8Array {
  const view = new DataView(new ArrayBuffer(DECIMAL_BYTES));
  view.setBigInt64(0, value >> 64n);
  view.setBigUint64(8, BigInt.asUintN(64, value));
  return new Uint8Array(view.buffer);
}

function cellValue(cell: Cell): unknown {
  if (cell === null || typeof cell === 'string') return cell;
  if (typeof cell === 'number') return BigInt(cell);
  return decimalBytes(cell.units * pow10(SCALE_MAX - cell.scale));
}

/** A writer that goes on at a byte of the file; the file's first letters are written by it anyway. */
function writerAt(schema: SchemaElement[], offset: number): ParquetWriter {
  const writer = new ByteWriter();
  writer.offset = offset === 0 ? 0 : offset - MAGIC_BYTES;
  return new ParquetWriter({ writer, schema, statistics: false, createdBy: MADE_BY });
}

function bytesSince(writer: ParquetWriter, offset: number): Uint8Array<ArrayBuffer> {
  const bytes = writer.writer.getBuffer();
  return new Uint8Array(offset === 0 ? bytes : bytes.slice(MAGIC_BYTES));
}

/** Bytes of one group of rows, for this place in the file. */
export function parquetRows(
  columns: readonly NamedColumn[],
  rows: readonly (readonly Cell[])[],
  offset: number,
): { readonly bytes: Uint8Array<ArrayBuffer>; readonly groups: RowGroup[] } {
  // The bytes of decimals are made here: the writer would make them of each value digit by digit.
  const schema = schemaOf(columns).map((field) =>
    field.converted_type === 'DECIMAL' ? plainBytes(field) : field,
  );
  const writer = writerAt(schema, offset);
  void writer.write({
    columnData: columns.map(([name], n) => ({
      name,
      data: rows.map((row) => cellValue(row[n] ?? null)),
      offsetIndex: false,
    })),
    rowGroupSize: rows.length,
  });
  return { bytes: bytesSince(writer, offset), groups: writer.row_groups };
}

function plainBytes({ name, type, type_length, repetition_type }: SchemaElement): SchemaElement {
  return { name, type, type_length, repetition_type } as SchemaElement;
}

/** The end of the file: what it has, and where. */
export function parquetEnd(
  columns: readonly NamedColumn[],
  groups: readonly RowGroup[],
  offset: number,
): Uint8Array<ArrayBuffer> {
  const writer = writerAt(schemaOf(columns), offset);
  writer.row_groups = [...groups];
  writer.num_rows = groups.reduce((sum, group) => sum + group.num_rows, 0n);
  void writer.finish();
  return bytesSince(writer, offset);
}
