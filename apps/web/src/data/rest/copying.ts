/** Copy trading: traders as everybody may see them, and the own portfolios. */

import type {
  CopyBatchRow,
  CopyExitRow,
  CopyFollowerRow,
  CopyGatheredRow,
  CopyOutcome,
  CopyPage,
  CopyPortfolioDetail,
  CopyPortfolios,
  CopyRange,
  CopyShareRow,
  CopyTraderDetail,
  CopyTraders,
} from '@halcyon/domain/web';
import type { CopyLedgerPage } from '@halcyon/protocol/web';
import { type WebRequestFields, web } from './web.ts';

/** An entry of the ledger of a portfolio. */
export type CopyEntry = CopyLedgerPage['rows'][number];

/** Rows of one page of a list. */
const ROWS = 50;

/** What a list of traders is narrowed to and ordered by. */
export type TraderFilters = WebRequestFields<'GET /copy/traders'>;

export const fetchTraders = (filters: TraderFilters): Promise<CopyTraders> =>
  web('GET /copy/traders', filters);

/** Who is looked at; a trader with a code is found by who knows it. */
export interface TraderName {
  readonly trader: string;
  readonly code: string;
}

export const fetchTrader = (name: TraderName, range: CopyRange): Promise<CopyTraderDetail> =>
  web('GET /copy/traders/:trader', { ...name, range });

export const fetchBatches = (name: TraderName, before: string): Promise<CopyPage<CopyBatchRow>> =>
  web('GET /copy/traders/:trader/batches', { ...name, before, limit: ROWS });

export const fetchOutcomes = (
  name: TraderName,
  batch: string,
  before: string,
): Promise<CopyPage<CopyOutcome>> =>
  web('GET /copy/traders/:trader/batches/:batch', { ...name, batch, before, limit: ROWS });

export const fetchFollowers = (
  name: TraderName,
  before: string,
): Promise<CopyPage<CopyFollowerRow>> =>
  web('GET /copy/traders/:trader/followers', { ...name, before, limit: ROWS });

export const fetchShares = (name: TraderName, cursor: string): Promise<CopyPage<CopyShareRow>> =>
  web('GET /copy/traders/:trader/shares', { ...name, cursor, limit: ROWS });

export const fetchPortfolios = (): Promise<CopyPortfolios> => web('GET /copy/portfolios');

export const fetchPortfolio = (id: string): Promise<CopyPortfolioDetail> =>
  web('GET /copy/portfolios/:id', { id });

/** @param only what is shown alone; '' = all */
export const fetchOwnOutcomes = (
  id: string,
  only: 'leftOut' | '',
  before: string,
): Promise<CopyPage<CopyOutcome>> =>
  web('GET /copy/portfolios/:id/outcomes', { id, only, before, limit: ROWS });

export const fetchExits = (id: string, cursor: string): Promise<CopyPage<CopyExitRow>> =>
  web('GET /copy/portfolios/:id/exits', { id, cursor, limit: ROWS });

export const fetchGathered = (id: string, before: string): Promise<CopyPage<CopyGatheredRow>> =>
  web('GET /copy/portfolios/:id/gathered', { id, before, limit: ROWS });

export const fetchCopyLedger = async (id: string, before: string): Promise<CopyPage<CopyEntry>> =>
  web('GET /copy/portfolios/:id/ledger', { id, before, limit: ROWS });

export const fetchOwnShares = (id: string, cursor: string): Promise<CopyPage<CopyShareRow>> =>
  web('GET /copy/portfolios/:id/shares', { id, cursor, limit: ROWS });
