/** Thawing an account that its owner froze, by a link in a mail and a proof. */
import { languagePrefix, PAGES } from '@halcyon/domain/web';
import { shownPasskey } from './passkey-routes.ts';
import { type WebRoute, webRoute } from './route.ts';

/** A mail with a link, where it helps; the answer is the same for every address. */
const ask = webRoute(
  'POST /thaw',
  async ({ identity, origins, sessions }, { raw, fields, loopback, address, language }) => {
    const base = origins.base(undefined);
    await identity.requestThaw({
      email: fields.email,
      page: `${base}${languagePrefix(language)}${PAGES.security}`,
      loopback,
      deviceToken: sessions.deviceToken(raw.headers),
      origin: { address, language },
    });
    return null;
  },
);

/** What the page of a link asks for. */
const look = webRoute('POST /thaw/needs', ({ identity }, { fields }) => identity.thawNeeds(fields));

/** The link was followed and its reader proves to be the owner. Nobody is signed in by it. */
const thaw = webRoute('PUT /thaw', async (context, request) => {
  const { fields, address, language } = request;
  const { token, password, code, passkey } = fields;
  const { uid } = await context.identity.thawSelf({
    ...{ token, password, code },
    passkey: shownPasskey(context, request, passkey),
    origin: { address, language },
  });
  context.revocations.user(uid);
  return null;
});

/** The routes of this file. */
export const THAW_ROUTES: readonly WebRoute[] = [ask, look, thaw];
