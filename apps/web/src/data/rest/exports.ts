/** Files of records, by the web app's own API. */

import type {
  ExportAccount,
  ExportFormat,
  ExportList,
  ExportProgress,
  ExportStarted,
} from '@halcyon/domain/web';
import { saveFile } from '../../platform/links/page.ts';
import { get, post, send } from './http.ts';
import type { Narrowing } from './trade.ts';

const EXPORT = '/api/web/v1/records/export';

/** What a file has; what is not there narrows nothing. */
export interface ExportRequest extends Omit<Narrowing, 'account'> {
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
  const { id } = await post<ExportStarted>(EXPORT, request);
  saveFile(name, `${EXPORT}/file?id=${id}`);
  return id;
}

/** How the person's newest export stands. */
export function fetchExport(): Promise<ExportProgress> {
  return get<ExportProgress>(EXPORT);
}

/** Ends it. */
export function endExport(): Promise<ExportProgress> {
  return send<ExportProgress>('DELETE', EXPORT);
}
