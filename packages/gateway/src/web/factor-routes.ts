/** The second factor of the signed-in person: an authenticator app and its backup codes. */
import { beginAnew } from './begin.ts';
import { type WebRoute, webRoute } from './route.ts';

const state = webRoute('GET /second-factor', async (context, { session: { uid } }) => {
  const { madeAt, backupCodesLeft } = await context.identity.secondFactor({ uid });
  return { madeAt: madeAt === 0 ? null : madeAt, backupCodesLeft };
});

/** A secret for an app; nothing changes until a code of it is shown. */
const setUp = webRoute(
  'POST /second-factor/setup',
  async ({ identity, clock }, { session: { uid } }) => {
    const { secret, uri, expiresAt } = await identity.beginAuthenticator({ uid });
    // How long, not until when: the page's clock may be another.
    return { secret, uri, validMs: expiresAt - clock() };
  },
);

const confirm = webRoute('POST /second-factor', async (context, request) => {
  const { address, language, session } = request;
  const { codes } = await context.identity.confirmAuthenticator({
    uid: session.uid,
    session: session.id,
    code: request.fields.code,
    origin: { address, language },
  });
  return { ...(await beginAnew(context, request)), codes };
});

const remove = webRoute('DELETE /second-factor', async (context, request) => {
  const { address, language, session } = request;
  const origin = { address, language };
  await context.identity.removeAuthenticator({ uid: session.uid, origin });
  return beginAnew(context, request);
});

const renew = webRoute('POST /second-factor/backup-codes', ({ identity }, { session: { uid } }) =>
  identity.renewBackupCodes({ uid }),
);

/** The routes of this file. */
export const FACTOR_ROUTES: readonly WebRoute[] = [state, setUp, confirm, remove, renew];
