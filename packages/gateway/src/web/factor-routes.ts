/** The second factor of the signed-in person: an authenticator app and its backup codes. */
import { beginAnew } from './begin.ts';
import type { WebRoute } from './context.ts';
import { CODE_TEXT_MAX, text } from './fields.ts';

const state: WebRoute = {
  method: 'GET',
  path: '/second-factor',
  access: 'session',
  async handle(context, { session: { uid } }) {
    const { madeAt, backupCodesLeft } = await context.identity.secondFactor({ uid });
    return { madeAt: madeAt === 0 ? null : madeAt, backupCodesLeft };
  },
};

/** A secret for an app; nothing changes until a code of it is shown. */
const setUp: WebRoute = {
  method: 'POST',
  path: '/second-factor/setup',
  access: 'proved',
  async handle({ identity, clock }, { session: { uid } }) {
    const { secret, uri, expiresAt } = await identity.beginAuthenticator({ uid });
    // How long, not until when: the page's clock may be another.
    return { secret, uri, validMs: expiresAt - clock() };
  },
};

const confirm: WebRoute = {
  method: 'POST',
  path: '/second-factor',
  access: 'proved',
  async handle(context, request) {
    const { address, language, session } = request;
    const { codes } = await context.identity.confirmAuthenticator({
      uid: session.uid,
      session: session.id,
      code: text(request.body, 'code', CODE_TEXT_MAX),
      origin: { address, language },
    });
    return { ...(await beginAnew(context, request)), codes };
  },
};

const remove: WebRoute = {
  method: 'DELETE',
  path: '/second-factor',
  access: 'proved',
  async handle(context, request) {
    const { address, language, session } = request;
    const origin = { address, language };
    await context.identity.removeAuthenticator({ uid: session.uid, origin });
    return beginAnew(context, request);
  },
};

const renew: WebRoute = {
  method: 'POST',
  path: '/second-factor/backup-codes',
  access: 'proved',
  handle: ({ identity }, { session: { uid } }) => identity.renewBackupCodes({ uid }),
};

/** The routes of this file. */
export const FACTOR_ROUTES: readonly WebRoute[] = [state, setUp, confirm, remove, renew];
