/**
 * A session that nobody asks in ends by that alone, and no request reports it. So those that have a socket
 * are checked periodically; with what was reported too late, that heals too.
 */
import { isGuest, type UserId } from '@halcyon/domain';
import { type IdentityApi, SESSION_USERS_MAX } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import type { RevocationBus } from '../auth/revocations.ts';

/** How often they are looked at, ms. */
export const SESSION_CHECK_MS = 10_000;

/** A session that a socket is open of. */
export interface OpenSession {
  readonly id: string;
  /** Its person, or the sub-account that it acts as. */
  readonly person: UserId;
}

/** What the watch works with. */
export interface SessionExpiryParts {
  readonly open: () => Iterable<OpenSession>;
  readonly views: Pick<Views, 'rootOf'>;
  readonly identity: Pick<IdentityApi, 'validSessions'>;
  readonly revocations: Pick<RevocationBus, 'session'>;
  readonly onFault: (fault: unknown) => void;
}

/** Begins to look. @returns how to end it */
export function startSessionExpiry(parts: SessionExpiryParts): () => void {
  let isLooking = false;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    endOver(parts)
      .catch(parts.onFault)
      .finally(() => {
        isLooking = false;
      });
  }, SESSION_CHECK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Revokes the sessions that are over. */
export async function endOver({
  open,
  views,
  identity,
  revocations,
}: SessionExpiryParts): Promise<void> {
  const owners = new Map<string, UserId>();
  for (const { id, person } of open()) {
    // A guest's has no end by silence: it ends when the guest is forgotten.
    if (!isGuest(person)) owners.set(id, views.rootOf(person));
  }
  const uids = [...new Set(owners.values())];
  for (let from = 0; from < uids.length; from += SESSION_USERS_MAX) {
    const asked = uids.slice(from, from + SESSION_USERS_MAX);
    const valid = new Set(await identity.validSessions({ uids: asked }));
    const askedOf = new Set(asked);
    for (const [id, uid] of owners) {
      if (askedOf.has(uid) && !valid.has(id)) revocations.session(id);
    }
  }
}
