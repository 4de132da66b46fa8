/** Files of records, by the web app's own API. */

import type {
  CopyFile,
  ExportAccount,
  ExportFormat,
  ExportList,
  ExportProgress,
} from '@halcyon/domain/web';
import { saveFile } from '../../platform/links/page.ts';
import type { RecordFilterFields } from './trade.ts';
import { web } from './web.ts';
import { webAddress } from './web-address.ts';

/** What a file has; what is not there narrows nothing. */
export interface ExportRequest extends Omit<RecordFilterFields, 'account'> {
  readonly list: ExportList;
  readonly format: ExportFormat;
  readonly account?: ExportAccount | undefined;
  readonly symbol?: string | undefined;
  readonly coin?: string | undefined;
  /** Unix ms, inclusive. */
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
}

/**
 * Asks for a file and hands it to the browser, which writes it to the disk as it comes.
 * @returns id of the export
 */
export async function exportRecords(name: string, request: ExportRequest): Promise<string> {
  const { id } = await web('POST /records/export', request);
  saveFile(name, webAddress('GET /records/export/file', { id }));
  return id;
}

/** The same of what a copy portfolio has. */
export async function exportPortfolio(portfolio: string, list: CopyFile): Promise<void> {
  const request = { id: portfolio, list, format: 'csv' } as const;
  const { id } = await web('POST /copy/portfolios/:id/export', request);
  const name = `halcyon-${portfolio}-${list}.csv`;
  saveFile(name, webAddress('GET /records/export/file', { id }));
}

/** How the person's newest export stands. */
export function fetchExport(): Promise<ExportProgress> {
  return web('GET /records/export');
}

/** Ends it. */
export function endExport(): Promise<ExportProgress> {
  return web('DELETE /records/export');
}
