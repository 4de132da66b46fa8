/** How a session begins and ends: signing in, up and out, a new password, a fresh proof. */

import { ACTING, actAs } from '../../platform/client/acting.ts';
import { setCsrfToken } from '../rest/http.ts';
import { web } from '../rest/web.ts';
import { privateLink } from '../ws/links.ts';
import { begin, loadSession, replacing, sessionStore } from './session.ts';

/** The referral codes that this browser has kept. */
async function codesOfLanding() {
  const { registrationCodes } = await import('../../platform/attribution/attribution.ts');
  return registrationCodes(Date.now());
}

/** Credentials of the sign-in and sign-up forms. */
export interface SignInCredentials {
  readonly email: string;
  readonly password: string;
  /** Of who has a second factor. */
  readonly code?: string;
}

/** Signs in; rejects with an ApiError that the form shows. */
export async function signIn(data: SignInCredentials): Promise<void> {
  begin(await web('POST /login', data));
  await loadSession();
}

/** Signs in by what a passkey showed; rejects with an ApiError. */
export async function signInByPasskey(passkey: string): Promise<void> {
  begin(await web('POST /passkeys/login', { passkey }));
  await loadSession();
}

/**
 * Registers and signs in; rejects with an ApiError that the form shows. The server does not tell
 * whether the address was taken: `badCredentials` can only mean that it was.
 */
export async function signUp(data: SignInCredentials): Promise<void> {
  const attribution = await codesOfLanding();
  await web('POST /register', attribution === undefined ? data : { ...data, attribution });
  await signIn(data);
}

/** Has a link sent to an address, if there is an account with it; nobody is told. */
export async function askReset(email: string): Promise<void> {
  await web('POST /password-reset', { email });
}

/** Sets the password of the account that a link was sent to; rejects with an ApiError. */
export async function resetPassword(token: string, newPassword: string): Promise<void> {
  await web('PUT /password-reset', { token, newPassword });
}

/** Ends the session here and on the server; rejects, and it goes on, where the server did not. */
export async function signOut(): Promise<void> {
  const { user } = sessionStore.getState();
  // First here: what the page would still ask for on the way would be refused.
  privateLink.close();
  sessionStore.setState({ user: null });
  try {
    // The tab may be closed at once.
    await web('POST /logout', {}, { keepalive: true });
    setCsrfToken(null);
    if (ACTING !== '') actAs('');
  } catch (error) {
    sessionStore.setState({ user });
    await loadSession();
    throw error;
  }
}

/** What a person shows again: the code or a passkey of who has a second factor, else the password. */
export type Proof =
  | { readonly password: string }
  | { readonly code: string }
  | { readonly passkey: string };

/** Proves who is here; rejects with an ApiError that the dialog shows. */
export async function stepUp(proof: Proof): Promise<void> {
  await replaceSession(() => web('POST /step-up', proof));
}

/** A request whose answer begins another session in place of this one. */
export async function replaceSession<T extends { readonly csrfToken: string }>(
  request: () => Promise<T>,
): Promise<T> {
  const work = request().then((row) => {
    setCsrfToken(row.csrfToken);
    return row;
  });
  replacing(work);
  const row = await work;
  await loadSession();
  return row;
}
