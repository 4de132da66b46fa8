import type { IdentityContext } from './context.ts';
import { DEVICE_KNOWN_MS, LOGINS_KEPT_MS, MAIL_KEPT_MS, SESSION_IDLE_MS } from './limits.ts';

/** Removes what has ended: sessions, devices not seen for long, links and login budgets that are
 * over, old mails. */
export async function sweep(context: IdentityContext): Promise<void> {
  const { db } = context;
  const now = context.now();
  await db
    .deleteFrom('sessions')
    .where((eb) =>
      eb.or([eb('expires_at', '<=', now), eb('last_seen_at', '<=', now - SESSION_IDLE_MS)]),
    )
    .execute();
  await db
    .deleteFrom('devices')
    .where('last_used_at', '<=', now - DEVICE_KNOWN_MS)
    .execute();
  for (const table of [
    'password_resets',
    'email_changes',
    'thaws',
    'authenticator_setups',
    'used_challenges',
  ] as const) {
    await db.deleteFrom(table).where('expires_at', '<=', now).execute();
  }
  await db
    .deleteFrom('logins')
    .where('at', '<=', now - LOGINS_KEPT_MS)
    .execute();
  await db.deleteFrom('login_budgets').where('spent_until', '<=', now).execute();
  await db
    .deleteFrom('mails')
    .where('created_at', '<=', now - MAIL_KEPT_MS)
    .execute();
}
