/** Rows as lines of a CSV file (RFC 4180), in UTF-8, times in UTC. */
import { formatDecimal } from '@halcyon/domain';
import type { Cell, NamedColumn } from '../kinds/cells.ts';

/** What spreadsheets take for the beginning of a formula, full-width signs among them. */
const FORMULA = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;
const NEEDS_QUOTES = /[",\r\n]/;
/** Tells spreadsheets that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A text as a field. One that a spreadsheet would take for a formula is made plain text by a quote mark. */
export function csvText(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function csvField(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return csvText(cell);
  if (typeof cell === 'number') return new Date(cell).toISOString();
  return formatDecimal(cell.units, cell.scale);
}

/** The first line. */
export function csvHeader(columns: readonly NamedColumn[]): string {
  return `${BYTE_ORDER_MARK}${columns.map(([name]) => csvText(name)).join()}\r\n`;
}

/** Lines of rows. */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  let text = '';
  for (const row of rows) text += `${row.map(csvField).join()}\r\n`;
  return text;
}
