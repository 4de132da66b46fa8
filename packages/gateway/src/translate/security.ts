/** What follows from a change of what a person proves itself with. */
import { type UserRecord, WITHDRAWAL_FREEZE_MS } from '@halcyon/records';

/** Unix ms until which nothing of the person may be withdrawn; null = they may. */
export function withdrawalsFrozenUntil(
  user: Pick<UserRecord, 'securedAt'> | null,
  now: number,
): number | null {
  const until = user === null || user.securedAt === 0 ? 0 : user.securedAt + WITHDRAWAL_FREEZE_MS;
  return until > now ? until : null;
}
