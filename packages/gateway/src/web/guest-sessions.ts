/** What becomes of a guest in whose session somebody signs in. */
import { isGuest, type UserId } from '@halcyon/domain';
import type { WebContext, WebRequest } from './context.ts';

/** The guest in whose session somebody signs in; null = none. Refuses while that cannot be kept. */
export async function guestOf(context: WebContext, request: WebRequest): Promise<UserId | null> {
  const session = await context.sessions.active(request.raw.headers);
  if (session === null || !isGuest(session.uid)) return null;
  context.paperAccounts?.mustBeOpen();
  return session.uid;
}

/** What a guest has on paper is the person's from now on, if the person has nothing there yet. */
export async function keepGuest(context: WebContext, guest: UserId, person: UserId): Promise<void> {
  if ((await context.paperAccounts?.inherit(person, guest)) !== true) return;
  await context.identity.dropGuest({ uid: guest });
  context.revocations.user(guest);
}
