/** Records as a CSV file. */

import type { RecordQuery } from '../../data/rest/trade.ts';
import { saveFile } from '../../platform/links/page.ts';
import type { RecordKind, RecordLine } from './record-kinds.tsx';

/** Most rows of one export. */
export const EXPORT_ROWS_MAX = 10_000;

const PAGE = 100;

/**
 * One CSV field. Text that a spreadsheet would take for a formula is prefixed with a quote mark;
 * plain numbers, also negative ones, stay numbers.
 */
export function csvField(text: string): string {
  const formula = /^[=+@\t\r]/.test(text) || /^-(?![\d.]+$)/.test(text);
  const safe = formula ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** CSV text of lines under a header row. */
export function toCsv(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, ...rows].map((row) => row.map(csvField).join(',')).join('\r\n');
}

/** All lines of a query, page after page, up to the export's limit. */
export async function allLines(kind: RecordKind, query: RecordQuery): Promise<RecordLine[]> {
  const lines: RecordLine[] = [];
  let cursor: string | undefined;
  while (lines.length < EXPORT_ROWS_MAX) {
    const page = await kind.fetch({ ...query, idLessThan: cursor, limit: PAGE });
    lines.push(...page);
    const last = page.at(-1)?.id;
    if (page.length < PAGE || last === undefined || last === cursor) break;
    cursor = last;
  }
  return lines.slice(0, EXPORT_ROWS_MAX);
}

/** Hands a text to the browser as a file. */
export function download(name: string, text: string): void {
  // The mark at the start makes spreadsheets read UTF-8.
  const url = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }));
  saveFile(name, url);
  URL.revokeObjectURL(url);
}
