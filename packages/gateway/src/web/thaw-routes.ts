/** Thawing an account that its owner froze, by a link in a mail and a proof. */
import { languagePrefix, PAGES } from '@halcyon/domain/web';
import { EMAIL_LENGTH_MAX } from '@halcyon/records';
import type { WebRoute } from './context.ts';
import { CODE_TEXT_MAX, optionalText, PASSWORD_TEXT_MAX, TOKEN_TEXT_MAX, text } from './fields.ts';
import { shownPasskey } from './passkey-routes.ts';

/** A mail with a link, where it helps; the answer is the same for every address. */
const ask: WebRoute = {
  method: 'POST',
  path: '/thaw',
  access: 'public',
  async handle({ identity, origins, sessions }, { raw, body, loopback, address, language }) {
    const base = origins.base(undefined);
    await identity.requestThaw({
      email: text(body, 'email', EMAIL_LENGTH_MAX),
      page: `${base}${languagePrefix(language)}${PAGES.security}`,
      loopback,
      deviceToken: sessions.deviceToken(raw.headers),
      origin: { address, language },
    });
    return null;
  },
};

/** What the page of a link asks for. */
const look: WebRoute = {
  method: 'POST',
  path: '/thaw/needs',
  access: 'public',
  handle: ({ identity }, { body }) =>
    identity.thawNeeds({ token: text(body, 'token', TOKEN_TEXT_MAX) }),
};

/** The link was followed and its reader proves to be the owner. Nobody is signed in by it. */
const thaw: WebRoute = {
  method: 'PUT',
  path: '/thaw',
  access: 'public',
  async handle(context, request) {
    const { body, address, language } = request;
    const given = body['passkey'] !== undefined;
    const { uid } = await context.identity.thawSelf({
      token: text(body, 'token', TOKEN_TEXT_MAX),
      password: optionalText(body, 'password', PASSWORD_TEXT_MAX),
      code: optionalText(body, 'code', CODE_TEXT_MAX),
      passkey: given ? shownPasskey(context, request) : undefined,
      origin: { address, language },
    });
    context.revocations.user(uid);
    return null;
  },
};

/** The routes of this file. */
export const THAW_ROUTES: readonly WebRoute[] = [ask, look, thaw];
