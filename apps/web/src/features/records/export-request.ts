/** What of the choices of the export dialog goes into a file, and what the file is called. */

import {
  EXPORT_LISTS,
  type ExportAccount,
  type ExportFormat,
  type ExportList,
  type OrderEndName,
} from '@halcyon/domain/web';
import dayjs from 'dayjs';
import type { ExportRequest } from '../../data/rest/exports.ts';
import type { RecordFilterFields } from '../../data/rest/trade.ts';
import { BOOK_KINDS } from './listed-kinds.ts';
import type { TimeRange } from './periods.ts';

/** Lists of a person: they have no account. */
const OF_PERSON: readonly ExportList[] = ['deposits', 'withdrawals', 'transfers'];

/** Lists whose rows belong to pairs; those of the others to coins. */
const OF_PAIRS: readonly ExportList[] = [
  'orders',
  'plans',
  'refusals',
  'fills',
  'converts',
  'positions',
  'funding',
  'liquidations',
];

/** What a list can be narrowed to. */
function subjectOf(list: ExportList): 'symbol' | 'coin' {
  return OF_PAIRS.includes(list) ? 'symbol' : 'coin';
}

/** Whether a list is of one account or of all. */
export function hasAccounts(list: ExportList): boolean {
  return !OF_PERSON.includes(list);
}

/** What becomes of plans alone. */
const PLAN_ENDS: readonly OrderEndName[] = ['executed', 'failed'];

/** Whether what orders are narrowed to are plans: pages list them together, files do not. */
function isOfPlans({ kind, status }: RecordFilterFields): boolean {
  if (kind !== undefined) return !BOOK_KINDS.includes(kind);
  return status !== undefined && PLAN_ENDS.includes(status);
}

/** The list of a page's tab, with what is chosen there. */
export function listOfTab(tab: string, narrowing: RecordFilterFields = {}): ExportList {
  if (tab === 'orders' && isOfPlans(narrowing)) return 'plans';
  return EXPORT_LISTS.find((list) => list === tab) ?? 'ledger';
}

/** What of a page's narrowing a list has: side, kind and end of orders, or what entries come from. */
export function narrowingOf(list: ExportList, narrowing: RecordFilterFields): RecordFilterFields {
  const { side, kind, status, businessType, group, holdSide, mode, way } = narrowing;
  if (list === 'ledger') return { businessType, group };
  if (list === 'fills' || list === 'refusals') return { side };
  if (list === 'positions') return { holdSide, mode };
  if (list === 'liquidations') return { mode };
  if (list === 'funding') return { way };
  if (list !== 'orders' && list !== 'plans') return {};
  const plans = list === 'plans';
  const ofKind = kind === undefined || BOOK_KINDS.includes(kind) !== plans;
  const ends: readonly string[] = plans ? [...PLAN_ENDS, 'cancelled'] : ['filled', 'cancelled'];
  const ofStatus = status === undefined || ends.includes(status);
  // Half of it would be another list than the page has.
  return ofKind && ofStatus ? { side, kind, status } : {};
}

/** What is chosen. */
export interface ExportChoice {
  readonly list: ExportList;
  readonly format: ExportFormat;
  /** '' = all. */
  readonly account: ExportAccount | '';
  /** Of the page's filter, where it is kept. */
  readonly symbol?: string | undefined;
  readonly coin?: string | undefined;
  /** What else the page has narrowed, of its own account. */
  readonly narrowing?: RecordFilterFields | undefined;
  readonly range: TimeRange;
}

/** The years that are offered: this one and those that taxes may still be asked for. */
export function yearsAt(now: number): readonly number[] {
  const year = dayjs(now).year();
  return [year, year - 1, year - 2];
}

/** The request of a choice. */
export function requestOf(choice: ExportChoice): ExportRequest {
  const { list, format, account, symbol, coin, narrowing = {}, range } = choice;
  const narrows = hasAccounts(list) && account !== '';
  const subject = subjectOf(list);
  return {
    list,
    format,
    ...(narrows && { account }),
    // The same symbol may name a pair and a contract: the account tells which.
    ...(narrows && subject === 'symbol' && symbol !== undefined && { symbol }),
    ...(subject === 'coin' && coin !== undefined && { coin }),
    ...narrowingOf(list, narrowing),
    ...(range[0] !== null && { startTime: range[0] }),
    ...(range[1] !== null && { endTime: range[1] }),
  };
}

/** Name of the file: what is in it, and of which days. */
export function fileName({ list, format, account, range }: ExportChoice): string {
  const days = range.map((time) => (time === null ? '' : dayjs(time).format('YYYY-MM-DD')));
  const parts = ['halcyon', list, hasAccounts(list) ? account : '', ...days];
  return `${parts.filter((part) => part !== '').join('-')}.${format}`;
}
