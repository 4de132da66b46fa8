/**
 * How often something may be tried, such as a password. A budget is one number: until when what was spent is paid
 * for. A guess moves it on by one interval and is refused when it is further ahead than the burst
 * allows; so in any hour no more than burst + hour/interval guesses are looked at, in whatever
 * rhythm they come. One statement does it, so parallel guesses cannot all slip through.
 */
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { RecordsError } from '../errors.ts';
import type { Budget } from './limits.ts';
import type { IdentityTables } from './schema.ts';

/** Spends one guess of `subject`, or throws `loginBackoff` saying when the next is looked at. */
export async function spend(
  db: Kysely<IdentityTables>,
  subject: string,
  budget: Budget,
  now: number,
): Promise<void> {
  const { burst, intervalMs } = budget;
  const latest = now + (burst - 1) * intervalMs;
  const ahead = sql.ref<number>('login_budgets.spent_until');
  const result = await db
    .insertInto('login_budgets')
    .values({ subject, spent_until: now + intervalMs })
    .onConflict((conflict) =>
      conflict
        .column('subject')
        .doUpdateSet({
          spent_until: sql<number>`case when ${ahead} > ${now} then ${ahead} + ${intervalMs}
            else ${now + intervalMs} end`,
        })
        .where('login_budgets.spent_until', '<=', latest),
    )
    .executeTakeFirst();
  if (result.numInsertedOrUpdatedRows === 1n) return;
  const row = await db
    .selectFrom('login_budgets')
    .select('spent_until')
    .where('subject', '=', subject)
    .executeTakeFirst();
  const retryAfterMs = Math.max(1_000, (row?.spent_until ?? now) - latest);
  throw new RecordsError('loginBackoff', 'Too many tries; wait before the next one.', {
    retryAfterMs,
  });
}

/** Gives one guess back: it was right, or was never looked at. */
export async function refund(
  db: Kysely<IdentityTables>,
  subject: string,
  budget: Budget,
): Promise<void> {
  await db
    .updateTable('login_budgets')
    .set({ spent_until: sql<number>`spent_until - ${budget.intervalMs}` })
    .where('subject', '=', subject)
    .execute();
}

/** Forgets the wrong guesses at `subject`: its owner has shown up. */
export async function clear(db: Kysely<IdentityTables>, subject: string): Promise<void> {
  await db.deleteFrom('login_budgets').where('subject', '=', subject).execute();
}
