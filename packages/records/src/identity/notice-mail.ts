/** Mails about what happened on accounts, to the person whose they are. */
import { MAIL_BUDGETS, type MailOfNotice } from '@halcyon/domain';
import type { Kysely } from 'kysely';
import { RecordsError } from '../errors.ts';
import type { IdentityContext } from './context.ts';
import { RISK_MAIL_BUDGET } from './limits.ts';
import { spend } from './login-budget.ts';
import { type MailDetail, writeMail } from './mails.ts';
import type { IdentityTables } from './schema.ts';

/** Budgets apart: mails about copying, or alerts, keep none about a margin call from anybody. */
const BUDGETS = { ...MAIL_BUDGETS, alert: 'alert' } as const;

/**
 * Writes one, of a sub-account to its root. Nobody who is known gets none: a guest, or somebody whose account was
 * closed; nor does who had too many within the hour.
 */
export async function mailNotice(
  context: IdentityContext,
  db: Kysely<IdentityTables>,
  mail: {
    readonly uid: number;
    readonly kind: MailOfNotice | 'alert';
    readonly detail: MailDetail;
  },
): Promise<void> {
  const { kind, detail } = mail;
  const uid = await rootOf(db, mail.uid);
  const user = await db
    .selectFrom('users')
    .select(['email as recipient', 'anti_phishing as antiPhishing', 'language', 'status'])
    .where('uid', '=', uid)
    .executeTakeFirst();
  if (user === undefined || user.status === 'closed' || user.recipient === '') return;
  try {
    await spend(db, `${BUDGETS[kind]} mails ${uid}`, RISK_MAIL_BUDGET, context.now());
  } catch (error) {
    if (error instanceof RecordsError && error.code === 'loginBackoff') return;
    throw error;
  }
  const { recipient, antiPhishing, language } = user;
  const words = { antiPhishing, language, address: '', kind, detail };
  await writeMail(context, db, { uid, recipient, ...words });
}

async function rootOf(db: Kysely<IdentityTables>, uid: number): Promise<number> {
  const row = await db
    .selectFrom('sub_accounts')
    .select('root')
    .where('uid', '=', uid)
    .executeTakeFirst();
  return row?.root ?? uid;
}
