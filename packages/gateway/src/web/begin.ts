/** How every session begins: after a proof of who its person is. */
import { wireUserId } from '@halcyon/domain';
import type { Begun } from '@halcyon/domain/web';
import type { SignedIn, WebContext, WebRequest } from './context.ts';
import { sessionId } from './sessions.ts';

/** Starts a session and sets its cookies; one that the browser still had ends. */
export async function begin(
  context: WebContext,
  request: WebRequest,
  who: {
    readonly uid: number;
    readonly email: string;
    readonly deviceToken: string | null;
    readonly securedAt?: number;
    /** Of a sign-in: whether its browser had signed in before. */
    readonly known?: boolean;
  },
): Promise<Begun> {
  const { sessions, identity } = context;
  const before = sessions.token(request.raw.headers);
  const made = await identity.createSession({
    uid: who.uid,
    address: request.address,
    userAgent: request.userAgent,
    replaces: before ?? undefined,
    securedAt: who.securedAt,
    login: who.known === undefined ? undefined : { known: who.known, language: request.language },
  });
  if (before !== null) context.revocations.session(sessionId(before));
  for (const id of made.ended) context.revocations.session(id);
  void request.reply.header('set-cookie', sessions.beginCookies(made.token, who.deviceToken));
  return { user: { uid: wireUserId(who.uid), email: who.email }, csrfToken: made.csrfToken };
}

/** A change has ended every session of the person, this one too; its browser gets a new one. */
export function beginAnew(context: WebContext, request: SignedIn): Promise<Begun> {
  const { uid, email } = request.session;
  context.revocations.user(uid);
  return begin(context, request, { uid, email, deviceToken: null });
}
