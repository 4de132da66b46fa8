/** Accounts and their sessions: registration, signing in and out, proofs, passwords, second factors. */

import { PASSKEY_NAME_MAX } from '@halcyon/domain';
import {
  ATTRIBUTION_CODE_LENGTH_MAX,
  ATTRIBUTION_LINK_LENGTH_MAX,
  type BackupCodes,
  type Begun,
  type BegunWithCodes,
  type CsrfToken,
  type FactorSetup,
  type FactorState,
  type PasskeyOptions,
  type PasskeyRow,
  type SessionInfo,
  type ThawNeeds,
  type WsToken,
} from '@halcyon/domain/web';
import { object, optional, text } from '../schema/fields.ts';
import { owned, verbatim } from '../schema/web-fields.ts';
import {
  appCode,
  email,
  linkToken,
  newPassword,
  password,
  proofs,
  shownPasskey,
} from './person-fields.ts';
import { answer, webArea } from './spec.ts';

const route = webArea('Accounts and sessions');
const code = () => text('one of the landing', ATTRIBUTION_CODE_LENGTH_MAX);

export const register = route('POST /register', {
  need: 'public',
  summary: 'Opens an account; who knows the password signs in with it',
  fields: object({
    email: email(),
    password: newPassword(),
    attribution: optional(
      object({
        channelCode: optional(code()),
        vipCode: optional(code()),
        clacCode: optional(code()),
        commonCode: optional(code()),
        groupId: optional(code()),
        actCode: optional(code()),
        currentLink: optional(text('address of the landing', ATTRIBUTION_LINK_LENGTH_MAX)),
      }),
    ),
  }),
  answer: answer<null>('null'),
});

export const login = route('POST /login', {
  need: 'public',
  summary: 'Signs in; a guest of this browser becomes the person',
  fields: object({ email: email(), password: password(), code: optional(appCode()) }),
  answer: answer<Begun>('Begun'),
});

export const stepUp = route('POST /step-up', {
  need: 'session',
  subs: true,
  summary: 'Proves again who is here; a session begins in place of the present one',
  fields: object({ ...proofs() }),
  answer: answer<Begun>('Begun'),
});

export const activity = route('POST /activity', {
  need: 'session',
  subs: true,
  guests: true,
  summary: 'Says that a person touched the page',
  answer: answer<null>('null'),
});

export const logout = route('POST /logout', {
  need: 'public',
  summary: 'Ends the session, where there is one',
  answer: answer<null>('null'),
});

export const session = route('GET /session', {
  need: 'public',
  summary: 'Who is signed in, and what this exchange has',
  answer: answer<SessionInfo>('SessionInfo'),
});

export const csrf = route('GET /csrf', {
  need: 'session',
  subs: true,
  guests: true,
  summary: 'The CSRF token of the session',
  answer: answer<CsrfToken>('CsrfToken'),
});

export const wsToken = route('GET /ws-token', {
  need: 'session',
  subs: true,
  guests: true,
  summary: 'What the private WebSocket is logged in with',
  answer: answer<WsToken>('WsToken'),
});

export const changePassword = route('POST /password', {
  need: 'proved',
  summary: 'Sets another password; every session ends, and one begins here',
  fields: object({ currentPassword: password(), newPassword: newPassword() }),
  answer: answer<Begun>('Begun'),
});

export const askPasswordReset = route('POST /password-reset', {
  need: 'public',
  summary: 'Has a link mailed to who forgot the password; every address gets the same answer',
  fields: object({ email: email() }),
  answer: answer<null>('null'),
});

export const resetPassword = route('PUT /password-reset', {
  need: 'public',
  summary: 'Sets the password by the link of that mail, once; nobody is signed in by it',
  fields: object({ token: linkToken(), newPassword: newPassword() }),
  answer: answer<null>('null'),
});

export const askThaw = route('POST /thaw', {
  need: 'public',
  summary: 'Has a link mailed to who froze the account; every address gets the same answer',
  fields: object({ email: email() }),
  answer: answer<null>('null'),
});

export const thawNeeds = route('POST /thaw/needs', {
  need: 'public',
  summary: 'What the page of that link asks for',
  fields: object({ token: linkToken() }),
  answer: answer<ThawNeeds>('ThawNeeds'),
});

export const thaw = route('PUT /thaw', {
  need: 'public',
  summary: 'Thaws the account by that link and a proof; nobody is signed in by it',
  fields: object({ token: linkToken(), ...proofs() }),
  answer: answer<null>('null'),
});

export const factor = route('GET /second-factor', {
  need: 'session',
  summary: 'What there is of an authenticator app',
  answer: answer<FactorState>('FactorState'),
});

export const setUpFactor = route('POST /second-factor/setup', {
  need: 'proved',
  summary: 'A secret for an app; nothing changes until a code of it is shown',
  answer: answer<FactorSetup>('FactorSetup'),
});

export const confirmFactor = route('POST /second-factor', {
  need: 'proved',
  summary: 'Takes the app by a code of it; every session ends, and one begins here',
  fields: object({ code: appCode() }),
  answer: answer<BegunWithCodes>('BegunWithCodes'),
});

export const removeFactor = route('DELETE /second-factor', {
  need: 'proved',
  summary: 'Removes the app; every session ends, and one begins here',
  answer: answer<Begun>('Begun'),
});

export const renewBackupCodes = route('POST /second-factor/backup-codes', {
  need: 'proved',
  summary: 'New backup codes; those before are void',
  answer: answer<BackupCodes>('BackupCodes'),
});

export const passkeyLoginOptions = route('POST /passkeys/login-challenge', {
  need: 'public',
  summary: 'What a browser is asked with for a passkey to sign in with',
  answer: answer<PasskeyOptions>('PasskeyOptions'),
});

export const passkeyLogin = route('POST /passkeys/login', {
  need: 'public',
  summary: 'Signs in by a passkey',
  fields: object({ passkey: shownPasskey() }),
  answer: answer<Begun>('Begun'),
});

export const passkeyProofOptions = route('POST /passkeys/proof-challenge', {
  need: 'session',
  subs: true,
  summary: 'What a browser is asked with for a passkey as a proof',
  answer: answer<PasskeyOptions>('PasskeyOptions'),
});

export const passkeys = route('GET /passkeys', {
  need: 'session',
  summary: 'The passkeys of the person',
  answer: answer<readonly PasskeyRow[]>('PasskeyRow[]'),
});

export const setUpPasskey = route('POST /passkeys/setup', {
  need: 'proved',
  summary: 'What a browser makes a passkey with; nothing changes until it is shown',
  answer: answer<PasskeyOptions>('PasskeyOptions'),
});

export const addPasskey = route('POST /passkeys', {
  need: 'proved',
  summary: 'Takes a new passkey; every session ends, and one begins here',
  fields: object({ name: passkeyName(), passkey: shownPasskey() }),
  answer: answer<BegunWithCodes>('BegunWithCodes'),
});

export const renamePasskey = route('PATCH /passkeys/:id', {
  need: 'proved',
  summary: 'Gives a passkey another name',
  fields: object({ id: passkeyId(), name: passkeyName() }),
  answer: answer<null>('null'),
});

export const removePasskey = route('DELETE /passkeys/:id', {
  need: 'proved',
  summary: 'Removes a passkey; every session ends, and one begins here',
  fields: object({ id: passkeyId() }),
  answer: answer<Begun>('Begun'),
});

function passkeyName() {
  // Its own rule answers for what is a little too long.
  return verbatim('its name', PASSKEY_NAME_MAX * 2);
}

function passkeyId() {
  return owned(verbatim('the passkey', 200));
}
