/** The notifications of all accounts, from the web app's own API. */

import { type NoticeGroup, type NoticeRow, RISK_MAILS_SETTING } from '@halcyon/domain/web';
import type { CursorPage } from '../../data/query/use-pages.ts';
import { web } from '../../data/rest/web.ts';

const RISK_MAILS = { name: RISK_MAILS_SETTING } as const;

/** A part of the list. */
export interface NoticesPart extends CursorPage<NoticeRow> {
  /** What marks all as read that there was when this was read. */
  readonly newest: string;
}

/** A part of the list, newest first. @param before where the part before it ended; '' = the first */
export async function fetchNotices(
  limit: number,
  before = '',
  group?: NoticeGroup,
): Promise<NoticesPart> {
  const { rows, newest } = await web('GET /notices', { limit, before, group });
  return { rows, newest, next: rows.length < limit ? null : (rows.at(-1)?.id ?? null) };
}

/** All up to there is read. */
export async function markRead(upTo: string): Promise<void> {
  await web('POST /notices/read', { upTo });
}

/** One of them is read. @param entry of its row */
export async function markEntryRead(entry: string): Promise<void> {
  await web('POST /notices/read', { entry });
}

/** Whether urgent notices are mailed. */
export async function fetchMailsOn(): Promise<boolean> {
  return (await web('GET /settings/:name', RISK_MAILS)) !== false;
}

/** Switches these mails on or off. */
export async function setMailsOn(value: boolean): Promise<void> {
  await web('PUT /settings/:name', { ...RISK_MAILS, value });
}
